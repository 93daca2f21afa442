/**
 * An exchange that detects its own failure. A command that throws half-way leaves an inconsistent state, and one that
 * cannot be written leaves memory ahead of the journal. From then on it refuses every call and notifies its host once,
 * which restarts it from the journal.
 */
import type { EntityId } from '../../core/domain/ids.ts'
import type { Exchange } from './exchange.ts'

export class ExchangeEnded extends Error {}

const noEntity = '' as EntityId

export interface WatchedExchange {
  readonly exchange: Exchange
  watch<Result>(work: () => Result): Result
}

export function watchSoundness(exchange: Exchange, broke: (error: unknown) => void): WatchedExchange {
  let isBroken = false
  const watch = <Result>(work: () => Result): Result => {
    if (isBroken) throw new ExchangeEnded('the exchange takes nothing more')
    try {
      return work()
    } catch (error) {
      if (!isBroken) broke(error)
      isBroken = true
      throw error
    }
  }
  return {
    watch,
    exchange: {
      ...exchange,
      apply: (command, now) => watch(() => exchange.apply(command, now)),
      openOrders: (account, now) => watch(() => exchange.openOrders(account, now)),
      orderDetails: (account, key, now) => watch(() => exchange.orderDetails(account, key, now)),
      balances: (account, now) => watch(() => exchange.balances(account, now)),
      positions: (account, now) => watch(() => exchange.positions(account, now)),
      executions: (account, now, wanted) => watch(() => exchange.executions(account, now, wanted)),
      liveRfqs: now => watch(() => exchange.liveRfqs(now)),
      quoted: (id, now) => watch(() => exchange.quoted(id, now)),
      orderBook(symbol, depth, now) {
        watch(() => exchange.quoted(noEntity, now))
        // Only the lookup of the caller's text remains, so a failure concerns only that caller.
        return exchange.orderBook(symbol, depth, now)
      },
    },
  }
}
