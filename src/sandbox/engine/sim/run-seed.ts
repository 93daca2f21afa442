/**
 * One history of the exchange from a seed: random commands by three clients over a real market, audited after each, then replayed from
 * nothing. Throws where a promise is broken, naming the seed and the command.
 */
import type { NewOrder } from '../../../domain/order.ts'
import { clientOrderId, orderId } from '../../../domain/ids.ts'
import { type EpochMicros, dayMs, microsFromMs } from '../../../domain/time.ts'
import { createExchange } from '../create-exchange.ts'
import type { Applied, Command, Exchange, OrderKey, Outcome } from '../../exchange.ts'
import { createMarket } from '../../market/create-market.ts'
import type { Market } from '../../market/market.ts'
import { assure } from './assure.ts'
import { Auditor, type Balances } from './auditor.ts'
import { type Target, badOrder, chooseTargets, goodOrder, pauseMs, symbolOf } from './hand.ts'
import { Random } from './random.ts'
import { checkLists, checkOutcome } from './schemas.ts'
import { units } from './units.ts'

const clients = ['ann', 'bob', 'cy']
/** A market is a function of seed and time, so histories may share one. */
const markets = ['a', 'b', 'c'].map(seed => createMarket({ seed, mode: 'live', instruments: 100 }))
/** The same without makers, so that clients have only each other. */
const nobody = { buy: [], sell: [] }
const quiet = markets.map((market): Market => ({ ...market, quotes: () => nobody, packageQuotes: () => nobody }))
const firstMs = Date.UTC(2026, 11, 1)
/** Prices leap every few hours, so that accounts are ruined. */
const wild = ['d', 'e'].map(seed => {
  const market = createMarket({ seed, mode: 'live', instruments: 100 })
  const random = new Random(seed.charCodeAt(0))
  for (const base of ['BTC', 'ETH']) {
    for (let second = firstMs / 1_000; second < firstMs / 1_000 + 200 * 86_400; second += random.whole(600, 20_000)) {
      market.shift({ base, fromSecond: second, factor: random.pick([0.55, 0.7, 0.85, 1, 1, 1.2, 1.5, 1.9]) })
    }
  }
  return market
})

interface Run {
  readonly random: Random
  readonly market: Market
  readonly exchange: Exchange
  readonly auditor: Auditor
  /** How large orders are, as a multiple of the usual. */
  readonly weight: number
  readonly journal: { readonly command: Command; readonly at: EpochMicros }[]
  targets: readonly Target[]
  nowMs: number
  readonly sent: { readonly command: Extract<Command, { kind: 'place' }>; readonly outcome: Outcome }[]
}

