/** Figures of a structure, per package (`A@1/B@-1`, short legs negative), and of a quote against the surface. */
import type { Quotes } from '../../domain/market-data.ts'
import { add, type Decimal, dec, decimalFromNumber, mul, roundTo, toNumber, zero } from '../../domain/decimal.ts'
import { expiryOf, parseInstrumentName } from '../../domain/instrument.ts'
import { parseJoinedSymbol } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { dayMs } from '../../domain/time.ts'
import { legQuote } from '../../pricing/market/leg-quotes.ts'
import { mostProfit } from '../../pricing/package-legs.ts'
import { surfaceVolatility } from '../../pricing/surface.ts'
import type { PositionRow } from '../position-rows.ts'
import type { Surfaces } from '../surfaces.ts'

type FigureOrReason = { readonly value: Decimal; readonly source: string } | { readonly why: string }

const places = 2
const known = (value: number, source: string): FigureOrReason => {
  const written = decimalFromNumber(value)
  return written === undefined ? { why: 'not a number' } : { value: roundTo(written, places), source }
}

/** A plain symbol is one long leg. */
export const alertLegs = (subject: string): readonly PackageLeg[] =>
  parseJoinedSymbol(subject) ?? [{ symbol: subject, ratio: 1 }]

/** Sum of the mids. Unknown if a leg has no mid: a last trade or a mark does not replace it. */
export function netMidOf(subject: string, quotes: Quotes | undefined): FigureOrReason {
  let net = zero
  for (const { symbol, ratio } of alertLegs(subject)) {
    const { reference } = legQuote(quotes?.get(symbol))
    if (reference?.source !== 'mid') return { why: `no mid of ${symbol}` }
    net = add(net, mul(reference.price, dec(ratio)))
  }
  return { value: net, source: 'mids' }
}

export function daysLeftOf(subject: string, nowMs: number): FigureOrReason {
  const expiries = alertLegs(subject).flatMap(leg => expiryOf(leg.symbol) ?? [])
  if (expiries.length === 0) return { why: 'it does not expire' }
  const left = Math.min(...expiries) - nowMs
  return left <= 0 ? { why: 'it has expired' } : known(left / dayMs, 'by its name')
}

function heldPackage(subject: string, rows: readonly PositionRow[]) {
  const legs = alertLegs(subject).flatMap(({ symbol, ratio }) => {
    const row = rows.find(each => each.symbol === symbol && Math.sign(toNumber(each.size)) === Math.sign(ratio))
    return row === undefined ? [] : [{ symbol, size: ratio, entry: toNumber(row.entry), mark: toNumber(row.mark) }]
  })
  if (legs.length < alertLegs(subject).length) return undefined
  return { legs, profit: legs.reduce((sum, { size, entry, mark }) => sum + size * (mark - entry), 0) }
}

const notHeld = { why: 'not all of its legs are held' }

export function partOfMost(subject: string, rows: readonly PositionRow[]): FigureOrReason {
  const held = heldPackage(subject, rows)
  if (held === undefined) return notHeld
  const most = mostProfit(held.legs)
  return most === undefined
    ? { why: 'what it can make has no bound, or is nothing' }
    : known((held.profit / most) * 100, 'marks and entries')
}

/** Loss as a multiple of the credit received; negative for a profit. */
export function lossOfCredit(subject: string, rows: readonly PositionRow[]): FigureOrReason {
  const held = heldPackage(subject, rows)
  if (held === undefined) return notHeld
  const credit = -held.legs.reduce((sum, { size, entry }) => sum + size * entry, 0)
  return credit <= 0 ? { why: 'nothing was received for it' } : known(-held.profit / credit, 'marks and entries')
}

/** Absolute distance, in volatility points, between the quote's volatility and the surface through all quotes. */
export function offSurface(symbol: string, surfaces: Surfaces): FigureOrReason {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return { why: 'not an option' }
  if (surfaces.isPending(name.base)) return { why: 'its quotes are being read' }
  const surface = surfaces.of(name.base)
  const expiry = surface?.expiries.get(name.expiryMs)
  const mark = expiry?.marks.get(symbol)
  if (surface === undefined || expiry?.forward === undefined || mark?.source !== 'mid' || mark.volatility === undefined)
    return { why: 'no mid gives it a volatility' }
  const fitted = surfaceVolatility(surface.slices, expiry.forward.price, toNumber(name.strike), expiry.years)
  return fitted === undefined
    ? { why: 'no surface of its expiry' }
    : known(Math.abs(mark.volatility - fitted) * 100, 'mid and surface')
}
