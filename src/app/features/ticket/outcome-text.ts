/** Outcome of a submission in plain words, with the venue's own text. */
import { isZero, zero } from '../../../core/domain/decimal.ts'
import { differenceText, intentDifferences } from '../../../core/domain/intent-differences.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { outcomeWords, rejectText } from '../../../core/domain/order-outcome.ts'
import { phrasedIntent } from '../../../core/domain/trade-story/trade-words.ts'
import { fillsOf, isOver } from '../../../core/domain/order-state.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { shown, shownFill, shownOrder } from '../../ui/order/order-phrase.tsx'
import { isFirm } from './review-text.ts'

export interface OutcomeText {
  readonly tone: 'neutral' | 'ok' | 'warning' | 'danger'
  readonly title: string
  readonly body?: string | undefined
  readonly isFill?: boolean | undefined
  readonly raw?: string | undefined
  readonly settled: boolean
}

/**
 * `record`: the venue's current record of an accepted firm order; `replacing`: the order that amended it. The outcome
 * is the title; ids are in the details.
 */
export function outcomeText(intent: Intent, record?: OrderRecord, replacing?: Intent): OutcomeText {
  const { state, order } = intent
  const kind = isFirm(order) ? 'Order' : 'RFQ'
  switch (state.kind) {
    case 'draft':
    case 'unstored':
      return { tone: 'neutral', title: `${kind} under review`, settled: false }
    case 'awaiting':
      return {
        tone: 'neutral',
        title: 'Waits for approval',
        body: `Nothing was sent. It leaves by itself once a second person approves it, within ten minutes, while this page stays open.${
          intent.context.quote === undefined ? '' : ` ${quoteWaits}`
        }`,
        settled: true,
      }
    case 'storing':
    case 'sending':
      return { tone: 'neutral', title: `Sending ${kind === 'RFQ' ? 'RFQ' : 'order'}…`, settled: false }
    case 'accepted':
      return acceptedText(intent, state, record, replacing)
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
        body: `${sentence(state.why)} It is not resent automatically.${state.looks > 0 ? ` Tried to look it up ${state.looks} ${state.looks === 1 ? 'time' : 'times'} so far.` : ''}`,
        settled: false,
      }
    case 'unseen':
      return {
        tone: 'warning',
        title: `${kind}: not seen by the venue`,
        body: `Not found at the venue when it was looked up. Check now, resend under the same id, or dismiss it.${state.reason === undefined ? '' : ' It was answered:'}`,
        raw: state.reason,
        settled: false,
      }
    case 'unsent':
      return { tone: 'warning', title: `${kind} not sent`, body: state.why, settled: true }
    case 'dead':
      return {
        tone: 'neutral',
        title: `${kind} dismissed`,
        body: 'If the venue reports it later, it reappears here.',
        settled: true,
      }
  }
}

export const quoteWaits = 'Quotes live for seconds: if this one ends first, the order is not sent.'

const sentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

const foundBy = {
  answer: undefined,
  push: undefined,
  look_up: 'Found by looking it up: it was placed, once.',
  open_orders: 'Found among the open orders: it was placed, once.',
} as const

function acceptedText(
  intent: Intent,
  state: Extract<Intent['state'], { kind: 'accepted' }>,
  record: OrderRecord | undefined,
  replacing: Intent | undefined,
): OutcomeText {
  const said = (title: string, ...more: readonly (string | undefined)[]): OutcomeText => {
    const body = [...more, foundBy[state.by]].filter(Boolean).join(' ')
    return { tone: 'ok', title, body: body === '' ? undefined : body, settled: true }
  }
  const differences = intentDifferences(intent, record)
  if (differences.length > 0)
    return { ...said('Accepted, but not as sent', differenceText(differences)), tone: 'danger' }
  if (!isFirm(intent.order)) return said('RFQ accepted')
  if (record === undefined) return said('Order accepted')
  const { filled = zero, remaining, averagePrice } = fillsOf(record)
  const words = outcomeWords(record, { size: shown.size, replacedBy: shownOrder(replacing) })
  if (averagePrice === undefined)
    return {
      ...said(isOver(record) ? 'Nothing filled' : 'Order working', words),
      tone: isOver(record) ? 'warning' : 'ok',
    }
  const { legs, side, closes } = phrasedIntent(intent)
  const isWhole = remaining !== undefined && isZero(remaining)
  const title = shownFill({ legs, side, quantity: filled, average: averagePrice, closes })
  return { ...said(title, isWhole ? undefined : words), isFill: true }
}
