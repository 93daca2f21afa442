/**
 * Compares displayed margins with an independent computation (`reference-margin.ts`), and checks their enforcement at a
 * tick.
 */
import { dec, toNumber } from '../../../../core/domain/decimal.ts'
import { firmMarket, type OrderRecord } from '../../../../core/domain/order.ts'
import type { EpochMicros } from '../../../../core/domain/time.ts'
import type { Exchange } from '../../exchange.ts'
import type { Market } from '../../market/market.ts'
import type { ShownBook, ShownToAll } from './accounts-book.ts'
import { assure } from './assure.ts'
import { initial, isWithinBound, maintenance, marginAlong } from './reference-margin.ts'

const usdOf = ({ balances }: ShownBook) => balances.find(row => row.symbol === 'USD')
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))

/** With positions only, the reserved amount is their margin, and each position shows its own. */
export function checkReserved(market: Market, shown: ShownBook, open: readonly OrderRecord[], now: EpochMicros): void {
  const nowMs = Math.floor(now / 1000)
  for (const position of shown.positions) {
    const alone = Math.max(0, marginAlong(market, [position], nowMs, initial))
    assure(
      isClose(toNumber(position.margin_value ?? dec('-1')), alone),
      'a position shows the margin it alone would need',
      () => [position, alone],
    )
  }
  const reserved = toNumber(usdOf(shown)?.reserved_balance ?? dec('0'))
  const needed = marginAlong(market, shown.positions, nowMs, initial)
  if (open.every(order => order.market_id !== firmMarket)) {
    assure(isClose(reserved, needed), 'what positions reserve is their initial margin', () => [shown, needed])
  } else assure(reserved >= needed || isClose(reserved, needed), 'open orders free nothing', () => [shown, needed])
  const maintained = marginAlong(market, shown.positions, nowMs, maintenance)
  assure(maintained <= needed || isClose(maintained, needed), 'maintenance is never above initial margin', () => [
    maintained,
    needed,
  ])
}

export function lacksMaintenance(market: Market, shown: ShownBook, now: EpochMicros): boolean {
  const needed = marginAlong(market, shown.positions, Math.floor(now / 1000), maintenance)
  const cash = toNumber(usdOf(shown)?.cash_balance ?? dec('0'))
  return cash < needed || isClose(cash, needed)
}

/**
 * After a tick, an account with open orders covers its initial margin, and an account below maintenance has only
 * positions that nobody would take. Returns the latter accounts.
 */
export function checkHeld(exchange: Exchange, market: Market, all: ShownToAll, now: EpochMicros): string[] {
  const nowMs = Math.floor(now / 1000)
  const stuck: string[] = []
  for (const [account, shown] of all) {
    const cash = toNumber(usdOf(shown)?.cash_balance ?? dec('0'))
    const has = (needed: number): boolean => cash >= needed || isClose(cash, needed)
    if (cash >= 0 && has(marginAlong(market, shown.positions, nowMs, initial) + 1)) {
      for (const row of shown.balances) {
        const isFine = row.symbol === 'USD-REFERENCE' || toNumber(row.available_balance) >= -1e-6
        assure(isFine, 'orders that cannot be carried end', () => [account, row])
      }
    }
    if (has(marginAlong(market, shown.positions, nowMs, maintenance))) continue
    for (const { symbol, side } of shown.positions) {
      const book = exchange.orderBook(symbol, 1, now)
      const [best] = (side === 'long' ? book?.buy : book?.sell) ?? []
      const isTaken =
        best !== undefined && isWithinBound(market, symbol, side === 'long' ? 'sell' : 'buy', best.price, nowMs)
      assure(!isTaken, 'an account under maintenance is closed as far as anybody takes it', () => [
        account,
        cash,
        symbol,
      ])
    }
    if (shown.positions.length > 0) stuck.push(account)
  }
  return stuck
}
