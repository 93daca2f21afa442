/**
 * One history of an exchange with unreliable connections: requests and answers are lost or delayed, sockets break, the
 * server is killed. Then everything recovers, and within fixed numbers of steps all parties must agree. Throws at the
 * first violation.
 */
import { clientOrderId, orderId } from '../../core/domain/ids.ts'
import { isRfqMarket } from '../../core/domain/order.ts'
import { dayMs, type EpochMicros, hourMs, microsFromMs, minuteMs } from '../../core/domain/time.ts'
import { assure, assureSame } from '../../exchange/sandbox/engine/sim/assure.ts'
import {
  chooseTargets,
  goodOrder,
  type Manner,
  pauseMs,
  symbolOf,
  type Target,
} from '../../exchange/sandbox/engine/sim/hand.ts'
import { firstMs, markets } from '../../exchange/sandbox/engine/sim/markets.ts'
import { Random } from '../../exchange/sandbox/engine/sim/random.ts'
import { SavedExchange } from '../../exchange/sandbox/engine/sim/saved-exchange.ts'
import { Tally } from '../../exchange/sandbox/engine/sim/tally.ts'
import { type AppliedCommand, type Command, type Exchange, type Outcome } from '../../exchange/sandbox/exchange.ts'
import { createFeedHub, type FeedHub, publishing } from '../../exchange/sandbox/feed/hub.ts'
import type { SandboxMarket } from '../../exchange/sandbox/market/create-market.ts'
import { type Plant, planted, type PlantMemory, pushed } from './planted.sim.ts'
import { checkShown, keyOf, type Placed, rfqLifeMicros } from './shown-state.sim.ts'
import { Subscriber } from './subscriber.sim.ts'

/** Requests needed to learn an outcome: a look-up, and a resend if nothing is found. */
const requestsToResolve = 2
const ticksToAgree = 1

type Place = Extract<Command, { kind: 'place' }>
/** A request without an answer; `late`: it may still arrive. */
interface Unknown {
  readonly command: Place
  readonly isLate: boolean
}

const clients = ['ann', 'bob', 'cy'] as const
const manner: Manner = { sizesUsd: [300, 3_000, 30_000], atMarket: 0.08, far: 0.03, cycles: [1, 2, 3, 20, 500] }

class LivenessRun {
  readonly #random: Random
  readonly #market: SandboxMarket
  readonly #isQuiet: boolean
  readonly #saved: SavedExchange
  readonly #subscribers = clients.map(account => new Subscriber(account))
  readonly #placed = new Map<string, Placed>()
  readonly #symbols = new Set<string>()
  /** First answer to each order, even if its client did not receive it. */
  readonly #answers = new Map<string, Outcome>()
  readonly #memory: PlantMemory = { ended: [], ids: new Set() }
  readonly #plant: Plant | undefined
  readonly tally: Tally
  #unknown: Unknown[] = []
  #late: Place[] = []
  #targets: readonly Target[]
  #hub: FeedHub
  #nowMs: number
  #lastId = 0
  #appliedMs = Number.NaN

  constructor(seed: number, tally: Tally, plant?: Plant) {
    this.#random = new Random(seed)
    this.tally = tally
    this.#plant = plant
    const kind = this.#random.weighted({ quiet: 60, live: 25, wildAndQuiet: 15 })
    this.#isQuiet = kind !== 'live'
    this.#market = this.#random.pick(markets[kind])
    this.#saved = new SavedExchange(this.#market)
    this.#nowMs =
      firstMs +
      this.#random.whole(0, 20) * dayMs +
      this.#random.pick([8 * hourMs - 20 * minuteMs, this.#random.whole(0, dayMs)])
    this.#targets = chooseTargets(this.#random, this.#market, this.#nowMs)
    this.#hub = this.#openHub()
  }

  get #now(): EpochMicros {
    return microsFromMs(this.#nowMs)
  }

