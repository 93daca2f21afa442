/**
 * Follows one account: what polls and pushes report of it goes through the code that the page takes down with, and into the store. Two steps, which anyone who
 * keeps the time calls: `poll` (orders, positions, quotes on own RFQs) and `sample`. Neither throws for what the venue does; both reject where the store fails.
 */
import { serverTimeMs } from '../client/create-client.ts'
import { createLookUps } from '../client/look-ups.ts'
import type { Timers } from '../client/timers.ts'
import type { AskTrades } from '../contract/feed.ts'
import type { ClientOrderId } from '../domain/ids.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { type Execution, isRfqMarket } from '../domain/order.ts'
import { legsOfPoint } from '../domain/reference-point.ts'
import { runSteps } from '../domain/steps.ts'
import { hourMs, minuteMs, secondMs } from '../domain/time.ts'
import { CashRecorder, nearMs } from '../history/cash-recorder.ts'
import type { Evidence } from '../history/evidence.ts'
import { type BookLegs, type EarlierPositions, heldIn, LegBooker } from '../history/leg-booker.ts'
import { createOrderNoter, type OrderNoter } from '../history/order-noter.ts'
import type { LookedUp } from '../history/order-watch.ts'
import { RecentTrades } from '../history/recent-trades.ts'
import { sampleOfAnswers } from '../history/sample-of-answers.ts'
import { type CaughtUp, readTradeHistory } from '../history/trade-history.ts'
import type { Sample } from '../domain/sample.ts'
import { withMids } from '../history/with-mids.ts'
import { withVolatility } from '../history/with-volatility.ts'
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
  /** What is sent while nobody looks; undefined: nothing. */
  readonly alerts?: AccountAlerts | undefined
}

/** A fill may be listed a little after the moment at which it is reported. */
const overlapMs = minuteMs
/** A venue that did not answer for longer was not followed in between. */
const longestBreakMs = minuteMs
const oldAfterMs = 15 * secondMs
const bookDepth = 5
/** Legs of live RFQs whose order books are read with each poll. */
const mostLegBooks = 12
/** So long after a question for trades that found no answer. */
const readAgainMs = 15 * secondMs
const ordersAtOnce = 2_000

