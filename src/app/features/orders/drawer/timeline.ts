/** Steps of one order's life, earliest first. Venue times are exact to the µs, the desk's to the ms. */
import { add, type Decimal, zero } from '../../../../core/domain/decimal.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import type { JournalRow } from '../../../../core/domain/journal-row.ts'
import { legsOfOrder } from '../../../../core/domain/trade-story/trade-words.ts'
import { type OrderRecord, parseSide } from '../../../../core/domain/order.ts'
import type { EpochMicros } from '../../../../core/domain/time.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { pastVerbs } from '../../../ui/order/filled-line.tsx'
import { pricePartsOf } from '../../../ui/order/package-price.tsx'
import { stepText } from './intent-text.ts'

export interface TimelineStep {
  readonly id: string
  readonly atMs: number
  readonly exact: EpochMicros | undefined
  readonly text: string
  readonly tone: 'venue' | 'desk' | 'fill'
}

/** Of a fill: ", received 60"; " at 100.5" for one instrument; "" without a price. */
export function filledPriceText(price: Decimal | undefined, priced: Parameters<typeof pricePartsOf>[1]): string {
  const { verb, amount } = pricePartsOf(price, priced)
  if (price === undefined) return ''
  return verb === undefined ? ` at ${amount}` : `, ${pastVerbs[verb]} ${amount}`
}

function deskSteps(intent: Intent): TimelineStep[] {
  return intent.history.map((step, at) => ({
    id: `desk ${at}`,
    atMs: step.atMs,
    exact: undefined,
    text: stepText(step),
    tone: 'desk',
  }))
}

function answerStep({ state }: Intent): TimelineStep[] {
  const answer = state.kind === 'accepted' ? state.accepted : state.kind === 'rejected' ? state.rejected : undefined
  if (answer === undefined) return []
  const text = state.kind === 'accepted' ? 'venue: order_accepted' : 'venue: order_rejected'
  return [{ id: 'answer', atMs: answer.utc_timestamp / 1000, exact: answer.utc_timestamp, text, tone: 'venue' }]
}

function fillSteps(record: OrderRecord): TimelineStep[] {
  let filled: Decimal = zero
  return [...record.executions]
    .sort((a, b) => a.utc_timestamp - b.utc_timestamp)
    .map(execution => {
      filled = add(filled, execution.executed_quantity)
      return {
        id: `trade ${execution.trade_id}`,
        atMs: execution.utc_timestamp / 1000,
        exact: execution.utc_timestamp,
        text: `filled ${formatSize(execution.executed_quantity)}${filledPriceText(execution.executed_price, { legs: legsOfOrder(record), side: parseSide(record.side), quantity: execution.executed_quantity })}, ${formatSize(filled)} of ${formatSize(record.quantity)} in all`,
        tone: 'fill',
      }
    })
}

const commandTexts: Readonly<Record<string, string>> = {
  'cancel asked': 'cancel asked',
  'cancel done': 'cancelled',
  'refresh asked': 'refresh asked',
  'refresh done': 'refreshed',
}

function commandSteps(commands: readonly JournalRow[]): TimelineStep[] {
  return commands.map(({ id, atMs, what, detail }) => {
    const text = commandTexts[what] ?? what.replaceAll('_', ' ')
    return {
      id: `command ${id}`,
      atMs,
      exact: undefined,
      text: detail === undefined ? text : `${text}: ${detail}`,
      tone: 'desk',
    }
  })
}

export function timelineOf(
  record: OrderRecord | undefined,
  intent: Intent | undefined,
  commands: readonly JournalRow[] = [],
): TimelineStep[] {
  const steps = [
    ...(intent === undefined ? [] : [...deskSteps(intent), ...answerStep(intent)]),
    ...(record === undefined ? [] : fillSteps(record)),
    ...commandSteps(commands),
  ]
  return steps.sort((a, b) => a.atMs - b.atMs)
}
