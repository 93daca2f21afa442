/**
 * Follows one account: what polls and pushes tell of it goes through the code that the page takes down with, and into the store. Two steps, which whoever
 * keeps the time calls: `poll` (orders, positions, quotes on own RFQs) and `sample`. Neither throws for what the venue does; both reject where the store fails.
 */
import type { Evidence } from '../api/evidence/evidence.ts'
import { CashRecorder } from '../api/history/cash-recorder.ts'
import { LegBooker } from '../api/history/leg-booker.ts'
import { RecentTrades } from '../api/history/recent-trades.ts'
import { sampleOfAnswers } from '../api/history/sample-of-answers.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { createLookUps } from '../api/journal/look-ups.ts'
import { type OrderNoter, createOrderNoter } from '../api/journal/order-noter.ts'
import type { LookedUp } from '../api/journal/order-watch.ts'
import type { Timers } from '../api/browser/timers.ts'
import type { ClientOrderId } from '../domain/ids.ts'
import { isRfqMarket } from '../domain/order.ts'
import { hourMs, minuteMs } from '../domain/time.ts'
import type { AccountSession } from './account-session.ts'
import type { AccountAlerts } from './accounts-file.ts'
import { AlertWatch } from './alerts/alert-watch.ts'
import { NoteQueue } from './note-queue.ts'
import type { Retention } from './retention.ts'
import type { HistoryReader, Writer } from './store/store.ts'
import { VenueFacts } from './venue-facts.ts'

export interface FollowerParts {
  readonly session: AccountSession
  readonly writer: Writer
  readonly reader: HistoryReader
  readonly timers: Timers
  readonly retention: Retention
  /** What is sent while nobody looks; undefined: nothing. */
  readonly alerts?: AccountAlerts | undefined
}

/** A venue that did not answer for longer was not followed in between. */
const longestBreakMs = minuteMs
const bookDepth = 5
/** Fills of so many orders are enough to explain what moved cash since the last sample. */
const ordersBefore = 2_000

export class AccountFollower {
  readonly #parts: FollowerParts
  readonly #trades = new RecentTrades()
  readonly #booker: LegBooker
  readonly #noter: OrderNoter
  readonly #queue: NoteQueue
  readonly #lookUps: ReturnType<typeof createLookUps>
  #cash: CashRecorder
  readonly #facts: VenueFacts
  #watch: AlertWatch | undefined
  #followedBeforeMs: number | undefined
  readonly #gaps = { count: 0, totalMs: 0 }
  #span: { readonly fromMs: number; readonly toMs: number } | undefined
  #thinnedAtMs = Number.NEGATIVE_INFINITY

