/**
 * Follows one account: records its polls and pushes with the page's own code, in the store. The caller schedules `poll`
 * (orders, positions, quotes on own RFQs) and `sample`. Both reject only if the store fails, never because of the
 * venue.
 */
import { type AnswerOf, timeMsOf } from '../core/contract/endpoints.ts'
import { createLookupQueue } from '../core/client/lookup-queue.ts'
import type { Timers } from '../core/client/timers.ts'
import type { AskTrades } from '../core/contract/feed.ts'
import type { ClientOrderId } from '../core/domain/ids.ts'
import type { JournalOrder } from '../core/domain/journal-order.ts'
import { type Execution, isRfqMarket } from '../core/domain/order.ts'
import { legsOfPoint } from '../core/domain/reference-point.ts'
import { runSteps } from '../core/domain/steps.ts'
import { hourMs, minuteMs, secondMs } from '../core/domain/time.ts'
import { CashRecorder, nearMs } from '../core/history/cash-recorder.ts'
import type { Evidence } from '../core/history/evidence.ts'
import { type BookLegs, type EarlierPositions, heldIn, LegBooker } from '../core/history/leg-booker.ts'
import { createOrderNoter, type OrderNoter } from '../core/history/order-noter.ts'
import type { LookedUp } from '../core/history/order-watch.ts'
import { RecentTrades } from '../core/history/recent-trades.ts'
import { sampleOfAnswers } from '../core/history/sample-of-answers.ts'
import { type CaughtUp, readTradeHistory } from '../core/history/trade-history.ts'
import type { Sample } from '../core/domain/sample.ts'
import { withMids } from '../core/history/with-mids.ts'
import { withVolatility } from '../core/history/with-volatility.ts'
import type { AccountSession } from './accounts/account-session.ts'
import type { AccountAlerts } from './accounts/accounts-file.ts'
import type { Retention } from './accounts/retention.ts'
import { VenueFacts } from './accounts/venue-facts.ts'
import { AlertWatch } from './alert-watch.ts'
import { NoteQueue } from './note-queue.ts'
import type { HistoryReader, Writer } from './store/store.ts'

export interface FollowerParts {
  readonly session: AccountSession
  readonly writer: Writer
  readonly reader: HistoryReader
  readonly timers: Timers
  readonly retention: Retention
  readonly alerts?: AccountAlerts | undefined
}

/** A fill may be listed a little later than its own time suggests. */
const overlapMs = minuteMs
/** A longer time without a response counts as a gap. */
const longestBreakMs = minuteMs
const oldAfterMs = 15 * secondMs
const bookDepth = 5
const mostLegBooks = 12
const readAgainMs = 15 * secondMs
const ordersAtOnce = 2_000

export class AccountFollower {
  readonly #parts: FollowerParts
  readonly #trades = new RecentTrades()
  #booker: LegBooker
  readonly #noter: OrderNoter
  readonly #queue: NoteQueue
  readonly #lookUps: ReturnType<typeof createLookupQueue>
  #cash: CashRecorder
  #sampled: Sample | undefined
  readonly #facts: VenueFacts
  #watch: AlertWatch | undefined
  #followedBeforeMs: number | undefined
  /** Time until which every fill is stored or queued. */
  #fillsMs: number
  #askTrades: AskTrades | undefined
  #hasMissed = true
  #reading: Promise<boolean> | undefined
  #readAgainMs = 0
  #lostFills = 0
  #droppedBefore = 0
  readonly #gaps = { count: 0, totalMs: 0 }
  #span: { readonly fromMs: number; readonly toMs: number } | undefined
  #thinnedAtMs = Number.NEGATIVE_INFINITY

