/** What became of a submission, in plain words, with what the venue said beside it. */
import type { Intent } from '../../domain/intent.ts'
import { rejectText } from '../../domain/reason-text.ts'
import { isFirm } from './review-text.ts'

export interface OutcomeText {
  readonly tone: 'neutral' | 'ok' | 'warning' | 'danger'
  readonly title: string
  readonly body?: string | undefined
  /** As the venue wrote it. */
  readonly raw?: string | undefined
  /** Nothing more will happen by itself. */
  readonly settled: boolean
}

export function outcomeText(intent: Intent): OutcomeText {
  const { state, order } = intent
  const kind = isFirm(order) ? 'Order' : 'RFQ'
  switch (state.kind) {
    case 'draft':
    case 'unstored':
      return { tone: 'neutral', title: `${kind} under review`, settled: false }
    case 'storing':
    case 'sending':
      return { tone: 'neutral', title: `Sending ${kind === 'RFQ' ? 'RFQ' : 'order'}…`, settled: false }
    case 'accepted':
      return acceptedText(kind, state)
    case 'rejected': {
      const reason = rejectText(state.rejected.reason)
      return {
        tone: 'danger',
        title: `${kind} rejected`,
        body: reason.known ? reason.text : 'The venue gave this reason:',
        raw: reason.raw,
        settled: true,
      }
    }
    case 'unknown':
      return {
        tone: 'warning',
        title: `${kind}: outcome unknown, being looked up`,
        body: `${sentence(state.why)} It is not sent again by itself.${state.looks > 0 ? ` Tried to look it up ${state.looks} ${state.looks === 1 ? 'time' : 'times'} so far.` : ''}`,
        settled: false,
      }
    case 'unseen':
      return {
        tone: 'warning',
        title: `${kind}: not seen by the venue`,
        body: 'Not found at the venue when it was looked up. Check now, resend under the same id, or dismiss it.',
        settled: false,
      }
    case 'dead':
      return { tone: 'neutral', title: `${kind} dismissed`, body: 'If the venue reports it later, it reappears here.', settled: true }
  }
}

/** A venue's own words may lack their full stop. */
const sentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

const foundBy = {
  answer: undefined,
  push: undefined,
  look_up: 'Found by looking it up: it was placed, once.',
  open_orders: 'Found among the open orders: it was placed, once.',
} as const

function acceptedText(kind: string, state: Extract<Intent['state'], { kind: 'accepted' }>): OutcomeText {
  const id = state.accepted?.order_id ?? state.order?.order_id
  return { tone: 'ok', title: `${kind} accepted${id === undefined ? '' : `, id ${id}`}`, body: foundBy[state.by], settled: true }
}