  private constructor(parts: FollowerParts) {
    this.#parts = parts
    const { writer, timers } = parts
    const nowMs = parts.session.clock.nowMs
    this.#facts = new VenueFacts(parts.session, timers)
    this.#queue = new NoteQueue(
      seen => writer.append(seen, rows => this.#watch?.news(rows)),
      ({ orders }) => this.#know(orders),
    )
    this.#lookUps = createLookUps({ timers, dropped: orders => this.#queue.note({ kind: 'not_looked_up', orders, atMs: nowMs() }) })
    this.#noter = createOrderNoter({
      note: seen => this.#queue.note(seen),
      lookUp: id => this.#lookUp(id),
      lookUpSoon: id => this.lookUpSoon(id),
      nowMs,
    })
    this.#booker = new LegBooker({
      nowMs,
      book: (order, bookings) => this.#queue.note({ kind: 'booking', client_order_id: order, bookings }),
    })
    this.#cash = new CashRecorder(this.#trades, event => this.#queue.note({ kind: 'cash', event }))
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
    const open = await reader.orders(owner, { which: 'open', most: ordersBefore })
    const [span] = (await reader.spans(owner)).slice(-1)
    this.#followedBeforeMs = span?.toMs
    const last = span === undefined ? undefined : (await reader.samples(owner, span.toMs - hourMs, span.toMs + hourMs)).at(-1)
    const [full] = last === undefined ? [] : await reader.fullSamples(owner, [last.atMs])
    if (full !== undefined) {
      this.#trades.forget(full.atMs)
      this.#trades.learn(await reader.orders(owner, { which: 'filled', most: ordersBefore }))
      this.#cash = new CashRecorder(this.#trades, event => this.#queue.note({ kind: 'cash', event }), full)
    }
    const { alerts } = this.#parts
    if (alerts !== undefined) await this.#beginWatch(alerts)
    this.#know(open)
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

  /** What polls or the socket told. */
  learn(evidence: Evidence): void {
    this.#noter.learn(evidence)
    if (evidence.kind !== 'positions') return
    this.#booker.polled(evidence.positions)
    this.#watch?.positions(evidence.positions)
  }

  /** Fills as the venue lists them: the records of the orders whose fills are not all taken down are asked for. */
  async learnTrades(trades: readonly { readonly client_order_id: ClientOrderId; readonly trade_id: string }[]): Promise<void> {
    const ids = [...new Set(trades.map(trade => trade.client_order_id))]
    const known = await this.#parts.reader.ordersById(this.#parts.session.owner, ids)
    const seen = new Set(known.flatMap(order => order.executions.map(each => `${order.client_order_id} ${each.trade_id}`)))
    for (const id of new Set(
      trades.filter(each => !seen.has(`${each.client_order_id} ${each.trade_id}`)).map(each => each.client_order_id),
    )) {
      this.lookUpSoon(id)
    }
  }

  /** Up to when the account was followed before, ms since 1970 UTC; undefined where it never was. */
  get followedBeforeMs(): number | undefined {
    return this.#followedBeforeMs
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

  /** Orders, positions and the quotes on own RFQs; true where the venue told all of it. */
  async poll(): Promise<boolean> {
    const { session, timers } = this.#parts
    const { client, owner, clock } = session
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
    await this.#queue.flush()
    if (orders.ok && positions.ok) this.#saw(clock.nowMs())
    return orders.ok && positions.ok
  }

  async #readQuotes(): Promise<void> {
    const { client, lacks } = this.#parts.session
    if (lacks('orderBook')) return
    const symbols = new Set([...this.#noter.open.values()].filter(order => isRfqMarket(order.market_id)).map(order => order.symbol))
    for (const symbol of symbols) {
      if (symbol === '') continue
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
    }
    const isUnbroken = span !== undefined && !isBroken
    this.#span = { fromMs: isUnbroken ? span.fromMs : nowMs, toMs: nowMs }
  }

  /** The stretch in which the account was followed is written down; and what is old is thinned, once an hour. */
  async saveSpan(): Promise<void> {
    if (this.#span !== undefined) await this.#parts.writer.saw(this.#span)
    const nowMs = this.#parts.session.clock.nowMs()
    if (nowMs - this.#thinnedAtMs < hourMs) return
    this.#thinnedAtMs = nowMs
    await this.#parts.writer.thin(nowMs, this.#parts.retention)
  }

  /** Asks what the account is worth, all at once, and keeps it; true where the venue told every part of it. */
  async sample(): Promise<boolean> {
    const { client, owner, clock } = this.#parts.session
    const [positions, balances, summary] = await Promise.all([
      client.call('positions', { owner }),
      client.call('balances', { owner }),
      this.#facts.summary(),
    ])
    if (!positions.ok || !balances.ok || summary === 'failed') return false
    const atMs = clock.nowMs()
    const index = await this.#facts.listing()
    const listingOf = index === undefined ? undefined : (symbol: string) => index.bySymbol(symbol)
    const before = this.#cash.last
    const taken = sampleOfAnswers({ atMs, positions: positions.answer, balances: balances.answer, summary, listingOf, before })
    const held = positions.answer.positions_response.positions
    if (held.rejected.length === 0) this.learn({ kind: 'positions', positions: held.rows })
    if (taken.kind !== 'sample') return false
    this.#cash.sample(taken.sample, taken.fundingRates, taken.listingOf)
    await this.#queue.flush()
    await this.#parts.writer.saveSample(taken.sample)
    await this.saveSpan()
    return true
  }

  /** Stretches in which the account was not followed, since this process does. */
  get gaps(): { readonly count: number; readonly totalMs: number } {
    return this.#gaps
  }

  /** What waits for the store, and what was let go. */
  get waiting(): NoteQueue['state'] {
    return this.#queue.state
  }

  stop(): void {
    this.#noter.stop()
    this.#lookUps.clear()
  }
}
