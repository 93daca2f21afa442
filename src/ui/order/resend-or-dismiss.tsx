/** What may be done about an order that the venue has not seen: sent once more under its id, or left. */
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { Intent } from '../../domain/intent.ts'
import { notTradingText, symbolsIn } from '../../domain/order-ends.ts'
import { symbolOfIntent } from '../../domain/trade-story/trade-words.ts'
import type { ReactNode } from 'react'
import { FireButton } from '../arming/fire-button.tsx'
import { Button } from '../controls/button.tsx'

interface ResendOrDismissProps {
  /** The order's id: each order is a question of its own. */
  readonly id: string
  /** Why it is not sent once more; undefined where it may be. */
  readonly gone?: string | undefined
  readonly resend: () => void
  readonly dismiss: () => void
}

export function ResendOrDismiss({ id, gone, resend, dismiss }: ResendOrDismissProps): ReactNode {
  return (
    <>
      <FireButton
        size="sm"
        disabled={gone !== undefined}
        question={id}
        gesture="hold"
        title={gone ?? 'The same order under the same id: the venue takes an id once. Click, or hold Enter'}
        onFire={resend}
      >
        Resend
      </FireButton>
      <Button size="sm" variant="quiet" onClick={dismiss}>
        Dismiss
      </Button>
    </>
  )
}

/** Why an order is not sent again: a leg of it does not trade. */
export const goneText = (intent: Intent, nowMs: number, listing: Pick<InstrumentIndex, 'bySymbol'> | undefined): string | undefined =>
  notTradingText(symbolsIn(symbolOfIntent(intent)), nowMs, listing)