  private constructor(parts: FollowerParts) {
    this.#parts = parts
    const { writer, timers } = parts
    const nowMs = parts.session.clock.nowMs
    this.#fillsMs = nowMs()
    this.#facts = new VenueFacts(parts.session, timers)
    this.#queue = new NoteQueue(
      seen => writer.append(seen, rows => this.#watch?.news(rows)),
      ({ orders }) => this.#know(orders),
    )
    this.#lookUps = createLookupQueue({
      timers,
      dropped: orders => this.#queue.note({ kind: 'not_looked_up', orders, atMs: nowMs() }),
    })
    this.#noter = createOrderNoter({
      note: seen => this.#queue.note(seen),
      marketNow: () => this.#facts.marketNow,
      lookUp: id => this.#lookUp(id),
      enqueueLookup: id => this.enqueueLookup(id),
      nowMs,
    })
    this.#booker = this.#bookLegs()
    this.#cash = this.#recordCash()
  }

  #bookLegs(earlier?: EarlierPositions): LegBooker {
    const { nowMs } = this.#parts.session.clock
    const book: BookLegs = (order, bookings) =>
      this.#queue.note({ kind: 'booking', client_order_id: order, bookings, atMs: nowMs() })
    return new LegBooker({ nowMs, book }, earlier)
  }

  #recordCash(from?: Sample): CashRecorder {
    return new CashRecorder(
      this.#trades,
      (event, knownAtMs) => this.#queue.note({ kind: 'cash', event, knownAtMs }),
      from,
    )
  }

  static async begin(parts: FollowerParts): Promise<AccountFollower> {
    const follower = new AccountFollower(parts)
    await follower.#restore()
    return follower
  }

  async #restore(): Promise<void> {
    const { reader, session } = this.#parts
    const { owner } = session
    const open = await reader.orders(owner, { which: 'open', most: ordersAtOnce })
    const spans = await reader.spans(owner)
    if (spans.length === 0) await this.#beginHistory()
    const span = spans.at(-1)
    this.#followedBeforeMs = span?.toMs
    // If the account was followed without its fills, they are listed from the start.
    this.#fillsMs = (await reader.fillsUntil(owner)) ?? spans[0]?.fromMs ?? this.#fillsMs
    const last =
      span === undefined ? undefined : (await reader.samples(owner, span.toMs - hourMs, span.toMs + hourMs)).at(-1)
    const [full] = last === undefined ? [] : await reader.fullSamples(owner, [last.atMs])
    const [named] = full?.cashFromMs === undefined ? [] : await reader.fullSamples(owner, [full.cashFromMs])
    const explained = named ?? full
    if (explained !== undefined) {
      const { positions, atMs } = explained
      if (positions !== undefined) this.#booker = this.#bookLegs({ positions: heldIn(positions), atMs })
      this.#trades.forget(explained.atMs - nearMs)
      await this.#learnFilledSince(explained.atMs - nearMs)
      this.#cash = this.#recordCash(explained)
      this.#trades.forget(explained.atMs)
    }
    const { alerts } = this.#parts
    if (alerts !== undefined) await this.#beginWatch(alerts)
    this.#know(open)
  }

  /** Stores the start by the venue's clock. If the process is killed early, the next one reads fills from there. */
  async #beginHistory(): Promise<void> {
    const { clock, keepTime } = this.#parts.session
    await keepTime()
    const nowMs = clock.nowMs()
    this.#fillsMs = nowMs
    this.#span = { fromMs: nowMs, toMs: nowMs }
    await this.#parts.writer.saveSeenSpan(this.#span, nowMs)
  }

  async #learnFilledSince(fromMs: number): Promise<void> {
    const { reader, session } = this.#parts
    let toMs = Number.MAX_SAFE_INTEGER
    for (;;) {
      const filled = await reader.orders(session.owner, { which: 'filled', toMs, most: ordersAtOnce })
      this.#trades.learn(filled)
      const firstMs = filled.at(-1)?.firstFillMs ?? fromMs
      // Others of the same time are on the next page.
      const nextMs = firstMs + 0.001
      if (filled.length < ordersAtOnce || firstMs <= fromMs || nextMs >= toMs) return
      toMs = nextMs
    }
  }

  async #beginWatch(alerts: AccountAlerts): Promise<void> {
    await this.#parts.writer.alerts.setFileAlerts(alerts.levels)
    const [facts, followedBeforeMs] = [this.#facts, this.#followedBeforeMs]
    this.#watch = new AlertWatch({
      ...this.#parts,
      alerts,
      facts,
      followedBeforeMs,
      openOrders: () => [...this.#noter.open.values()],
    })
  }

  get watch(): AlertWatch | undefined {
    return this.#watch
  }

  #know(orders: readonly JournalOrder[]): void {
    this.#noter.know(orders)
    this.#trades.learn(orders)
    this.#booker.orders(orders)
  }

  learn(evidence: Evidence): void {
    this.#noter.learn(evidence)
    if (evidence.kind !== 'positions') return
    this.#booker.polled(evidence.positions)
    this.#watch?.positions(evidence.positions)
  }

  useTrades(ask: AskTrades | undefined): void {
    this.#askTrades = ask
    this.#hasMissed = true
    this.#readAgainMs = 0
  }

  readTrades(): Promise<boolean> {
    this.#reading ??= this.#readTrades().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #readTrades(): Promise<boolean> {
    const ask = this.#askTrades
    if (ask === undefined) return false
    const { session, reader, timers } = this.#parts
    const { owner, clock } = session
    const askedMs = clock.nowMs()
    const [completeMs, hadMissed] = [this.#fillsMs, this.#hasMissed]
    const anchor = this.#hasMissed ? await this.#lastFill(completeMs) : undefined
    this.#hasMissed = false
    const read = await readTradeHistory(
      {
        ask,
        ordersById: ids => reader.ordersById(owner, ids),
        listing: () => this.#facts.listing(),
        lookUp: id => this.#lookUp(id),
        note: seen => this.#queue.note(seen),
        flush: () => this.#queue.flush(),
      },
      Math.min(completeMs - overlapMs, anchor === undefined ? completeMs : anchor.utc_timestamp / 1_000),
      anchor?.trade_id,
    )
    // Only pushes since the socket became live are available.
    if (read === 'unsupported')
      this.#caughtUp({ lost: 0, startsMs: hadMissed ? askedMs : undefined }, completeMs, askedMs)
    else if (read.isWhole) this.#caughtUp(read, completeMs, askedMs)
    else this.#hasMissed = true
    this.#readAgainMs = timers.monotonicMs() + readAgainMs
    return !this.#hasMissed
  }

  async #lastFill(beforeMs: number): Promise<Execution | undefined> {
    const { reader, session } = this.#parts
    const [order] = await reader.orders(session.owner, { which: 'filled', toMs: beforeMs, most: 1 })
    return order?.executions.findLast(each => each.utc_timestamp / 1_000 <= beforeMs)
  }

  /** Records fills that the venue no longer lists. Reported once: the next read starts after them. */
  #caughtUp({ lost, startsMs }: Pick<CaughtUp, 'lost' | 'startsMs'>, fromMs: number, toMs: number): void {
    this.#fillsMs = toMs
    this.#lostFills += lost
    if (lost > 0 || startsMs !== undefined)
      this.#queue.note({ kind: 'fills_lost', fills: lost, fromMs, toMs: startsMs ?? toMs, atMs: toMs })
  }

  enqueueLookup(id: ClientOrderId): void {
    this.#lookUps.ask(id, async () => (await this.#lookUp(id)).kind !== 'failed')
  }

  async #lookUp(id: string): Promise<LookedUp> {
    const { client, owner } = this.#parts.session
    const answered = await client.call('orderDetails', { query: { client_order_id: id as ClientOrderId }, owner })
    if (!answered.ok) return { kind: 'failed' }
    const details = answered.answer.query_order_response
    this.learn({ kind: 'details', client_order_id: id as ClientOrderId, details })
    return details.kind === 'found' ? { kind: 'found', record: details.order } : { kind: 'not_found' }
  }

  async poll(): Promise<boolean> {
    const { session, timers } = this.#parts
    const { client, owner, clock } = session
    void session.keepTime()
    const [askedAtMs, askedMs] = [clock.nowMs(), timers.monotonicMs()]
    const [orders, positions] = await Promise.all([
      client.call('openOrders', { owner }),
      client.call('positions', { owner }),
    ])
    if (orders.ok) {
      const { rows, rejected } = orders.answer.query_open_orders_response.open_orders
      this.learn({ kind: 'listed', records: rows, isWhole: rejected.length === 0, askedMs, askedAtMs })
    }
    if (positions.ok) this.#learnPositions(positions.answer)
    await this.#readQuotes()
    if (this.#hasMissed && timers.monotonicMs() >= this.#readAgainMs) await this.readTrades()
    const heardMs = clock.nowMs()
    await this.#queue.flush()
    const { lost } = this.#queue.state
    if (lost > this.#droppedBefore) this.#hasMissed = true
    this.#droppedBefore = lost
    // Pushes are complete while the socket is live.
    if (!this.#hasMissed) this.#fillsMs = heardMs
    const areOrdersFresh = orders.ok && this.#isFresh('openOrders', orders.answer)
    const isWhole = areOrdersFresh && positions.ok && this.#isFresh('positions', positions.answer)
    if (isWhole) this.#saw(clock.nowMs())
    return isWhole
  }

  #learnPositions({ positions_response: { positions } }: AnswerOf<'positions'>): void {
    if (positions.rejected.length === 0) this.learn({ kind: 'positions', positions: positions.rows })
  }

  /** A cached response is of another time, so nothing is recorded from it. */
  #isFresh<Name extends 'openOrders' | 'positions'>(name: Name, answer: AnswerOf<Name>): boolean {
    const stampMs = timeMsOf(name, answer)
    return stampMs === undefined || (this.#parts.session.clock.ageMs(stampMs) ?? 0) <= oldAfterMs
  }

  async #readQuotes(): Promise<void> {
    const { client, lacks } = this.#parts.session
    if (lacks('orderBook')) return
    const rfqs = [...this.#noter.open.values()].filter(order => isRfqMarket(order.market_id) && order.symbol !== '')
    if (rfqs.length === 0) return
    // The market is read first, so that quotes are judged by figures of the same time.
    await Promise.all([this.#facts.summary(), this.#facts.listing()])
    const legs = rfqs.flatMap(order => legsOfPoint(order).map(leg => leg.symbol)).slice(0, mostLegBooks)
    for (const symbol of new Set([...legs, ...rfqs.map(order => order.symbol)])) {
      const answered = await client.call('orderBook', { query: { symbol, depth: bookDepth } })
      if (answered.ok) this.learn({ kind: 'book', book: answered.answer.orderbook_response })
    }
  }

  #saw(nowMs: number): void {
    const span = this.#span
    const beforeMs = span?.toMs ?? this.#followedBeforeMs
    const isBroken = beforeMs !== undefined && nowMs - beforeMs > longestBreakMs
    if (isBroken) {
      this.#gaps.count += 1
      this.#gaps.totalMs += nowMs - beforeMs
      this.#queue.note({ kind: 'not_followed', fromMs: beforeMs, toMs: nowMs })
    }
    const isUnbroken = span !== undefined && !isBroken
    this.#span = { fromMs: isUnbroken ? span.fromMs : nowMs, toMs: nowMs }
  }

  async saveSpan(): Promise<void> {
    if (this.#span !== undefined) await this.#parts.writer.saveSeenSpan(this.#span, this.#fillsMs)
    const nowMs = this.#parts.session.clock.nowMs()
    if (nowMs - this.#thinnedAtMs < hourMs) return
    this.#thinnedAtMs = nowMs
    await this.#parts.writer.thin(nowMs, this.#parts.retention)
  }

  async sample(): Promise<boolean> {
    const { client, owner } = this.#parts.session
    const [positions, balances, summary] = await Promise.all([
      client.call('positions', { owner }),
      client.call('balances', { owner }),
      this.#facts.summary(),
    ])
    if (!positions.ok || !balances.ok || summary === 'failed' || !this.#isFresh('positions', positions.answer))
      return false
    const index = await this.#facts.listing()
    const listingOf = index === undefined ? undefined : (symbol: string) => index.bySymbol(symbol)
    const before = this.#cash.last
    const answers = { positions: positions.answer, balances: balances.answer }
    const taken = sampleOfAnswers({ ...answers, summary, listingOf, before })
    this.#learnPositions(positions.answer)
    if (taken.kind !== 'sample') return false
    // Cash is explained only after every earlier fill is known.
    if (await this.readTrades()) this.#cash.sample(taken.sample, taken.fundingRates, taken.listingOf)
    await this.#queue.flush()
    const working = [...this.#noter.open.values()].flatMap(order => legsOfPoint(order).map(leg => leg.symbol))
    const sample = withMids(this.#cash.marked(taken.sample), working, summary?.data)
    await this.#parts.writer.saveSample(runSteps(withVolatility(sample, this.#sampled ?? before, index, summary?.data)))
    this.#sampled = taken.sample
    await this.saveSpan()
    return true
  }

  get gaps(): { readonly count: number; readonly totalMs: number } {
    return this.#gaps
  }

  get waiting(): NoteQueue['state'] {
    const state = this.#queue.state
    return { ...state, lost: state.lost + this.#lostFills }
  }

  get behindMs(): number {
    return this.#hasMissed ? Math.max(0, this.#parts.session.clock.nowMs() - this.#fillsMs) : 0
  }

  stop(): void {
    this.#noter.stop()
    this.#lookUps.clear()
  }
}
