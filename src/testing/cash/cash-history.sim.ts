/**
 * Days of an account that trades at random in the sandbox. A browser or recorder observes only part of them; its
 * figures are compared with the exchange's own books. All code from the venue's answers to the figures is the
 * program's.
 */
import { type RealisedInputs, seenRealised, type SeenRealised } from '../../core/account/realised-model.ts'
import { seenFills, timesAround } from '../../core/account/seen-fills.ts'
import { signedSize } from '../../core/domain/account.ts'
import { add, dec, type Decimal, mul, sub, sum } from '../../core/domain/decimal.ts'
import { clientOrderId } from '../../core/domain/ids.ts'
import type { JournalOrder } from '../../core/domain/journal-order.ts'
import type { JournalRow } from '../../core/domain/journal-row.ts'
import type { LegBooking } from '../../core/domain/leg-bookings.ts'
import { must } from '../../core/domain/must.ts'
import type { NewOrder } from '../../core/domain/order.ts'
import type { OwnerKey } from '../../core/domain/owner.ts'
import { type Sample, sampleOf } from '../../core/domain/sample.ts'
import { hourMs, microsFromMs, minuteMs, secondMs } from '../../core/domain/time.ts'
import { CashRecorder } from '../../core/history/cash-recorder.ts'
import { heldIn, heldOf, LegBooker } from '../../core/history/leg-booker.ts'
import { cashRow } from '../../core/history/noted.ts'
import { RecentTrades } from '../../core/history/recent-trades.ts'
import { createExchange } from '../../exchange/sandbox/engine/create-exchange.ts'
import { createMarket } from '../../exchange/sandbox/market/create-market.ts'
import type { ListedInstrument } from '../../exchange/sandbox/market/market.ts'
import { createRandom, type Random } from '../order-desk/virtual-time.sim.ts'
import { firmAtMarket } from '../order.fixture.ts'

const account = 'ann'
const beginning = dec('1000000')
const startMs = Date.UTC(2026, 10, 2, 5)
/** One market for all histories, so that prices are computed once. */
const market = createMarket({ seed: 'cash', mode: 'live', instruments: 150 })

export const watchers = ['open', 'gap', 'reload', 'fresh', 'recorder'] as const
export type Watching = (typeof watchers)[number]

export interface CashHistory {
  readonly watching: Watching
  readonly realised: SeenRealised
  readonly ledger: Decimal
  readonly inputs: RealisedInputs
  readonly samples: readonly Sample[]
  readonly orders: readonly JournalOrder[]
}

const choose = <Of>(random: Random, of: readonly Of[]): Of => must(of[Math.floor(random() * of.length)], 'a choice')

const nearBy = new Map<number, readonly ListedInstrument[]>()
function tradedAt(atMs: number): readonly ListedInstrument[] {
  const known = nearBy.get(atMs)
  if (known !== undefined) return known
  const found = market.listing(atMs).all.filter(({ base, product, strike, expiryMs }) => {
    if (base !== 'BTC' && base !== 'ETH') return false
    const isNear = strike === undefined || Math.abs(Number(strike) / Number(market.indexPrice(base, atMs)) - 1) < 0.05
    return product === 'perpetual' || (product === 'option' && isNear && (expiryMs ?? 0) < atMs + 60 * hourMs)
  })
  nearBy.set(atMs, found)
  return found
}

