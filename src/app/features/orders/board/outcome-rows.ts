import type { Decimal } from '../../../../core/domain/decimal.ts'
import { differenceText, intentDifferences } from '../../../../core/domain/intent-differences.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { hasExpired, symbolsIn } from '../../../../core/domain/order-ends.ts'
import {
  endText,
  isForcedClose,
  isLiquidationReason,
  rejectText,
  replacedText,
} from '../../../../core/domain/order-outcome.ts'
import {
  limitOfUnfilled,
  phrasedIntent,
  phrasedRecord,
  symbolOfIntent,
} from '../../../../core/domain/trade-story/trade-words.ts'
import { fillsOf, isEndState } from '../../../../core/domain/order-state.ts'
import { isRfqMarket, type OrderRecord } from '../../../../core/domain/order.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import { takenOf } from '../../../model/orders/taken.ts'
import { msFromMicros } from '../../../../core/domain/time.ts'
import { type Replacements, replacements } from '../../../model/orders/replacements.ts'
import { sentOrderOf } from '../../../model/orders/sent-order.ts'
import { shownOrder } from '../../../ui/order/order-phrase.tsx'

export type OutcomeKind =
  | 'working'
  | 'live'
  | 'filled'
  | 'part filled'
  | 'ended'
  | 'rejected'
  | 'liquidation'
  | 'not as sent'
  | 'checking'
  | 'dismissed'
  | 'accepted'

export interface OutcomeRow {
  readonly id: string
  readonly isRfq: boolean
  readonly rfq: string | undefined
  readonly kind: OutcomeKind
  readonly text: string
  /** Reason in a word why the rest ended; undefined if it has not. */
  readonly end: string | undefined
  readonly raw: string | undefined
  /** Undefined for another device's order: the venue's record has no time. */
  readonly atMs: number | undefined
  readonly filledMs: number | undefined
  readonly averagePrice: Decimal | undefined
  /** Limit of an order known to be without fills. */
  readonly limit: Decimal | undefined
  readonly filled: Decimal | undefined
  readonly quantity: Decimal
  readonly phrased: ReturnType<typeof phrasedIntent>
}

type RfqOutcome = Pick<RfqCard, 'state' | 'side' | 'tries' | 'count'>

interface OutcomeInputs {
  /** Client ids that the venue lists as open; undefined while unknown. */
  readonly listed: ReadonlySet<string> | undefined
  readonly past: ReadonlyMap<string, OrderRecord>
  readonly open?: ReadonlyMap<string, OrderRecord> | undefined
  readonly nowMs: number
  readonly rfqs?: ReadonlyMap<string, RfqOutcome> | undefined
  /** Start of today: earlier fills of other devices are in the journal only. */
  readonly todayMs?: number | undefined
  readonly replacements?: Replacements | undefined
}

function endedKind(record: OrderRecord | undefined, isRfq: boolean): OutcomeKind {
  if (isRfq) return 'ended'
  if (record === undefined) return 'accepted'
  const { filled, remaining } = fillsOf(record)
  if (record.order_state === 'filled' || remaining === '0') return 'filled'
  if (isLiquidationReason(record.cancel_state)) return 'liquidation'
  return filled === '0' ? 'ended' : 'part filled'
}

const endLabels: Readonly<Record<OutcomeKind, string>> = {
  working: 'Working at the venue.',
  live: 'Live at the venue.',
  filled: 'Filled.',
  'part filled': 'Partly filled, rest cancelled.',
  ended: 'Ended without a fill.',
  accepted: 'Accepted; no longer among the open orders.',
  liquidation: 'Cancelled by a liquidation of the account.',
  rejected: '',
  'not as sent': '',
  checking: 'Checking what was filled.',
  dismissed: 'Dismissed by you, outcome unknown.',
}

const endWords: Readonly<Record<string, string>> = {
  user_cancelled: 'cancelled',
  immediate_with_insufficient_liquidity: 'cancelled',
  timeout: 'timed out',
  insufficient_account_balance: 'no margin',
  liquidation: 'liquidated',
  supervisory: 'ended by venue',
}

const endWord = (record: OrderRecord | undefined): string => endWords[record?.cancel_state ?? ''] ?? 'ended'

/** The venue's own reason in words, or "Ended." without one. */
function whyEnded(kind: OutcomeKind, cancelState: string | undefined, isExpired: boolean): string {
  if (kind !== 'ended') return endLabels[kind]
  return cancelState !== undefined && isEndState(cancelState) ? endText(cancelState, isExpired).text : 'Ended.'
}

type Fills = Partial<Pick<OutcomeRow, 'averagePrice' | 'filled' | 'filledMs'>>
type RowState = Pick<OutcomeRow, 'kind' | 'text'> & Partial<Pick<OutcomeRow, 'end'>> & Fills

function listedRow(record: OrderRecord | undefined, isRfq: boolean): RowState {
  if (isRfq) return { kind: 'live', text: endLabels.live }
  const fills = record === undefined ? undefined : fillsOf(record)
  if (fills?.averagePrice === undefined) return { kind: 'working', text: endLabels.working, filled: fills?.filled }
  return {
    kind: 'part filled',
    text: 'Partly filled, the rest is working.',
    averagePrice: fills.averagePrice,
    filled: fills.filled,
  }
}

