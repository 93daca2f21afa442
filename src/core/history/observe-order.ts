/**
 * Merges one observation into a known order and returns new rows. Each event makes its row once, even if several tabs
 * observe it: executions are identified by `trade_id`, intent steps by time and kind.
 */
import type { ClientOrderId } from '../domain/ids.ts'
import type { Intent, IntentStep } from '../domain/intent.ts'
import { isKnownByTrades, type JournalOrder, type QuotesSeen, recordOfJournal } from '../domain/journal-order.ts'
import type { JournalKind, JournalRow } from '../domain/journal-row.ts'
import { symbolOfIntent } from '../domain/trade-story/trade-words.ts'
import { filledQuantity, fillsOf, isEndState, isOver } from '../domain/order-state.ts'
import type { Execution, OrderRecord } from '../domain/order.ts'
import { joinedExecutions, addEvidence } from '../domain/own-order.ts'
import type { OwnerKey } from '../domain/owner.ts'
import type { Event, Observation, QuoteLevel } from './observation.ts'
import { fillsKnown } from './known-times.ts'
import { withPoint } from './reference-points.ts'
import type { BookLevel } from '../domain/market-data.ts'

/**
 * Maximum number of stored quotes per RFQ. They stay with the order, so that a finished RFQ still shows its quotes.
 * Only the opposite side counts: asks for a buyer, bids for a seller.
 */
const trailAtMost = 60

/** `levels`: opposite side, best first. The same object if nothing changed; no levels keep the previous ones. */
function seeQuotes(known: QuotesSeen | undefined, levels: readonly BookLevel[], atMs: number): QuotesSeen | undefined {
  const [best, second] = levels
  if (best === undefined) return known
  if (known === undefined)
    return { firstMs: atMs, best, ...withSecond(second), lastMs: atMs, trail: [{ atMs, price: best.price }] }
  if (atMs < known.lastMs || (isSame(known.best, best) && isSame(known.second, second))) return known
  const trail =
    known.best.price === best.price ? known.trail : [...known.trail, { atMs, price: best.price }].slice(-trailAtMost)
  return { firstMs: known.firstMs, best, ...withSecond(second), lastMs: atMs, trail }
}

const withSecond = (second: BookLevel | undefined): Pick<QuotesSeen, 'second'> =>
  second === undefined ? {} : { second }

/** Compares by price only: sizes change all the time. */
const isSame = (a: BookLevel | undefined, b: BookLevel | undefined): boolean => a?.price === b?.price

export interface ObservedOrder {
  readonly order: JournalOrder
  readonly rows: readonly JournalRow[]
}

export function observe(
  known: JournalOrder | undefined,
  seen: Observation,
  owner: OwnerKey,
): ObservedOrder | undefined {
  const observed = eventOf(known, seen, owner)
  const before = observed?.order ?? known
  if (before === undefined || seen.with === undefined) return observed
  const order = withPoint(known, before, seen)
  return order === before ? observed : { order, rows: observed?.rows ?? [] }
}

function eventOf(known: JournalOrder | undefined, seen: Event, owner: OwnerKey): ObservedOrder | undefined {
  switch (seen.kind) {
    case 'intent':
      return observeIntent(known, seen.intent, owner)
    case 'record':
      return observeRecord(known, seen, owner)
    case 'execution':
      return observeExecution(known, seen, owner)
    case 'gone':
      return known?.openSinceMs === undefined ? undefined : endedBecause(known, seen.why, seen.atMs)
    case 'quote':
      return known === undefined ? undefined : observeQuote(known, seen)
    case 'booking':
      return known === undefined ? undefined : observeBooking(known, seen)
    case 'command':
      return known === undefined ? undefined : observeCommand(known, seen)
  }
}

const about = (order: JournalOrder): Omit<JournalRow, 'id' | 'atMs' | 'kind' | 'what'> => ({
  client_order_id: order.client_order_id,
  order_id: order.order_id,
  market_id: order.market_id,
  title: order.title,
  symbol: order.symbol,
  side: order.side,
})

const stepKinds: Readonly<Record<string, JournalKind>> = {
  confirmed: 'intent',
  send_again: 'intent',
  sending: 'intent',
  accepted: 'answer',
  rejected: 'answer',
  one_rejected: 'answer',
  duplicate: 'answer',
  seen: 'answer',
}

