/**
 * One random history of the exchange from a seed: commands of three clients over a real market, audited after each. The
 * exchange is killed and restored from its journal now and then, and the whole journal is replayed at the end. Throws
 * with seed and command if an invariant breaks.
 */
import { dec, type Decimal, mul, roundToStep } from '../../../../core/domain/decimal.ts'
import { clientOrderId, orderId, type OrderKey } from '../../../../core/domain/ids.ts'
import type { NewOrder } from '../../../../core/domain/order.ts'
import { dayMs, type EpochMicros, hourMs, microsFromMs, minuteMs } from '../../../../core/domain/time.ts'
import { type AppliedCommand, type Command, demoAccount, type Exchange, type Outcome, textOf } from '../../exchange.ts'
import type { StoredEntry } from '../../journal/journal-entry.ts'
import type { Market } from '../../market/market.ts'
import type { ShownBook, ShownToAll } from './accounts-book.ts'
import { assure, assureSame } from './assure.ts'
import { Auditor } from './auditor.ts'
import { badOrder, chooseTargets, goodOrder, type Manner, type Pace, pauseMs, symbolOf, type Target } from './hand.ts'
import { firstMs, markets } from './markets.ts'
import { Random } from './random.ts'
import { SavedExchange } from './saved-exchange.ts'
import { checkLists, checkOutcome } from './schemas.ts'
import { Tally } from './tally.ts'
import { units } from './units.ts'

interface SeedRun {
  readonly random: Random
  readonly market: Market
  readonly clients: readonly string[]
  readonly saved: SavedExchange
  readonly auditor: Auditor
  readonly tally: Tally
  readonly manner: Manner
  readonly pace: Pace
  readonly ticks: number
  readonly crowds: number
  readonly sent: Map<string, { readonly command: Place; readonly outcome: Outcome }>
  targets: readonly Target[]
  crowd: { readonly target: Target; left: number } | undefined
  nowMs: number
  waitMs: number | undefined
  shown: ShownToAll
  shownAtMs: number
}
type Place = Extract<Command, { kind: 'place' }>

export const commandsOf = (seed: number): number => (seed % 10 === 0 ? 36 : 8 + (seed % 7))

