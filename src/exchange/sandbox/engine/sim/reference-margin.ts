/**
 * Reference margin by trial, independent of the engine (floats, from the statements): the worst value of positions at
 * the ends of the range, at every strike or at the marks, plus the charge per net short option.
 */
import type { Position } from '../../../../core/domain/account.ts'
import { type Decimal, toNumber } from '../../../../core/domain/decimal.ts'
import type { ListedInstrument, Market } from '../../market/market.ts'

interface HeldPosition {
  readonly listed: ListedInstrument
  readonly size: number
  readonly mark: number
  readonly upnl: number
}

interface Rules {
  readonly shock: number
  readonly shortOption: number
}
export const initial: Rules = { shock: 0.3, shortOption: 0.03 }
export const maintenance: Rules = { shock: 0.15, shortOption: 0.015 }

export function marginAlong(market: Market, positions: readonly Position[], nowMs: number, rules: Rules): number {
  const held = positions.flatMap((position): HeldPosition[] => {
    const listed = market.find({ symbol: position.symbol }, nowMs)
    if (listed === undefined) return []
    return [
      { listed, size: toNumber(position.size), mark: toNumber(position.mark_price), upnl: toNumber(position.upnl) },
    ]
  })
  const bases = [...new Set(held.map(each => each.listed.base))]
  return bases.reduce((total, base) => {
    const index = toNumber(market.indexPrice(base, nowMs))
    return (
      total +
      boundBy(
        held.filter(each => each.listed.base === base),
        index,
        rules,
      )
    )
  }, 0)
}

function boundBy(held: readonly HeldPosition[], index: number, { shock, shortOption }: Rules): number {
  const [low, high] = [index * (1 - shock), index * (1 + shock)]
  const strikes = held.flatMap(({ listed }) => (listed.strike === undefined ? [] : [toNumber(listed.strike)]))
  const prices = [low, high, ...strikes.filter(strike => strike > low && strike < high)]
  const worths = prices.map(price => held.reduce((sum, each) => sum + worthAt(each, price, index), 0))
  const net = (right: 'call' | 'put') =>
    held.reduce((sum, each) => sum + (each.listed.right === right ? each.size : 0), 0)
  const shorts = Math.max(0, -net('call')) + Math.max(0, -net('put'))
  const atMarks = held.reduce(
    (sum, each) => sum + (each.listed.strike === undefined ? each.upnl : each.size * each.mark),
    0,
  )
  return -Math.min(atMarks - shorts * index * shortOption, ...worths)
}

/** Options at their payout; others at their gain plus the move to that price. */
function worthAt({ listed, size, upnl }: HeldPosition, price: number, index: number): number {
  if (listed.strike === undefined) return upnl + size * (price - index)
  const above = price - toNumber(listed.strike)
  return size * Math.max(0, listed.right === 'call' ? above : -above)
}

export function isWithinBound(market: Market, symbol: string, side: string, price: Decimal, nowMs: number): boolean {
  const listed = market.find({ symbol }, nowMs)
  if (listed === undefined) return false
  const most = (listed.product === 'option' ? 0.015 : 0.05) * toNumber(market.indexPrice(listed.base, nowMs))
  const step = toNumber(listed.instrument.price_step)
  const worse = (toNumber(price) - toNumber(market.markPrice(listed, nowMs))) * (side === 'buy' ? 1 : -1)
  return toNumber(price) >= step && (worse <= most + 1e-6 || toNumber(price) === step)
}