export class AccountFollower {
  readonly #parts: FollowerParts
  readonly #trades = new RecentTrades()
  #booker: LegBooker
  readonly #noter: OrderNoter
  readonly #queue: NoteQueue
  readonly #lookUps: ReturnType<typeof createLookUps>
  #cash: CashRecorder
  /** The last sample that was stored. */
  #sampled: Sample | undefined
  readonly #facts: VenueFacts
  #watch: AlertWatch | undefined
  #followedBeforeMs: number | undefined
  /** Every fill up to here is stored, or waits to be written. */
  #fillsMs: number
  /** Undefined while the venue's socket is not live. */
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
    this.#lookUps = createLookUps({ timers, dropped: orders => this.#queue.note({ kind: 'not_looked_up', orders, atMs: nowMs() }) })
    this.#noter = createOrderNoter({
      note: seen => this.#queue.note(seen),
      marketNow: () => this.#facts.marketNow,
      lookUp: id => this.#lookUp(id),
      lookUpSoon: id => this.lookUpSoon(id),
      nowMs,
    })
    this.#booker = this.#bookLegs()
    this.#cash = this.#recordCash()
  }

  #bookLegs(earlier?: EarlierPositions): LegBooker {
    const { nowMs } = this.#parts.session.clock
    const book: BookLegs = (order, bookings) => this.#queue.note({ kind: 'booking', client_order_id: order, bookings, atMs: nowMs() })
    return new LegBooker({ nowMs, book }, earlier)
  }

  #recordCash(from?: Sample): CashRecorder {
    return new CashRecorder(this.#trades, (event, knownAtMs) => this.#queue.note({ kind: 'cash', event, knownAtMs }), from)
  }

  /** Goes on where the history ends. */
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
    // An account that was followed without its fills has them listed from the start.
    this.#fillsMs = (await reader.fillsUntil(owner)) ?? spans[0]?.fromMs ?? this.#fillsMs
    const last = span === undefined ? undefined : (await reader.samples(owner, span.toMs - hourMs, span.toMs + hourMs)).at(-1)
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

  /** Its first moment is stored, by the venue's clock: one that is killed before it read anything whole has its fills from there on. */
  async #beginHistory(): Promise<void> {
    const { clock, keepTime } = this.#parts.session
    await keepTime()
    const nowMs = clock.nowMs()
    this.#fillsMs = nowMs
    this.#span = { fromMs: nowMs, toMs: nowMs }
    await this.#parts.writer.saw(this.#span, nowMs)
  }

  /** What moved cash since the last sample. */
  async #learnFilledSince(fromMs: number): Promise<void> {
    const { reader, session } = this.#parts
    let toMs = Number.MAX_SAFE_INTEGER
    for (;;) {
      const filled = await reader.orders(session.owner, { which: 'filled', toMs, most: ordersAtOnce })
      this.#trades.learn(filled)
      const firstMs = filled.at(-1)?.firstFillMs ?? fromMs
      // Others of the same moment are on the next page.
      const nextMs = firstMs + 0.001
      if (filled.length < ordersAtOnce || firstMs <= fromMs || nextMs >= toMs) return
      toMs = nextMs
    }
  }

  async #beginWatch(alerts: AccountAlerts): Promise<void> {
    await this.#parts.writer.alerts.setFileAlerts(alerts.levels)
    const [facts, followedBeforeMs] = [this.#facts, this.#followedBeforeMs]
    this.#watch = new AlertWatch({ ...this.#parts, alerts, facts, followedBeforeMs, openOrders: () => [...this.#noter.open.values()] })
  }

  /** Undefined where nothing is sent. */
  get watch(): AlertWatch | undefined {
    return this.#watch
  }

  #know(orders: readonly JournalOrder[]): void {
    this.#noter.know(orders)
    this.#trades.learn(orders)
    this.#booker.orders(orders)
  }

  /** What polls or the socket reported. */
  learn(evidence: Evidence): void {
    this.#noter.learn(evidence)
    if (evidence.kind !== 'positions') return
    this.#booker.polled(evidence.positions)
    this.#watch?.positions(evidence.positions)
  }

  /** Where the venue lists its trades, while its socket is live. What was pushed before may lack something. */
  useTrades(ask: AskTrades | undefined): void {
    this.#askTrades = ask
    this.#hasMissed = true
    this.#readAgainMs = 0
  }

  /** Reads the trade history since the last moment whose every fill is stored; true where nothing is missing then. */
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
    // What was pushed since the socket is live is all that can be had.
    if (read === 'unsupported') this.#caughtUp({ lost: 0, startsMs: hadMissed ? askedMs : undefined }, completeMs, askedMs)
    else if (read.isWhole) this.#caughtUp(read, completeMs, askedMs)
    else this.#hasMissed = true
    this.#readAgainMs = timers.monotonicMs() + readAgainMs
    return !this.#hasMissed
  }

  /** The last one stored of those before this time. */
  async #lastFill(beforeMs: number): Promise<Execution | undefined> {
    const { reader, session } = this.#parts
    const [order] = await reader.orders(session.owner, { which: 'filled', toMs: beforeMs, most: 1 })
    return order?.executions.findLast(each => each.utc_timestamp / 1_000 <= beforeMs)
  }

  /** What the venue lists no more is lost. It is said once, since the next reading begins after it. */
  #caughtUp({ lost, startsMs }: Pick<CaughtUp, 'lost' | 'startsMs'>, fromMs: number, toMs: number): void {
    this.#fillsMs = toMs
    this.#lostFills += lost
    if (lost > 0 || startsMs !== undefined)
      this.#queue.note({ kind: 'fills_lost', fills: lost, fromMs, toMs: startsMs ?? toMs, atMs: toMs })
  }

  /** Has the venue's record of an order asked for, in its turn. */
  lookUpSoon(id: ClientOrderId): void {
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

  /** Orders, positions and the quotes on own RFQs; true where the venue reported all of it. */
  async poll(): Promise<boolean> {
    const { session, timers } = this.#parts
    const { client, owner, clock } = session
    void session.keepTime()
    const [askedAtMs, askedMs] = [clock.nowMs(), timers.monotonicMs()]
    const [orders, positions] = await Promise.all([client.call('openOrders', { owner }), client.call('positions', { owner })])
    if (orders.ok) {
      const { rows, rejected } = orders.answer.query_open_orders_response.open_orders
      this.learn({ kind: 'listed', records: rows, isWhole: rejected.length === 0, askedMs, askedAtMs })
    }
    if (positions.ok) {
      const { rows, rejected } = positions.answer.positions_response.positions
      if (rejected.length === 0) this.learn({ kind: 'positions', positions: rows })
    }
    await this.#readQuotes()
    if (this.#hasMissed && timers.monotonicMs() >= this.#readAgainMs) await this.readTrades()
    const heardMs = clock.nowMs()
    await this.#queue.flush()
    const { lost } = this.#queue.state
    if (lost > this.#droppedBefore) this.#hasMissed = true
    this.#droppedBefore = lost
    // What is pushed while the socket is live is whole.
    if (!this.#hasMissed) this.#fillsMs = heardMs
    const isWhole = orders.ok && positions.ok && this.#isFresh(orders.answer) && this.#isFresh(positions.answer)
    if (isWhole) this.#saw(clock.nowMs())
    return isWhole
  }

  /** An answer from a cache is of another time than now: nothing is recorded by it. */
  #isFresh(answer: unknown): boolean {
    const stampMs = serverTimeMs(answer)
    return stampMs === undefined || (this.#parts.session.clock.ageMs(stampMs) ?? 0) <= oldAfterMs
  }

  async #readQuotes(): Promise<void> {
    const { client, lacks } = this.#parts.session
    if (lacks('orderBook')) return
    const rfqs = [...this.#noter.open.values()].filter(order => isRfqMarket(order.market_id) && order.symbol !== '')
    if (rfqs.length === 0) return
    // What the quotes are judged by comes first, so that it is of their moment.
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

  /** The stretch in which the account was followed is written down; and what is old is thinned, once an hour. */
  async saveSpan(): Promise<void> {
    if (this.#span !== undefined) await this.#parts.writer.saw(this.#span, this.#fillsMs)
    const nowMs = this.#parts.session.clock.nowMs()
    if (nowMs - this.#thinnedAtMs < hourMs) return
    this.#thinnedAtMs = nowMs
    await this.#parts.writer.thin(nowMs, this.#parts.retention)
  }

  /** Asks what the account is worth, all at once, and keeps it; true where the venue reported every part of it. */
  async sample(): Promise<boolean> {
    const { client, owner } = this.#parts.session
    const [positions, balances, summary] = await Promise.all([
      client.call('positions', { owner }),
      client.call('balances', { owner }),
      this.#facts.summary(),
    ])
    if (!positions.ok || !balances.ok || summary === 'failed' || !this.#isFresh(positions.answer)) return false
    const index = await this.#facts.listing()
    const listingOf = index === undefined ? undefined : (symbol: string) => index.bySymbol(symbol)
    const before = this.#cash.last
    const taken = sampleOfAnswers({ positions: positions.answer, balances: balances.answer, summary, listingOf, before })
    const held = positions.answer.positions_response.positions
    if (held.rejected.length === 0) this.learn({ kind: 'positions', positions: held.rows })
    if (taken.kind !== 'sample') return false
    // What moved cash is judged once every fill before it is known.
    if (await this.readTrades()) this.#cash.sample(taken.sample, taken.fundingRates, taken.listingOf)
    await this.#queue.flush()
    const working = [...this.#noter.open.values()].flatMap(order => legsOfPoint(order).map(leg => leg.symbol))
    const sample = withMids(this.#cash.marked(taken.sample), working, summary?.data)
    await this.#parts.writer.saveSample(runSteps(withVolatility(sample, this.#sampled ?? before, index, summary?.data)))
    this.#sampled = taken.sample
    await this.saveSpan()
    return true
  }

  /** Stretches in which the account was not followed, since this process does. */
  get gaps(): { readonly count: number; readonly totalMs: number } {
    return this.#gaps
  }

  /** What waits for the store, and what was lost. */
  get waiting(): NoteQueue['state'] {
    const state = this.#queue.state
    return { ...state, lost: state.lost + this.#lostFills }
  }

  /** How long fills may be missing already, ms; 0 while none is. */
  get behindMs(): number {
    return this.#hasMissed ? Math.max(0, this.#parts.session.clock.nowMs() - this.#fillsMs) : 0
  }

  stop(): void {
    this.#noter.stop()
    this.#lookUps.clear()
  }
}
