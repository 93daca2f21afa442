/**
 * Open packages of an account. An opposite trade closes a package. One that closes some legs and opens others (a roll)
 * replaces it with the combined legs. Quantities are exact. Single-leg trades, settlements and earlier positions are
 * ignored here; `group-positions.ts` limits packages to actual positions.
 */
import { add, dec, type Decimal, divExact, gcd, gt, isZero, min, mul, sign, sub } from '../decimal.ts'
import { joinedSymbol } from '../order.ts'
import type { PackageLeg } from '../package/package-leg.ts'

export interface PackageTrade {
  readonly order: string
  readonly atMs: number
  /** As executed. */
  readonly legs: readonly PackageLeg[]
  /** Packages, above zero. */
  readonly quantity: Decimal
}

export interface OpenPackage {
  /** At least two, ascending by symbol, ratios without a common factor. */
  readonly legs: readonly PackageLeg[]
  readonly quantity: Decimal
  readonly orders: readonly string[]
  readonly atMs: number
}

function tidy(
  legs: readonly PackageLeg[],
  quantity: Decimal,
  orders: readonly string[],
  atMs: number,
): OpenPackage | undefined {
  const ratios = new Map<string, number>()
  for (const { symbol, ratio } of legs) ratios.set(symbol, (ratios.get(symbol) ?? 0) + ratio)
  const left = [...ratios].filter(([, ratio]) => ratio !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (left.length < 2 || sign(quantity) <= 0) return undefined
  const factor = gcd(left.map(([, ratio]) => ratio))
  return {
    legs: left.map(([symbol, ratio]) => ({ symbol, ratio: ratio / factor })),
    quantity: mul(quantity, dec(factor)),
    orders: [...new Set(orders)],
    atMs,
  }
}

interface Meeting {
  /** Packages per meeting, so that the shared legs cancel. */
  readonly held: number
  readonly traded: number
}

function meetingOf(held: OpenPackage, traded: OpenPackage): Meeting | undefined {
  let [first, second] = [0, 0]
  for (const { symbol, ratio } of traded.legs) {
    const other = held.legs.find(leg => leg.symbol === symbol)?.ratio
    if (other === undefined) continue
    if (Math.sign(other) === Math.sign(ratio)) return undefined
    const [a, b] = [Math.abs(other), Math.abs(ratio)]
    if (first === 0) [first, second] = [a, b]
    else if (a * second !== b * first) return undefined
  }
  if (first === 0) return undefined
  const factor = gcd([first, second])
  return { held: second / factor, traded: first / factor }
}

const times = (legs: readonly PackageLeg[], factor: number): PackageLeg[] =>
  legs.map(leg => ({ ...leg, ratio: leg.ratio * factor }))

function take(open: OpenPackage[], trade: OpenPackage): void {
  let left = trade
  for (let index = open.length - 1; index >= 0 && !isZero(left.quantity); index -= 1) {
    const held = open[index]
    const meeting = held === undefined ? undefined : meetingOf(held, left)
    if (held === undefined || meeting === undefined) continue
    const [most, least] = [divExact(held.quantity, dec(meeting.held)), divExact(left.quantity, dec(meeting.traded))]
    if (most === undefined || least === undefined) continue
    const count = min(most, least)
    const rest = { ...held, quantity: sub(held.quantity, mul(count, dec(meeting.held))) }
    left = { ...left, quantity: sub(left.quantity, mul(count, dec(meeting.traded))) }
    open.splice(index, 1, ...(isZero(rest.quantity) ? [] : [rest]))
    const both = tidy(
      [...times(held.legs, meeting.held), ...times(left.legs, meeting.traded)],
      count,
      [...held.orders, ...left.orders],
      left.atMs,
    )
    if (both !== undefined) {
      take(open, both)
      index = Math.min(index, open.length)
    }
  }
  if (gt(left.quantity, dec('0'))) open.push(left)
}

export const packageKey = (legs: readonly PackageLeg[]): string => joinedSymbol(legs)

export function openPackages(trades: readonly PackageTrade[]): OpenPackage[] {
  const open: OpenPackage[] = []
  for (const { legs, quantity, order, atMs } of [...trades].sort((a, b) => a.atMs - b.atMs)) {
    const trade = tidy(legs, quantity, [order], atMs)
    if (trade !== undefined) take(open, trade)
  }
  const merged = new Map<string, OpenPackage>()
  for (const each of open) {
    const key = packageKey(each.legs)
    const known = merged.get(key)
    merged.delete(key)
    merged.set(
      key,
      known === undefined
        ? each
        : {
            ...each,
            quantity: add(known.quantity, each.quantity),
            orders: [...new Set([...known.orders, ...each.orders])],
          },
    )
  }
  return [...merged.values()]
}