function observeIntent(known: JournalOrder | undefined, intent: Intent, owner: OwnerKey): ObservedOrder | undefined {
  if (intent.history.length === 0) return undefined
  const keyOf = (step: IntentStep): string => `${step.atMs} ${step.kind}`
  const reported = new Set(known?.steps)
  const fresh = intent.history.filter(step => !reported.has(keyOf(step)))
  const order = orderOfIntent(known, intent, owner, fresh.map(keyOf))
  const rows = fresh.map((step): JournalRow => {
    const kind = stepKinds[step.kind] ?? 'state'
    return {
      ...about(order),
      id: `${order.client_order_id} i ${keyOf(step)}`,
      atMs: step.atMs,
      kind,
      what: step.kind,
      quantity: order.quantity,
      price: order.price,
      detail: step.detail,
      raw:
        step.kind === 'confirmed'
          ? intent.order
          : step === fresh.findLast(each => stepKinds[each.kind] === 'answer')
            ? answerOf(intent)
            : undefined,
    }
  })
  const isSame =
    rows.length === 0 && known?.openSinceMs === order.openSinceMs && known?.acceptedAtMs === order.acceptedAtMs
  return isSame ? undefined : { order, rows }
}

function answerOf({ state }: Intent): unknown {
  if (state.kind === 'accepted') return state.accepted ?? state.order
  return state.kind === 'rejected' ? state.rejected : undefined
}

function orderOfIntent(
  known: JournalOrder | undefined,
  intent: Intent,
  owner: OwnerKey,
  steps: readonly string[],
): JournalOrder {
  const { order, state } = intent
  const accepted = state.kind === 'accepted' ? state.accepted : undefined
  const atMs =
    accepted === undefined
      ? intent.history.findLast(step => step.kind === 'seen')?.atMs
      : accepted.utc_timestamp / 1_000
  const acceptedAtMs = known?.acceptedAtMs ?? (state.kind === 'accepted' ? (atMs ?? intent.createdAtMs) : undefined)
  return {
    ...known,
    owner,
    client_order_id: intent.client_order_id,
    order_id: known?.order_id ?? accepted?.order_id ?? (state.kind === 'accepted' ? state.order?.order_id : undefined),
    title: intent.context.title,
    market_id: order.market_id,
    symbol: symbolOfIntent(intent) || (known?.symbol ?? ''),
    legs: known?.legs ?? accepted?.legs ?? (order.legs === undefined ? undefined : intent.context.legs),
    side: order.side,
    type: order.type,
    time_in_force: order.time_in_force,
    quantity: order.quantity,
    price: order.price,
    recv_window: order.recv_window,
    sentAtMs: intent.createdAtMs,
    acceptedAtMs,
    ioi_cache_timeout: known?.ioi_cache_timeout ?? accepted?.ioi_cache_timeout,
    rfq: intent.context.rfq,
    openSinceMs: known?.openSinceMs ?? (known?.endedAtMs === undefined ? acceptedAtMs : undefined),
    executions: known?.executions ?? [],
    steps: [...(known?.steps ?? []), ...steps],
  }
}

type SeenExecution = Extract<Event, { kind: 'execution' }>

function observeExecution(
  known: JournalOrder | undefined,
  seen: SeenExecution,
  owner: OwnerKey,
): ObservedOrder | undefined {
  const { order_state, execution, atMs } = seen
  // A trade proves that the venue accepted the order.
  const record =
    known === undefined ? undefined : recordOfJournal({ ...known, order_state: known.order_state ?? order_state })
  const executions = [...(record?.executions ?? []).filter(each => each.trade_id !== execution.trade_id), execution]
  const before = record ?? recordOfTrade(seen)
  const quantity = isKnownByTrades(before) ? filledQuantity({ executions }) : before.quantity
  return observeRecord(known, { record: { ...before, quantity, executions, order_state }, atMs }, owner)
}

const recordOfTrade = ({ client_order_id, order, order_state, execution }: SeenExecution): OrderRecord => ({
  market_id: '',
  type: '',
  quantity: execution.executed_quantity,
  ...order,
  client_order_id: client_order_id as ClientOrderId,
  order_state,
  cancel_state: 'none',
  executions: [],
})

