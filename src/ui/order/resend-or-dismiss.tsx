/** What may be done about an order that the venue has not seen: sent once more under its id, or left. */
import type { ReactNode } from 'react'
import { FireButton } from '../arming/fire-button.tsx'
import { Button } from '../controls/button.tsx'

interface ResendOrDismissProps {
  /** The order's id: each order is a question of its own. */
  readonly id: string
  readonly resend: () => void
  readonly dismiss: () => void
}

export function ResendOrDismiss({ id, resend, dismiss }: ResendOrDismissProps): ReactNode {
  return (
    <>
      <FireButton
        size="sm"
        question={id}
        gesture="hold"
        title="The same order under the same id: the venue takes an id once. Click, or hold Enter"
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
