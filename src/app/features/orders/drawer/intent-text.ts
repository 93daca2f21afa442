import { differenceText, intentDifferences } from '../../../../core/domain/intent-differences.ts'
import type { Intent, IntentStep } from '../../../../core/domain/intent.ts'
import { rejectText } from '../../../../core/domain/order-outcome.ts'
import type { OrderRecord } from '../../../../core/domain/order.ts'

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

export function stateText(intent: Pick<Intent, 'state' | 'order'>, latest?: OrderRecord): string {
  const { state } = intent
  switch (state.kind) {
    case 'draft':
      return 'Under review, not sent.'
    case 'storing':
      return 'Being stored before it is sent.'
    case 'unstored':
      return `Not stored, not sent: ${state.message}`
    case 'sending':
      return 'On its way.'
    case 'awaiting':
      return 'Waits for approval, not sent.'
    case 'unsent':
      return `Not sent: ${state.why}`
    case 'accepted': {
      const differences = intentDifferences(intent, latest)
      if (differences.length > 0) return differenceText(differences)
      return state.by === 'answer' || state.by === 'push'
        ? 'Accepted; its outcome is loading.'
        : 'Found: it was placed, once.'
    }
    case 'rejected':
      return `Rejected: ${rejectText(state.rejected.reason).text}`
    case 'unknown':
      return `Unknown: ${state.why}${state.looks > 0 ? ` Looked ${times(state.looks)}.` : ''}`
    case 'unseen':
      return `${state.reason === undefined ? '' : `Answered “${state.reason}”. `}Not found at the venue when it was looked up. Check now, resend, or dismiss it.`
    default:
      return 'Dismissed by you. If the venue reports it later, it reappears.'
  }
}

const steps: Readonly<Record<string, string>> = {
  confirmed: 'confirmed by you',
  approval_asked: 'approval requested by you',
  awaits: 'waits for approval',
  approved: 'approved',
  unsent: 'ended, not sent',
  sending: 'sent',
  send_again: 'sent again by you, same id',
  accepted: 'accepted by the venue',
  rejected: 'rejected by the venue',
  seen: 'found at the venue',
  unseen: 'not seen by the venue',
  store_failed: 'could not be stored',
  overdue: 'no answer in time',
  lost: 'answer lost',
  interrupted: 'interrupted while being sent',
  duplicate: 'the venue knows this id already',
  one_rejected: 'one of several sendings rejected',
  look_again: 'looked up again',
  dead: 'dismissed by you',
}

const details: Readonly<Record<string, string>> = {
  look_up: 'by looking it up',
  open_orders: 'among the open orders',
  push: 'by push',
}

export function stepText(step: IntentStep): string {
  const what = steps[step.kind] ?? step.kind.replaceAll('_', ' ')
  return step.detail === undefined ? what : `${what}: ${details[step.detail] ?? step.detail}`
}