function createVenue(random: Random) {
  const exchange = createExchange({ market })
  exchange.apply({ kind: 'open_account', account }, microsFromMs(startMs))
  const filled: JournalOrder[] = []
  const positions = (atMs: number) => exchange.positions(account, microsFromMs(atMs))
  const send = (
    atMs: number,
    legs: readonly { readonly symbol: string; readonly ratio: number }[],
    quantity: string,
  ): void => {
    const id = clientOrderId(`o${filled.length} ${atMs}`)
    const side = choose(random, ['buy', 'sell'] as const)
    const order: NewOrder = {
      ...(legs.length === 1 ? { symbol: legs[0]?.symbol } : { legs }),
      ...firmAtMarket,
      side,
      quantity: dec(quantity),
      client_order_id: id,
    }
    exchange.apply({ kind: 'place', account, order, text: id }, microsFromMs(atMs))
    const record = exchange.orderDetails(account, { client_order_id: id }, microsFromMs(atMs))
    if (record === undefined || record.executions.length === 0) return
    const { symbol, executions } = record
    const ofOrder = {
      owner: 'venue ann' as OwnerKey,
      client_order_id: id,
      title: '',
      market_id: '0',
      type: 'MARKET',
      steps: [],
    }
    filled.push({ ...ofOrder, symbol, side, quantity: dec(quantity), sentAtMs: atMs, executions })
  }
  const trade = (atMs: number): void => {
    const held = positions(atMs)
    if (held.length > 0 && random() < 0.35) {
      const { symbol, size } = choose(random, held)
      return send(atMs, [{ symbol, ratio: 1 }], choose(random, [size.replace('-', ''), '0.1']))
    }
    const listed = tradedAt(Math.floor(atMs / hourMs) * hourMs)
    const perpetuals = listed.filter(each => each.product === 'perpetual').map(each => each.instrument.symbol)
    if (random() < 0.4)
      return send(atMs, [{ symbol: choose(random, perpetuals), ratio: 1 }], choose(random, ['0.3', '1', '4']))
    const options = listed.filter(each => each.product === 'option').map(each => each.instrument.symbol)
    if (options.length < 4) return
    const first = choose(random, options)
    const same = options.filter(symbol => symbol !== first && symbol.slice(0, 3) === first.slice(0, 3))
    if (random() < 0.5 || same.length === 0)
      return send(atMs, [{ symbol: first, ratio: 1 }], choose(random, ['0.1', '0.5']))
    const legs = [first, choose(random, same)].map((symbol, index) => ({ symbol, ratio: index === 0 ? 1 : -1 }))
    send(atMs, legs, choose(random, ['0.1', '0.5']))
  }
  const sample = (atMs: number): Sample => {
    const balances = exchange.balances(account, microsFromMs(atMs))
    const indexOf = (asset: string) => (asset === 'BTC' || asset === 'ETH' ? market.indexPrice(asset, atMs) : undefined)
    return sampleOf({ atMs, positions: positions(atMs), balances, indexOf })
  }
  return { positions, filled, trade, sample }
}

const ratesAt = (atMs: number) =>
  new Map(['BTC', 'ETH'].map(base => [`${base}-USD-PERPETUAL`, market.fundingRate(base, atMs)]))

class Watcher {
  readonly samples: Sample[] = []
  readonly rows = new Map<string, JournalRow>()
  readonly #venue: ReturnType<typeof createVenue>
  readonly #bookings = new Map<string, Readonly<Record<string, readonly LegBooking[]>>>()
  #known = 0
  #trades = new RecentTrades()
  #cash = new CashRecorder(this.#trades, () => undefined)
  #booker: LegBooker | undefined
  #nowMs = 0

  constructor(venue: ReturnType<typeof createVenue>) {
    this.#venue = venue
  }

