/** Options for an order unseen by the venue: resend it with the same id, or dismiss it. */
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { notTradingText, symbolsIn } from '../../../core/domain/order-ends.ts'
import { symbolOfIntent } from '../../../core/domain/trade-story/trade-words.ts'
import type { ReactNode } from 'react'
import { FireButton } from '../arming/fire-button.tsx'
import { Button } from '../controls/button.tsx'

interface ResendOrDismissProps {
  readonly id: string
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

export const goneText = (
  intent: Intent,
  nowMs: number,
  listing: Pick<InstrumentIndex, 'bySymbol'> | undefined,
): string | undefined => notTradingText(symbolsIn(symbolOfIntent(intent)), nowMs, listing)
