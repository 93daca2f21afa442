/** The sandbox exchange behind the interface of `exchange.ts`. */
import type { OrderBook } from '../../../core/domain/market-data.ts'
import { type EpochMicros, micros } from '../../../core/domain/time.ts'
import type { Account, AppliedCommand, Archive, Command, Exchange, Outcome } from '../exchange.ts'
import type { LeftOut } from '../left-out.ts'
import type { Market } from '../market/market.ts'
import { printsSince, quotedOf, touchedInstruments } from './activity.ts'
import { viewBook } from './book-view.ts'
import { advance } from './clock.ts'
import { contractOfSymbol } from './contracts.ts'
import { digestOf } from './digest.ts'
import { openAccount } from './funding.ts'
import { enforceMargins } from './liquidation.ts'
import { refreshBooks } from './makers.ts'
import type { AccountState, State } from './model.ts'
import { cancel, cancelAll, findOrder, place, refreshInterest } from './place.ts'
import { recordOf } from './records.ts'
import { endedOf, type Restorable, restoreState } from './restore.ts'
import { enforcesMargins } from './rules.ts'
import { createSnapshots } from './snapshot.ts'
import { accountOf, createState, endedInMemory, nowMsOf } from './state.ts'
import { balancesOf, executionsOf, liveRfqs, positionsOf } from './statements.ts'

export interface ExchangeSettings {
  readonly market: Market
  /** Life of an RFQ without a refresh, s; 1800 by default. */
  readonly rfqTimeoutSeconds?: number
  /** 1000 by default; further orders are rejected as `too_many_open_orders`. */
  readonly openOrdersPerAccount?: number
  /** Initial version of the rules; the latest by default. A restored exchange keeps its version. */
  readonly rules?: number | undefined
  /** Collects omitted rows; without it a row that cannot be computed throws. */
  readonly leftOut?: LeftOut | undefined
  readonly restore?: Restorable | undefined
  readonly archive?: Archive | undefined
}

export function createExchange(settings: ExchangeSettings): Exchange {
  const { market, rfqTimeoutSeconds = 1800, openOrdersPerAccount, rules, restore, archive, leftOut } = settings
  const state = createState(market, rfqTimeoutSeconds, openOrdersPerAccount, rules)
  if (restore !== undefined) restoreState(state, restore)
  if (archive !== undefined) state.ended = endedOf(state, archive)
  const { takeSnapshot, forgetEnded } = createSnapshots(state, restore !== undefined)
  const read = <Answer>(
    name: Account,
    now: EpochMicros,
    absent: Answer,
    answer: (account: AccountState) => Answer,
  ): Answer => {
    advance(state, now)
    const account = state.accounts.get(name)
    return account === undefined ? absent : answer(account)
  }
  return {
    apply: (command, now) => apply(state, command, now),
    hasAccount: name => state.accounts.has(name),
    openOrders: (name, now) => read(name, now, [], account => [...account.open.values()].map(recordOf)),
    orderDetails: (name, key, now) =>
      read(name, now, undefined, account => {
        const order = findOrder(state, account, key)
        return order === undefined ? undefined : recordOf(order)
      }),
    balances: (name, now) => read(name, now, [], account => balancesOf(state, account, leftOut?.of('balances'))),
    positions: (name, now) => read(name, now, [], account => positionsOf(state, account, leftOut?.of('positions'))),
    executions: (name, now, wanted) => read(name, now, [], account => executionsOf(state, account, wanted)),
    liveRfqs: now => {
      advance(state, now)
      return liveRfqs(state)
    },
    orderBook: (symbol, depth, now) => orderBook(state, symbol, depth, now),
    quoted: (id, now) => {
      advance(state, now)
      return quotedOf(state, id)
    },
    touched: from => ({ touched: touchedInstruments(state), prints: printsSince(state, from) }),
    takeSnapshot,
    forgetEnded,
    endedInMemory: () => endedInMemory(state),
    rules: () => state.rules,
    digest: () => digestOf(state),
  }
}

function apply(state: State, command: Command, now: EpochMicros): AppliedCommand {
  advance(state, now)
  const outcome = perform(state, command)
  const { events } = state
  state.events = []
  return { outcome, events, at: state.now }
}

function perform(state: State, command: Command): Outcome {
  switch (command.kind) {
    case 'open_account':
      openAccount(state, command.account)
      return { kind: 'done' }
    case 'place':
      return place(state, accountOf(state, command.account), command)
    case 'cancel':
      return cancel(state, accountOf(state, command.account), command.key)
    case 'cancel_all':
      return cancelAll(state, accountOf(state, command.account), command.filter)
    case 'refresh_interest':
      return refreshInterest(state, accountOf(state, command.account), command.key)
    case 'tick':
      refreshBooks(state)
      if (enforcesMargins(state.rules)) enforceMargins(state)
      return { kind: 'done' }
    case 'adopt_rules':
      state.rules = Math.max(state.rules, command.version)
      return { kind: 'done' }
    default:
      return command satisfies never
  }
}

function orderBook(state: State, symbol: string, depth: number, now: EpochMicros): OrderBook | undefined {
  advance(state, now)
  const contract = contractOfSymbol(state.market, symbol, nowMsOf(state))
  if (contract === undefined) return undefined
  const { buy, sell } = viewBook(state, contract)
  return {
    server_utc_timestamp: micros(state.now),
    symbol: contract.symbol,
    buy: buy.slice(0, depth),
    sell: sell.slice(0, depth),
  }
}