export function runSeed(seed: number, tally = new Tally()): readonly StoredEntry[] {
  const commands = commandsOf(seed)
  const run = createRun(seed, tally)
  let step = 0
  try {
    for (const account of run.clients) perform(run, { kind: 'open_account', account })
    for (; step < commands; step += 1) {
      perform(run, nextCommand(run, step))
      const isCrowded = run.crowd !== undefined
      if (run.random.chance(isCrowded ? 0.2 : 0.05)) run.saved.snapshot()
      if (run.random.chance(isCrowded ? 0.12 : 0.06)) kill(run)
    }
    // Whatever ticks were lost, the exchange's time is now correct.
    perform(run, { kind: 'cancel', account: 'ann', key: { client_order_id: clientOrderId('none') } })
    finish(run)
    return run.saved.entries()
  } catch (cause) {
    throw new Error(`seed ${seed}, command ${step}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

const careful: Manner = {
  sizesUsd: [300, 3_000, 30_000, 150_000],
  atMarket: 0.12,
  far: 0.03,
  cycles: [1, 2, 3, 20, 500],
}
const reckless: Manner = { sizesUsd: [300_000, 1_000_000, 2_000_000], atMarket: 0.25, far: 0.35, cycles: [20, 500] }
/** Without takers, a resting order stands in for a market order. */
const stubborn: Manner = { ...reckless, atMarket: 0.05 }
const greedy = (manner: Manner): Manner => ({ ...manner, sizesUsd: [30_000, 500_000, 1_000_000], atMarket: 0.5 })
const manners = { live: careful, quiet: careful, wild: reckless, wildAndQuiet: stubborn }

function createRun(seed: number, tally: Tally): SeedRun {
  const random = new Random(seed)
  const kind = random.weighted({ live: 29, quiet: 12, wild: 29, wildAndQuiet: 30 })
  const market: Market = random.pick(markets[kind])
  const isWild = kind === 'wild' || kind === 'wildAndQuiet'
  const saved = new SavedExchange(market)
  const nowMs = beginning(random)
  return {
    random,
    market,
    clients: ['ann', 'bob', random.chance(0.12) ? demoAccount : 'cy'],
    saved,
    auditor: new Auditor(saved.exchange, market),
    tally,
    manner: manners[kind],
    ticks: isWild ? 30 : 12,
    crowds: isWild ? 0.015 : 0.08,
    pace: isWild ? { hours: 30, days: 1 } : { hours: 3, days: 1 },
    sent: new Map(),
    targets: chooseTargets(random, market, nowMs),
    nowMs,
    crowd: undefined,
    waitMs: undefined,
    shown: new Map(),
    shownAtMs: nowMs,
  }
}

function beginning(random: Random): number {
  const day = firstMs + random.whole(0, 20) * dayMs
  if (random.chance(0.6)) return day + random.whole(0, dayMs)
  return (
    day + random.pick([8, 8, 16, 24]) * hourMs - random.pick([random.whole(0, 5_000), random.whole(0, 20 * minuteMs)])
  )
}

function kill(run: SeedRun): void {
  if (run.crowd !== undefined) run.tally.add('killed in a crowd')
  run.tally.add(`killed ${run.saved.kill(run.auditor.asked(run.clients), microsFromMs(run.nowMs))}`)
  run.auditor.exchange = run.saved.exchange
  // It was restored to the time of the last write, so earlier statements no longer apply.
  run.shownAtMs = Number.NaN
}

function finish(run: SeedRun): void {
  const { auditor, saved, random, clients, nowMs } = run
  const now = microsFromMs(nowMs)
  auditor.check(now, { all: true, margins: true })
  auditor.checkBooks(now)
  auditor.checkOrders(now)
  checkLists(saved.exchange, random.pick(clients), now)
  saved.kill(auditor.asked(clients), now)
}

function nextCommand(run: SeedRun, step: number): Command {
  const { random, auditor, market } = run
  gather(run)
  const pause = run.waitMs ?? (run.crowd === undefined ? pauseMs(random, run.nowMs, run.pace) : withinLifeMs(run))
  run.waitMs = undefined
  if (pause > dayMs) run.tally.add('days passed')
  if (pause > 0 && random.chance(0.1)) look(run, run.nowMs + random.whole(0, pause))
  run.nowMs += pause
  if (random.chance(0.03) || run.targets.some(target => hasExpired(target, run.nowMs - expiredForMs)))
    run.targets = chooseTargets(random, market, run.nowMs)
  const account = random.pick(run.clients)
  const ids = random.chance(0.8) ? auditor.liveIds(account) : auditor.allIds(account)
  const key: OrderKey =
    random.chance(0.1) || ids.length === 0
      ? { client_order_id: clientOrderId(`o${random.whole(0, step + 1)}`) }
      : { order_id: orderId(random.pick(ids)) }
  const kind = random.weighted({
    place: 62,
    bad: 7,
    again: 4,
    cancel: 7,
    cancel_all: 2,
    refresh_interest: 4,
    tick: run.ticks,
  })
  switch (kind) {
    case 'cancel':
      return { kind, account, key }
    case 'refresh_interest': {
      const rfqs = auditor.liveRfqIds(account)
      if (rfqs.length === 0) return { kind, account, key }
      // Late enough to matter, then on to when it would otherwise have ended.
      if (random.chance(0.6)) run.nowMs += random.whole(5, 25) * minuteMs
      run.waitMs = random.chance(0.6) ? random.whole(8, 28) * minuteMs : undefined
      return { kind, account, key: { order_id: orderId(random.pick(rfqs)) } }
    }
    case 'cancel_all':
      return { kind, account, filter: random.chance(0.5) ? {} : filterOf(random.pick(run.targets)) }
    case 'tick':
      return { kind }
    case 'again': {
      const before = [...run.sent.values()]
      if (before.length === 0) return { kind: 'tick' }
      const { command } = random.pick(before)
      return random.chance(0.5) ? command : { ...command, text: `${textOf(command.text)} ` }
    }
    default: {
      const target = run.crowd?.target ?? random.pick(random.chance(0.7) ? run.targets.slice(-3) : run.targets)
      const book = run.saved.exchange.orderBook(symbolOf(target), 3, microsFromMs(run.nowMs))
      const manner = run.crowd === undefined ? run.manner : greedy(run.manner)
      const good = goodOrder(random, { market, target, nowMs: run.nowMs, book, manner }, `o${step}`)
      const order: NewOrder = kind === 'bad' ? badOrder(random, good) : good
      const offered = random.chance(run.crowd === undefined ? 0.04 : 0.25)
        ? { offered: partOf(random, order.quantity) }
        : {}
      return { kind: 'place', account, order, text: JSON.stringify(order), ...offered }
    }
  }
}

/** A read between two commands: it processes what is due, and its events come with the next command. */
function look({ random, clients, saved, targets, tally }: SeedRun, atMs: number): void {
  const at = microsFromMs(atMs)
  saved.exchange.orderBook(symbolOf(random.pick(targets)), 5, at)
  saved.exchange.balances(random.pick(clients), at)
  if (!random.chance(0.3)) return
  saved.snapshot()
  tally.add('snapshot between commands')
}

function gather(run: SeedRun): void {
  const { random, tally } = run
  if (run.crowd !== undefined) {
    run.crowd.left -= 1
    if (run.crowd.left <= 0 || run.targets.some(target => hasExpired(target, run.nowMs))) run.crowd = undefined
  } else if (random.chance(run.crowds)) {
    run.crowd = { target: random.pick(run.targets.slice(-3)), left: random.whole(3, 7) }
    tally.add('a crowd within a second')
  }
}

function withinLifeMs({ random, market, nowMs }: SeedRun): number {
  const left = market.quoteLifeMs - (nowMs % market.quoteLifeMs)
  return random.chance(0.6) ? 0 : random.whole(0, random.chance(0.9) ? left - 1 : left)
}

const partOf = (random: Random, quantity: Decimal): Decimal =>
  roundToStep(mul(quantity, random.pick([dec('0'), dec('0.5'), dec('0.3'), dec('1')])), dec('0.00000001'), 'down')

const filterOf = ({ legs }: Target) =>
  legs.length > 1 ? { symbol: symbolOf({ legs }) } : { tradeable_entity_id: legs[0]?.tradeable_entity_id }

const expiredForMs = 5_000
const hasExpired = ({ legs }: Target, nowMs: number): boolean =>
  legs.some(({ listed }) => (listed.expiryMs ?? nowMs) < nowMs)

function perform(run: SeedRun, command: Command): void {
  const { saved, auditor, random, tally } = run
  const now = microsFromMs(run.nowMs)
  auditor.pass(now)
  const had = run.nowMs === run.shownAtMs ? run.shown : shownTo(run.clients, saved.exchange, now)
  const before = command.kind === 'place' && random.chance(0.2) ? unanswered(saved.exchange) : undefined
  const applied = saved.apply(command, now)
  assure(applied.at === now, 'a command takes effect when it comes')
  tally.note(command, applied, had)
  note(run, command, applied, had)
  auditor.hear(applied.events)
  const isTick = command.kind === 'tick'
  const shown = auditor.check(now, { all: random.chance(0.05), margins: isTick || random.chance(0.2) })
  checkAvailable(command, applied, had, shown)
  if (isTick) for (const _ of auditor.checkHeld(now, shown)) tally.add('nobody takes what must be closed')
  if (auditor.refreshedAlive(now) > 0) tally.add('an RFQ outlived its first time-out')
  if ([...shown.values()].some(owesUsd)) tally.add('an account owes')
  if (random.chance(0.3)) checkOutcome(applied.outcome)
  if (applied.outcome.kind === 'rejected' && before !== undefined) {
    assureSame(before, unanswered(saved.exchange), 'a rejected order changes nothing')
  }
  Object.assign(run, { shown, shownAtMs: run.nowMs })
  if (applied.outcome.kind === 'accepted') auditor.checkBooks(now, applied.outcome.accepted.symbol)
  else if (isTick) auditor.checkBooks(now)
  if (command.kind === 'place' && random.chance(0.05)) checkLists(saved.exchange, command.account, now)
}

const shownTo = (clients: readonly string[], exchange: Exchange, now: EpochMicros): ShownToAll =>
  new Map(
    clients.map((account): [string, ShownBook] => [
      account,
      { balances: exchange.balances(account, now), positions: exchange.positions(account, now) },
    ]),
  )

const owesUsd = ({ balances }: ShownBook): boolean =>
  balances.some(row => row.symbol === 'USD' && units(row.cash_balance) < 0n)

const unanswered = (exchange: Exchange): string => `${exchange.digest().split(',"answers":')[0] ?? ''}}`

function note(run: SeedRun, command: Command, { outcome, events, at }: AppliedCommand, had: ShownToAll): void {
  const { auditor } = run
  if (command.kind === 'open_account') auditor.opened(command.account, events, at)
  if (command.kind === 'tick') auditor.ticked(at, events, had)
  if (command.kind === 'place') noteOrder(run, command, outcome, at)
  if (outcome.kind === 'cancelled') auditor.cancelled(String(outcome.cancelled.order.order_id))
  if (outcome.kind === 'cancelled_all') for (const order of outcome.orders) auditor.cancelled(String(order.order_id))
  if (outcome.kind === 'refreshed') auditor.refreshed(String(outcome.order.order_id), at)
}

function noteOrder({ auditor, sent, tally }: SeedRun, command: Place, outcome: Outcome, at: EpochMicros): void {
  const { account, order } = command
  const key = `${account} ${order.client_order_id}`
  const first = sent.get(key)
  if (first === undefined) {
    sent.set(key, { command, outcome })
    if (outcome.kind === 'accepted') auditor.accepted(account, order, outcome.accepted, at, command.offered)
  } else if (textOf(first.command.text) === textOf(command.text)) {
    tally.add('the same order again')
    assureSame(
      JSON.stringify(first.outcome),
      JSON.stringify(outcome),
      'the same order again gets the first answer again',
    )
  } else {
    tally.add('another order of the same id')
    assure(outcome.kind === 'rejected', 'an id is used once', () => outcome)
  }
}

/**
 * At one moment only an account's own order may reduce its available cash, and not below zero; fills of resting orders
 * never do. Liquidations are exempt.
 */
function checkAvailable(command: Command, { events }: AppliedCommand, had: ShownToAll, left: ShownToAll): void {
  const closed = new Set(
    command.kind === 'tick' ? events.flatMap(event => (event.kind === 'order_accepted' ? [event.account] : [])) : [],
  )
  for (const [account, { balances }] of had) {
    if (closed.has(account)) continue
    const isOwn = command.kind === 'place' && account === command.account
    for (const [index, row] of balances.entries()) {
      const after = left.get(account)?.balances[index]
      const [was, is] = [units(row.available_balance), units(after?.available_balance ?? '0')]
      const isFine = row.symbol === 'USD-REFERENCE' || is >= was || (isOwn && is >= 0n)
      assure(isFine, 'what was accepted can be paid, and fills bind no more', () => [account, row, after])
    }
  }
}