  get orders(): readonly JournalOrder[] {
    return this.#venue.filled
      .slice(0, this.#known)
      .map(order => ({ ...order, bookings: this.#bookings.get(order.client_order_id) }))
  }

  begin(): void {
    const last = this.samples.at(-1)
    const from = this.samples.find(each => each.atMs === last?.cashFromMs) ?? last
    this.#trades = new RecentTrades()
    if (from !== undefined) this.#trades.forget(from.atMs)
    this.#trades.learn(this.orders)
    const note = (event: Parameters<typeof cashRow>[0]['event'], knownAtMs: number): void => {
      const row = cashRow({ kind: 'cash', event, knownAtMs })
      if (!this.rows.has(row.id)) this.rows.set(row.id, row)
    }
    this.#cash = new CashRecorder(this.#trades, note, from)
    const earlier =
      from === undefined
        ? { positions: new Map(), atMs: 0 }
        : { positions: heldIn(from.positions ?? []), atMs: from.atMs }
    const book = (order: string, bookings: Readonly<Record<string, readonly LegBooking[]>>): void =>
      void this.#bookings.set(order, { ...bookings, ...this.#bookings.get(order) })
    this.#booker = new LegBooker({ nowMs: () => this.#nowMs, book }, earlier)
  }

  poll(atMs: number): void {
    this.#nowMs = atMs
    this.#booker?.positions(heldOf(this.#venue.positions(atMs)))
  }

  readFills(): void {
    this.#known = this.#venue.filled.length
    this.#trades.learn(this.orders)
    this.#booker?.orders(this.orders)
  }

  sample(atMs: number, areFillsKnown = true): void {
    const taken = this.#venue.sample(atMs)
    this.poll(atMs)
    this.#cash.sample(taken, ratesAt(atMs), undefined, areFillsKnown)
    const last = this.samples.at(-1)
    const isOfMinute = last !== undefined && Math.floor(last.atMs / minuteMs) === Math.floor(atMs / minuteMs)
    const marked = this.#cash.marked(taken)
    if (!isOfMinute) this.samples.push(marked)
    else if (last.cashFromMs !== undefined && marked.cashFromMs === undefined)
      this.samples[this.samples.length - 1] = marked
  }
}

/** Returns after a gap. The first sample may precede the reading of fills, and a reload may follow immediately. */
function comeBack(watcher: Watcher, watching: Watching, atMs: number, random: Random): void {
  watcher.begin()
  if (watching === 'reload') {
    watcher.sample(atMs, false)
    watcher.begin()
  } else if (random() < 0.5) watcher.sample(atMs, false)
  else watcher.poll(atMs)
  watcher.readFills()
  watcher.sample(atMs + choose(random, [5, 70]) * secondMs)
}

const steps = 10
const hours = [1, 2, 3, 5, 8] as const

export function cashHistory(seed: number): CashHistory {
  const random = createRandom(seed)
  const watching = must(watchers[seed % watchers.length], 'a way to watch')
  const venue = createVenue(random)
  const watcher = new Watcher(venue)
  const leaves = watching === 'open' ? steps : watching === 'fresh' ? 0 : 1 + Math.floor(random() * 5)
  const returns = watching === 'open' ? steps : leaves + 2 + Math.floor(random() * (steps - leaves - 3))
  let atMs = startMs
  if (leaves > 0) {
    watcher.begin()
    watcher.sample(atMs)
  }
  for (let step = 1; step <= steps; step += 1) {
    atMs += choose(random, hours) * hourMs + Math.floor(random() * hourMs)
    const isThere = step <= leaves || step > returns
    if (step === returns) comeBack(watcher, watching, atMs - 10 * minuteMs, random)
    // A recorder may be stopped and started at any time.
    else if (watching === 'recorder' && isThere && random() < 0.2) watcher.begin()
    for (let trade = 0; trade < (random() < 0.6 ? 1 : 2); trade += 1) {
      venue.trade(atMs + trade * 20 * secondMs)
      if (!isThere) continue
      watcher.readFills()
      watcher.poll(atMs + trade * 20 * secondMs + 2 * secondMs)
    }
    // Some samples are taken amid fills: these leave cash for the next.
    if (isThere) watcher.sample(atMs + choose(random, [21, 30, 70]) * secondMs)
  }
  const endMs = atMs + 30 * minuteMs
  watcher.sample(endMs)
  return outcome(watching, watcher, venue.sample(endMs), venue)
}

function outcome(
  watching: Watching,
  watcher: Watcher,
  last: Sample,
  venue: ReturnType<typeof createVenue>,
): CashHistory {
  const { orders, samples } = watcher
  const first = must(samples[0], 'a sample')
  const near = new Set(timesAround(orders, samples))
  const inputs: RealisedInputs = {
    seen: seenFills(
      orders,
      samples.filter(each => near.has(each.atMs)),
    ),
    first: { atMs: first.atMs, positions: first.positions ?? [] },
    samples,
    held: new Map(venue.positions(last.atMs).map(each => [each.symbol, signedSize(each)])),
    cash: [...watcher.rows.values()],
    nowMs: last.atMs,
  }
  const premiums = (last.positions ?? [])
    .filter(each => each.product === 'option')
    .map(each => mul(each.size, each.average_entry_price))
  const ledger = sub(add(last.cash['USD'] ?? beginning, sum(premiums)), beginning)
  return { watching, realised: seenRealised(inputs), ledger, inputs, samples, orders }
}