/** A late or repeated record reverts nothing: states only advance, and fills stay. */
function withoutRegression(known: JournalOrder | undefined, reported: OrderRecord): OrderRecord {
  const before = known?.order_state === undefined ? undefined : recordOfJournal(known)
  if (before === undefined) return reported
  const earlier = addEvidence(undefined, reported.client_order_id, { kind: 'record', record: before })
  const { order_state, cancel_state } =
    addEvidence(earlier, reported.client_order_id, { kind: 'record', record: reported }).record ?? reported
  return { ...reported, order_state, cancel_state }
}

type SeenRecord = Omit<Extract<Event, { kind: 'record' }>, 'kind'>

function observeRecord(known: JournalOrder | undefined, seen: SeenRecord, owner: OwnerKey): ObservedOrder | undefined {
  const { atMs } = seen
  const record = withoutRegression(known, seen.record)
  const over = isOver(record)
  // It was considered gone because no list showed it. This list shows it again.
  const isBack = seen.isListed === true && !over && known?.endedAtMs !== undefined
  const reported = new Set(known?.executions.map(each => each.trade_id))
  const fills = record.executions.filter(each => !reported.has(each.trade_id))
  const isSameState = known?.order_state === record.order_state && known.cancel_state === record.cancel_state
  const hasNewTerms = known !== undefined && isKnownByTrades(known)
  if (isSameState && fills.length === 0 && !isBack && !(hasNewTerms && !isKnownByTrades(record))) return undefined
  const before =
    known === undefined ? orderOfRecord(record, atMs, owner) : hasNewTerms ? withTerms(known, record) : known
  const executions = joinedExecutions(before.executions, fills)
  const order: JournalOrder = {
    ...before,
    order_id: before.order_id ?? record.order_id,
    symbol: record.symbol === '' ? before.symbol : record.symbol,
    legs: before.legs ?? record.legs,
    order_state: record.order_state,
    cancel_state: record.cancel_state,
    executions,
    ...fillsKnown(before, fills, atMs),
    // A later fill may have been observed first.
    firstFillMs: executions[0] === undefined ? before.firstFillMs : executions[0].utc_timestamp / 1_000,
    openSinceMs: over
      ? undefined
      : (before.openSinceMs ?? (before.endedAtMs === undefined || isBack ? atMs : undefined)),
    endedAtMs: over ? (before.endedAtMs ?? atMs) : isBack ? undefined : before.endedAtMs,
    listedAgainMs: isBack ? atMs : before.listedAgainMs,
  }
  const rows = fills.map(fill => fillRow(order, fill, record))
  // If this browser sent the order, the acceptance already has a row.
  const isNews =
    known?.order_state !== undefined || known?.acceptedAtMs === undefined || record.order_state !== 'accepted' || over
  if (!isSameState && isNews) rows.push(stateRow(order, record, atMs))
  if (isBack) rows.push(wordRow(order, 'listed_again', atMs, `listed again ${atMs}`))
  return { order, rows }
}

const withTerms = (known: JournalOrder, { market_id, type, quantity, price }: OrderRecord): JournalOrder => ({
  ...known,
  market_id,
  type,
  quantity,
  price: price ?? known.price,
})

function orderOfRecord(record: OrderRecord, atMs: number, owner: OwnerKey): JournalOrder {
  return {
    owner,
    client_order_id: record.client_order_id,
    order_id: record.order_id,
    title: '',
    market_id: record.market_id,
    symbol: record.symbol,
    legs: record.legs,
    side: record.side,
    type: record.type,
    quantity: record.quantity,
    price: record.price,
    sentAtMs: atMs,
    openSinceMs: atMs,
    executions: [],
    steps: [],
  }
}

const fillRow = (order: JournalOrder, fill: Execution, record: OrderRecord): JournalRow => ({
  ...about(order),
  id: `${order.client_order_id} x ${fill.trade_id}`,
  atMs: fill.utc_timestamp / 1_000,
  knownAtMs: order.fillsKnownMs?.[fill.trade_id],
  kind: 'execution',
  what: 'fill',
  quantity: fill.executed_quantity,
  price: fill.executed_price,
  trade_id: fill.trade_id,
  liquidity_flag: fill.liquidity_flag,
  detail: isKnownByTrades(record) ? undefined : `of ${record.quantity}`,
})