function fillsShown(record: OrderRecord | undefined, rfq: RfqOutcome | undefined): Fills {
  if (rfq !== undefined) {
    const filled = rfq.tries.filter(tried => tried.fills !== undefined)
    return {
      averagePrice: takenOf(rfq)?.average,
      filled: rfq.count.filled,
      filledMs: latest(filled.map(({ atMs }) => atMs)),
    }
  }
  if (record === undefined) return {}
  const { averagePrice, filled } = fillsOf(record)
  return { averagePrice, filled, filledMs: latest(record.executions.map(({ utc_timestamp: at }) => msFromMicros(at))) }
}

const latest = (times: readonly number[]): number | undefined => (times.length === 0 ? undefined : Math.max(...times))

function acceptedRow(intent: Intent, inputs: OutcomeInputs): RowState {
  const id = intent.client_order_id
  const isRfq = isRfqMarket(intent.order.market_id)
  const record = inputs.past.get(id)
  const rfq = inputs.rfqs?.get(id)
  const fills = fillsShown(record, rfq)
  const differences = intentDifferences(intent, record ?? inputs.open?.get(id))
  if (differences.length > 0) return { kind: 'not as sent', text: differenceText(differences), ...fills }
  if (rfq?.state === 'filled' || rfq?.state === 'checking')
    return { kind: rfq.state, text: endLabels[rfq.state], ...fills }
  if (inputs.listed?.has(id) === true) return listedRow(inputs.open?.get(id), isRfq)
  if (inputs.listed === undefined || (record === undefined && !isRfq))
    return { kind: 'accepted', text: 'Accepted by the venue.' }
  const kind = endedKind(record, isRfq)
  const replacedBy = record?.cancel_state === 'user_cancelled' ? shownOrder(inputs.replacements?.get(id)) : undefined
  if (replacedBy !== undefined && kind !== 'filled')
    return {
      kind,
      end: 'amended',
      text: `${kind === 'part filled' ? 'Partly filled. ' : ''}${replacedText(replacedBy)}`,
      ...fills,
    }
  return {
    kind,
    end: endWord(record),
    text: whyEnded(kind, record?.cancel_state, hasExpired(symbolsIn(symbolOfIntent(intent)), inputs.nowMs)),
    ...fills,
  }
}

export function outcomeRow(intent: Intent, inputs: OutcomeInputs): OutcomeRow | undefined {
  const { state } = intent
  const base = {
    id: intent.client_order_id,
    isRfq: isRfqMarket(intent.order.market_id),
    rfq: intent.context.rfq,
    raw: undefined,
    end: undefined,
    filledMs: undefined,
    atMs: sentOrderOf(intent).atMs,
    averagePrice: undefined,
    limit: undefined,
    filled: undefined,
    quantity: intent.order.quantity,
    phrased: phrasedIntent(intent),
  }
  const { price } = intent.order
  if (state.kind === 'accepted') {
    const row = { ...base, ...acceptedRow(intent, inputs) }
    return { ...row, limit: row.kind === 'not as sent' ? undefined : limitOfUnfilled(price, row.filled) }
  }
  if (state.kind === 'dead') return { ...base, kind: 'dismissed', text: endLabels.dismissed }
  if (state.kind !== 'rejected') return undefined
  const reason = rejectText(state.rejected.reason)
  return { ...base, kind: 'rejected', limit: price, text: reason.text, raw: reason.known ? reason.raw : undefined }
}

/** A filled order that this browser has not sent. It belongs to the RFQ that counts it. */
function foreignRow(record: OrderRecord, rfq: string | undefined): OutcomeRow {
  const kind = isForcedClose(record) ? 'liquidation' : endedKind(record, false)
  const { legs, side, quantity, closes } = phrasedRecord(record)
  return {
    id: record.client_order_id,
    isRfq: false,
    rfq,
    kind,
    text: isForcedClose(record) ? 'Closed by the venue in a liquidation.' : endLabels[kind],
    end: endWord(record),
    raw: undefined,
    atMs: undefined,
    filledMs: undefined,
    averagePrice: undefined,
    limit: undefined,
    filled: undefined,
    ...fillsShown(record, undefined),
    quantity,
    phrased: { legs, side, quantity, closes },
  }
}

function foreignRows(intents: readonly Intent[], { past, rfqs, todayMs }: OutcomeInputs): OutcomeRow[] {
  if (todayMs === undefined) return []
  const own = new Set<string>(intents.map(intent => intent.client_order_id))
  const rfqOf = new Map([...(rfqs ?? [])].flatMap(([rfq, { tries }]) => tries.map(one => [one.clientOrderId, rfq])))
  return [...past.values()]
    .filter(record => !own.has(record.client_order_id) && !isRfqMarket(record.market_id))
    .map(record => foreignRow(record, rfqOf.get(record.client_order_id)))
    .filter(({ filledMs }) => filledMs !== undefined && filledMs >= todayMs)
}

const timeOf = ({ atMs, filledMs }: OutcomeRow): number => atMs ?? filledMs ?? 0

/** Outcomes of this browser's orders, and today's fills of other devices, newest first. */
export function outcomeRows(intents: readonly Intent[], inputs: OutcomeInputs): OutcomeRow[] {
  const known = { ...inputs, replacements: replacements(intents) }
  return [...intents.flatMap(intent => outcomeRow(intent, known) ?? []), ...foreignRows(intents, inputs)].sort(
    (a, b) => timeOf(b) - timeOf(a),
  )
}