/** Answers how many commands were given. */
export function runSeed(seed: number, commands: number): number {
  const random = new Random(seed)
  const kind = random.weighted({ live: 45, quiet: 30, wild: 25 })
  const market = random.pick({ live: markets, quiet, wild }[kind])
  const exchange = createExchange({ market })
  const nowMs = firstMs + random.whole(0, 20 * dayMs)
  const auditor = new Auditor(exchange, market)
  const weight = kind === 'wild' ? 12 : 1
  const run: Run = {
    random,
    market,
    exchange,
    auditor,
    weight,
    journal: [],
    targets: chooseTargets(random, market, nowMs),
    nowMs,
    sent: [],
  }
  let step = -clients.length
  try {
    for (const account of clients) {
      perform(run, { kind: 'open_account', account })
      step += 1
    }
    const stop = random.whole(1, commands - 1)
    let digest = ''
    for (; step < commands; step += 1) {
      if (step === stop) digest = exchange.digest()
      perform(run, nextCommand(run, step))
    }
    auditor.checkOrders(microsFromMs(run.nowMs), auditor.settled)
    checkLists(exchange, random.pick(clients), microsFromMs(run.nowMs))
    replay(run, stop + clients.length, digest)
    return step
  } catch (cause) {
    throw new Error(`seed ${seed}, command ${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/**
 * The journal alone, without anybody looking, gives the same state, at a stop half-way and at the end; and so it does for an exchange
 * that now and then is taken down and goes on from its snapshots.
 */
function replay({ market, exchange, journal, random }: Run, stop: number, digest: string): void {
  const again = createExchange({ market })
  const kept = { exchange: createExchange({ market }), ended: new Array<string>() }
  for (const [index, { command, at }] of journal.entries()) {
    if (index === stop) assure(again.digest() === digest, 'a replay to a stop gives the state it had', () => [again.digest(), digest])
    const straight = again.apply(command, at)
    const restarted = kept.exchange.apply(command, at)
    assure(JSON.stringify(straight) === JSON.stringify(restarted), 'an exchange restored answers the same', () => [straight, restarted])
    if (random.chance(0.1) || index === stop) restart(kept, market)
  }
  assure(again.digest() === exchange.digest(), 'a replay gives the same state', () => [again.digest(), exchange.digest()])
  restart(kept, market)
  assure(kept.exchange.digest() === exchange.digest(), 'snapshots give the same state', () => [kept.exchange.digest(), exchange.digest()])
}

function restart(kept: { exchange: Exchange; readonly ended: string[] }, market: Market): void {
  const { ended, live } = kept.exchange.takeSnapshot()
  kept.ended.push(...ended)
  kept.exchange = createExchange({ market, restore: { live, ended: kept.ended } })
}

function nextCommand(run: Run, step: number): Command {
  const { random, auditor, market } = run
  run.nowMs += pauseMs(random, run.nowMs)
  if (random.chance(0.03) || run.targets.some(target => hasExpired(target, run.nowMs - expiredForMs)))
    run.targets = chooseTargets(random, market, run.nowMs)
  const account = random.pick(clients)
  const ids = random.chance(0.8) ? auditor.liveIds(account) : auditor.allIds(account)
  const key: OrderKey =
    random.chance(0.1) || ids.length === 0
      ? { client_order_id: clientOrderId(`o${random.whole(0, step + 1)}`) }
      : { order_id: orderId(random.pick(ids)) }
  const kind = random.weighted({ place: 62, bad: 9, again: 4, cancel: 8, cancel_all: 2, refresh_interest: 4, tick: 11 })
  switch (kind) {
    case 'cancel':
    case 'refresh_interest':
      return { kind, account, key }
    case 'cancel_all':
      return {
        kind,
        account,
        filter: random.chance(0.5) ? {} : { tradeable_entity_id: random.pick(run.targets).legs[0]?.tradeable_entity_id },
      }
    case 'tick':
      return { kind }
    case 'again': {
      if (run.sent.length === 0) return { kind: 'tick' }
      const before = random.pick(run.sent).command
      return random.chance(0.5) ? before : { ...before, text: `${before.text} ` }
    }
    default: {
      const target = random.pick(random.chance(0.7) ? run.targets.slice(-3) : run.targets)
      const book = run.exchange.orderBook(symbolOf(target), 3, microsFromMs(run.nowMs))
      const good = goodOrder(random, { market, target, nowMs: run.nowMs, book, weight: run.weight }, `o${step}`)
      const order: NewOrder = kind === 'bad' ? badOrder(random, good) : good
      return { kind: 'place', account, order, text: JSON.stringify(order) }
    }
  }
}

/** What expired is fought over for a little longer. */
const expiredForMs = 5_000
const hasExpired = ({ legs }: Target, nowMs: number): boolean => legs.some(({ listed }) => (listed.expiryMs ?? nowMs) < nowMs)

function perform(run: Run, command: Command): void {
  const { exchange, auditor, journal, random } = run
  const now = microsFromMs(run.nowMs)
  auditor.pass(now)
  const had = new Map(clients.map(account => [account, exchange.balances(account, now)]))
  const before = random.chance(0.3) ? unanswered(exchange) : undefined
  const applied = exchange.apply(command, now)
  journal.push({ command, at: applied.at })
  assure(applied.at === now, 'a command takes effect when it comes')
  note(run, command, applied, had)
  auditor.hear(applied)
  const left = auditor.check(now)
  checkAvailable(command, applied, had, left)
  if (command.kind === 'tick') auditor.checkMargins(now, left)
  checkOutcome(applied.outcome)
  if (applied.outcome.kind === 'rejected' && before !== undefined) {
    assure(unanswered(exchange) === before, 'a rejected order changes nothing', () => [before, unanswered(exchange)])
  }
  if (command.kind !== 'place') return
  auditor.checkBook(now)
  if (random.chance(0.05)) checkLists(exchange, command.account, now)
}

/** The state without the memory of answers. */
const unanswered = (exchange: Exchange): string => exchange.digest().split(',"answers":')[0] ?? ''

/** Tells the auditor what it cannot know from events alone. */
function note({ auditor, sent }: Run, command: Command, { outcome, events, at }: Applied, had: Balances): void {
  if (command.kind === 'open_account') auditor.opened(command.account)
  if (command.kind === 'tick') auditor.ticked(at, events, had)
  if (command.kind === 'place') {
    const first = sent.find(
      ({ command: { account, order } }) => account === command.account && order.client_order_id === command.order.client_order_id,
    )
    if (first === undefined) sent.push({ command, outcome })
    if (first === undefined && outcome.kind === 'accepted') auditor.accepted(command.account, command.order, outcome.accepted, at)
    if (first?.command.text === command.text) {
      assure(JSON.stringify(outcome) === JSON.stringify(first.outcome), 'the same order again gets the first answer again', () => outcome)
    } else if (first !== undefined) {
      assure(outcome.kind === 'rejected', 'an id is used once', () => outcome)
    }
  }
  if (outcome.kind === 'cancelled') auditor.cancelled(String(outcome.cancelled.order.order_id))
  if (outcome.kind === 'cancelled_all') for (const order of outcome.orders) auditor.cancelled(String(order.order_id))
  if (outcome.kind === 'refreshed') auditor.refreshed(String(outcome.order.order_id), at)
}

/**
 * At one moment nothing but an account's own order makes less available to it, and that only what it had: never fills of what rests.
 * Being liquidated costs what it costs.
 */
function checkAvailable(command: Command, { events }: Applied, had: Balances, left: Balances): void {
  const closed = new Set(command.kind === 'tick' ? events.flatMap(event => (event.kind === 'order_accepted' ? [event.account] : [])) : [])
  for (const [account, rows] of had) {
    if (closed.has(account)) continue
    const isOwn = command.kind === 'place' && account === command.account
    for (const [index, row] of rows.entries()) {
      const after = left.get(account)?.[index]
      const [was, is] = [units(row.available_balance), units(after?.available_balance ?? '0')]
      const isFine = row.symbol === 'USD-REFERENCE' || is >= was || (isOwn && is >= 0n)
      assure(isFine, 'what was accepted can be paid, and fills bind no more', () => [account, row, after])
    }
  }
}