const stateRow = (order: JournalOrder, record: OrderRecord, atMs: number): JournalRow => {
  const isCancelled = isEndState(record.cancel_state)
  const { filled, averagePrice } = fillsOf(record)
  // Uses the fill price, never the limit.
  const traded = isCancelled || averagePrice === undefined ? undefined : { quantity: filled, price: averagePrice }
  return {
    ...about(order),
    id: `${order.client_order_id} s ${record.order_state} ${record.cancel_state}`,
    atMs,
    kind: 'state',
    what: isCancelled ? 'ended' : record.order_state,
    quantity: record.quantity,
    price: record.price,
    ...traded,
    detail: isCancelled ? record.cancel_state : undefined,
    raw: isOver(record) ? { ...record, executions: record.executions.length } : undefined,
  }
}

function endedBecause(known: JournalOrder, why: string, atMs: number): ObservedOrder {
  const order = { ...known, openSinceMs: undefined, endedAtMs: atMs }
  // An order that disappears again after a list showed it gets another row. The first id is the same in every tab.
  const again = known.listedAgainMs === undefined ? '' : ` ${known.listedAgainMs}`
  return { order, rows: [wordRow(order, why, atMs, `${why}${again}`)] }
}

const wordRow = (order: JournalOrder, what: string, atMs: number, id: string): JournalRow => ({
  ...about(order),
  id: `${order.client_order_id} s ${id}`,
  atMs,
  kind: 'state',
  what,
  quantity: order.quantity,
  price: order.price,
})

const levelText = (side: string, level: QuoteLevel | undefined): string =>
  level === undefined ? `no ${side}` : `${side} ${level.price} × ${level.quantity}`

function observeQuote(known: JournalOrder, seen: Extract<Event, { kind: 'quote' }>): ObservedOrder | undefined {
  const quote = `${seen.buy?.price ?? ''} ${seen.sell?.price ?? ''}`
  const levels =
    known.side === 'buy' ? [seen.sell, seen.nextSell] : known.side === 'sell' ? [seen.buy, seen.nextBuy] : []
  const quotes = seeQuotes(
    known.quotes,
    levels.filter(level => level !== undefined),
    seen.atMs,
  )
  if (quote === (known.quote ?? ' '))
    return quotes === known.quotes ? undefined : { order: { ...known, quotes }, rows: [] }
  const order = { ...known, quote, ...(quotes === undefined ? {} : { quotes }) }
  const row: JournalRow = {
    ...about(order),
    id: `${order.client_order_id} q ${seen.atMs}`,
    atMs: seen.atMs,
    kind: 'quote',
    what: 'quote',
    detail: `${levelText('buy', seen.buy)}, ${levelText('sell', seen.sell)}`,
  }
  return { order, rows: [row] }
}

/** Stored once: a later computation has no better data. */
function observeBooking(
  known: JournalOrder,
  { bookings, atMs }: Extract<Event, { kind: 'booking' }>,
): ObservedOrder | undefined {
  const fresh = Object.keys(bookings).filter(trade => known.bookings?.[trade] === undefined)
  if (fresh.length === 0) return undefined
  const bookingsKnownMs = { ...known.bookingsKnownMs, ...Object.fromEntries(fresh.map(trade => [trade, atMs])) }
  return { order: { ...known, bookings: { ...bookings, ...known.bookings }, bookingsKnownMs }, rows: [] }
}

function observeCommand(known: JournalOrder, seen: Extract<Event, { kind: 'command' }>): ObservedOrder {
  const refreshed = seen.command === 'refresh' && seen.outcome === 'done'
  const order = refreshed ? { ...known, refreshedAtMs: seen.atMs } : known
  const row: JournalRow = {
    ...about(order),
    id: `${order.client_order_id} c ${seen.command} ${seen.outcome} ${seen.atMs}`,
    atMs: seen.atMs,
    kind: 'command',
    what: `${seen.command} ${seen.outcome}`,
    detail: seen.reason,
  }
  return { order, rows: [row] }
}