  #exchange(): Exchange {
    const { exchange } = this.#saved
    const seen: Exchange = { ...exchange, apply: (command, now) => this.#saved.apply(command, now) }
    return publishing(planted(seen, this.#plant, this.#memory), events =>
      this.#hub.publish(pushed(events, this.#plant)),
    )
  }

  #openHub(): FeedHub {
    return createFeedHub({
      exchange: this.#exchange(),
      market: this.#market,
      clock: () => this.#now,
      judge: account => Promise.resolve({ account, expMs: Number.POSITIVE_INFINITY, uri: undefined }),
      onError: error => {
        throw error
      },
    })
  }

  #apply(command: Command): AppliedCommand {
    const applied = this.#exchange().apply(command, this.#now)
    this.#appliedMs = this.#nowMs
    this.tally.note(command, applied, new Map())
    for (const event of applied.events) {
      if (event.kind !== 'order_accepted') continue
      const { account, order, at } = event
      this.#symbols.add(order.symbol)
      const sent = command.kind === 'place' ? command.order : { ...order, time_in_force: 'IOC' }
      this.#placed.set(keyOf(account, order.client_order_id), { order: sent, placedAt: at, interestAt: at })
    }
    const { outcome } = applied
    if (command.kind === 'refresh_interest' && outcome.kind === 'refreshed') {
      const key = keyOf(command.account, outcome.order.client_order_id)
      const known = this.#placed.get(key)
      if (known !== undefined) this.#placed.set(key, { ...known, interestAt: applied.at })
    }
    if (command.kind === 'place') this.#checkAnswer(command, outcome)
    return applied
  }

  #checkAnswer({ account, order }: Place, outcome: Outcome): void {
    const key = keyOf(account, order.client_order_id)
    const first = this.#answers.get(key)
    if (first === undefined) this.#answers.set(key, outcome)
    else assureSame(JSON.stringify(first), JSON.stringify(outcome), 'a repeated order gets its first answer')
  }

  async run(): Promise<void> {
    for (const account of clients) this.#apply({ kind: 'open_account', account })
    const steps = this.#random.whole(10, 28)
    for (let step = 0; step < steps; step += 1) await this.#suffer()
    await this.#heal()
    await this.#outlive()
  }

  async #suffer(): Promise<void> {
    const random = this.#random
    this.#nowMs += pauseMs(random, this.#nowMs, { hours: 4, days: 1 })
    if (random.chance(0.1)) this.#targets = chooseTargets(random, this.#market, this.#nowMs)
    const kind = random.weighted({
      place: 60,
      cancel: 6,
      refresh: 4,
      tick: 12,
      read: 5,
      late: 6,
      lose: 6,
      connect: 14,
      snapshot: 4,
    })
    const account = random.pick(clients)
    const [one] = this.#exchange().openOrders(account, this.#now)
    if (kind === 'place') this.#send(account)
    else if (kind === 'cancel' && one?.order_id !== undefined)
      this.#apply({ kind, account, key: { order_id: orderId(one.order_id) } })
    else if (kind === 'refresh') this.#refresh(account)
    else if (kind === 'tick') this.#apply({ kind })
    else if (kind === 'late') this.#arrive()
    else if (kind === 'lose') random.pick(this.#subscribers).lose()
    else if (kind === 'connect') await this.#connect(random.pick(this.#subscribers))
    else if (kind === 'snapshot') this.#saved.snapshot()
    // Only right after a command: later reads are not journaled and repeat with the next command.
    if (this.#appliedMs === this.#nowMs && random.chance(0.1)) this.#kill()
  }

  #send(account: string): void {
    const random = this.#random
    const target = random.pick(random.chance(0.75) ? this.#targets.slice(-3) : this.#targets)
    const book = this.#exchange().orderBook(symbolOf(target), 3, this.#now)
    this.#lastId += 1
    const order = goodOrder(
      random,
      { market: this.#market, target, nowMs: this.#nowMs, book, manner },
      `o${this.#lastId}`,
    )
    const command: Place = { kind: 'place', account, order, text: JSON.stringify(order) }
    const line = random.weighted({ well: 60, request: 15, answer: 17, late: 8 })
    if (line === 'well' || line === 'answer') this.#apply(command)
    if (line === 'well') return
    this.tally.add(`unknown: ${line} lost`)
    this.#unknown.push({ command, isLate: line === 'late' })
    if (line === 'late') this.#late.push(command)
  }

  #refresh(account: string): void {
    const rfq = this.#exchange()
      .openOrders(account, this.#now)
      .find(order => isRfqMarket(order.market_id))
    if (rfq?.order_id !== undefined) this.#apply({ kind: 'refresh_interest', account, key: { order_id: rfq.order_id } })
  }

  #arrive(): void {
    const command = this.#late.shift()
    if (command !== undefined) this.#apply(command)
  }

  async #connect(subscriber: Subscriber): Promise<void> {
    if (!subscriber.isConnected()) await subscriber.connect(this.#hub, this.#exchange(), this.#now)
  }

  #kill(): void {
    for (const subscriber of this.#subscribers) subscriber.lose()
    this.#saved.kill(
      { orders: new Map(clients.map(account => [account, []])), symbols: [...this.#symbols], instruments: [] },
      this.#now,
    )
    this.#hub = this.#openHub()
    this.tally.add('killed')
  }

  async #heal(): Promise<void> {
    for (const subscriber of this.#subscribers) await this.#connect(subscriber)
    for (const unknown of this.#unknown) this.#resolve(unknown)
    // A late duplicate must still be the same order.
    while (this.#late.length > 0) this.#arrive()
    this.#agree()
  }

  #resolve({ command }: Unknown): void {
    const { account, order } = command
    const key = { client_order_id: clientOrderId(order.client_order_id) }
    this.#nowMs += this.#random.whole(0, 900)
    let requests = 1
    let found = this.#exchange().orderDetails(account, key, this.#now)
    const before = this.#answers.get(keyOf(account, order.client_order_id))
    assure(
      (found !== undefined) === (before?.kind === 'accepted'),
      'a look-up finds what was accepted, and nothing else',
      () => [order, before],
    )
    if (found === undefined) {
      requests += 1
      const { outcome } = this.#apply(command)
      assure(outcome.kind === 'accepted' || outcome.kind === 'rejected', 'an order has an outcome', () => [
        order,
        outcome,
      ])
      found = this.#exchange().orderDetails(account, key, this.#now)
      assure(
        (found !== undefined) === (outcome.kind === 'accepted'),
        'a look-up finds what was accepted, and nothing else',
        () => [order, outcome],
      )
      this.tally.add(`resolved by asking again: ${outcome.kind}`)
    } else this.tally.add('resolved by a look-up')
    assure(requests <= requestsToResolve, 'an unknown outcome is known within the stated requests', () => order)
  }

  #agree(): void {
    for (let tick = 0; tick < ticksToAgree; tick += 1) this.#apply({ kind: 'tick' })
    const exchange = this.#exchange()
    const isQuiet = this.#isQuiet
    const shown = { exchange, market: this.#market, clients, placed: this.#placed, symbols: this.#symbols, isQuiet }
    const working = checkShown(shown, this.#now)
    for (let count = 0; count < working; count += 1) this.tally.add('working order found in its book')
    for (const subscriber of this.#subscribers) {
      assure(subscriber.isConnected(), 'a socket that reads is not cut off', () => subscriber.account)
      subscriber.check(exchange, this.#now)
      this.tally.add('subscriber caught up')
    }
  }

  async #outlive(): Promise<void> {
    const ends = [10 * minuteMs, rfqLifeMicros / 1_000 - 1, 1, 3 * hourMs, dayMs, 4 * dayMs]
    for (const ms of ends) {
      this.#nowMs += ms
      this.#agree()
    }
    for (const account of clients) {
      const open = this.#exchange().openOrders(account, this.#now)
      assure(open.length === 0, 'every order ends', () => [account, open])
    }
    this.tally.add('outlived')
    for (const { pushes } of this.#subscribers)
      for (let push = 0; push < pushes; push += 1) this.tally.add('push replayed')
  }
}

export async function runLiveness(seed: number, tally = new Tally(), plant?: Plant): Promise<void> {
  try {
    await new LivenessRun(seed, tally, plant).run()
  } catch (cause) {
    throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
