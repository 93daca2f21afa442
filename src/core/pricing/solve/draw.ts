/**
 * Legs for a payoff drawn at one expiry. Kinks on listed strikes are matched exactly: slopes are scaled to coprime
 * whole numbers, which are the package's ratios, and the cheapest quoted legs of that shape are used. A drawing with
 * too many kinks or too fine slopes gets the closest package, with its deviation. The height of a payoff is its price:
 * only the shape is drawn.
 */
import { cmp, type Decimal, decimalFromNumber, eq, gcd, places, toNumber, zero } from '../../domain/decimal.ts'
import { exactText } from '../../domain/effect-label.ts'
import type { ChainStrike } from '../../domain/instrument-index.ts'
import { parseInstrumentName, shortExpiry } from '../../domain/instrument.ts'
import { maxOrderLegs } from '../../domain/order-rules.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { type DrawnPayoff, fitShape } from './draw-fit.ts'
import { type Lack, quotedPrice, toUnits } from './quoted.ts'
import { cheapestLegs, type Shape, type SolveMarket } from './same-payoff.ts'

export type DrawResult =
  | {
      readonly ok: true
      readonly legs: readonly PackageLeg[]
      readonly drawing: DrawnPayoff
      /** Payoff of one package as a multiple of the drawing. */
      readonly times: number
      /** Largest distance from the drawing, in its units, with both aligned below the first kink. */
      readonly deviation: number
    }
  | { readonly ok: false; readonly why: string }

export const mostDrawnRatio = 20

const refused = (why: string): DrawResult => ({ ok: false, why })

export function drawLegs(drawing: DrawnPayoff, market: SolveMarket, most = maxOrderLegs): DrawResult {
  const { base, expiryMs, kinks } = drawing
  const rows = market.listed.chain(base, expiryMs)
  if (rows.length === 0) return refused(`No options on ${base} are listed at ${shortExpiry(expiryMs)}.`)
  const unlisted = kinks.find(kink => !rows.some(row => eq(row.strike, kink.strike)))
  if (unlisted !== undefined) return refused(`No option is listed at ${exactText(unlisted.strike)}.`)
  if (kinks.some((kink, at) => cmp(kinks[at - 1]?.strike ?? zero, kink.strike) >= 0))
    return refused('The strikes do not ascend.')
  if (!Number.isInteger(drawing.low) || !Number.isInteger(drawing.high))
    return refused('A slope at the end is a whole number.')
  if (kinks.length === 0 && drawing.low !== drawing.high) return refused('A line without a kink has one slope.')
  const exact = wholeShape(drawing, rows)
  if (exact === 'flat') return refused('A flat line needs no legs.')
  if (exact !== undefined && exact.shape.bends.size <= most && largestRatio(exact.shape) <= mostDrawnRatio) {
    const found = cheapestLegs(exact.shape, market, most)
    if (found === undefined) return refused(lackOf(exact.shape, rows, market, most))
    return { ok: true, legs: found.legs, drawing: drawingOfShape(exact), times: exact.times, deviation: 0 }
  }
  if (kinks.length < 2 || Math.max(Math.abs(drawing.low), Math.abs(drawing.high)) > mostDrawnRatio)
    return refused(`A ratio is above ${mostDrawnRatio}.`)
  const fit = fitShape(drawing, rows, market, { most, mostRatio: mostDrawnRatio, mostTimes: 6 })
  if (fit === undefined) return refused('No quoted legs come near the drawing: a flat line is nearer.')
  const whole = primitive(fit.shape, fit.times)
  const found = cheapestLegs(whole.shape, market, most)
  if (found === undefined) return refused(lackOf(whole.shape, rows, market, most))
  return { ok: true, legs: found.legs, drawing: drawingOfShape(whole), times: whole.times, deviation: fit.deviation }
}

export function isExact(drawing: DrawnPayoff, rows: readonly ChainStrike[]): boolean {
  const whole = wholeShape(drawing, rows)
  if (whole === undefined || whole === 'flat') return whole === 'flat'
  return whole.shape.bends.size <= maxOrderLegs && largestRatio(whole.shape) <= mostDrawnRatio
}

interface WholeShape {
  readonly shape: Shape
  readonly times: number
}

const largestRatio = ({ bends, slope }: Shape): number =>
  Math.max(Math.abs(slope), ...[...bends.values()].map(Math.abs))

/** Divides by the common factor: the order rules refuse ratios that share one. */
function primitive(shape: Shape, times: number): WholeShape {
  const factor = gcd([...shape.bends.values(), shape.slope])
  const bends = new Map([...shape.bends].map(([strike, bend]) => [strike, bend / factor]))
  return { shape: { ...shape, bends, slope: shape.slope / factor }, times: times / factor }
}

function wholeShape(
  { base, expiryMs, kinks, low, high }: DrawnPayoff,
  rows: readonly ChainStrike[],
): WholeShape | 'flat' | undefined {
  const scale = Math.max(0, ...kinks.flatMap(({ strike, value }) => [places(strike), places(value)]))
  const points = kinks.map(({ strike, value }) => ({ at: toUnits(strike, scale), value: toUnits(value, scale) }))
  const steps = points.slice(1).map((point, at) => {
    const before = points[at] ?? point
    const [rise, run] = [point.value - before.value, point.at - before.at]
    const factor = gcd([rise, run])
    return { rise: rise / factor, run: run / factor }
  })
  const times = steps.reduce((all, { run }) => (all / gcd([all, run])) * run, 1)
  const slopes = [low * times, ...steps.map(({ rise, run }) => rise * (times / run)), high * times]
  if (![times, ...slopes].every(Number.isSafeInteger)) return undefined
  const bends = new Map<Decimal, number>()
  for (const [at, kink] of kinks.entries()) {
    const bend = (slopes[at + 1] ?? 0) - (slopes[at] ?? 0)
    const row = rows.find(one => eq(one.strike, kink.strike))
    if (bend !== 0 && row !== undefined) bends.set(row.strike, bend)
  }
  if (bends.size === 0 && high === 0) return 'flat'
  return primitive({ base, expiryMs, bends, slope: high * times }, times)
}

function drawingOfShape({ shape }: WholeShape): DrawnPayoff {
  const { base, expiryMs, bends, slope } = shape
  const strikes = [...bends.keys()].sort(cmp)
  const low = slope - [...bends.values()].reduce((sum, bend) => sum + bend, 0)
  let [slopeHere, value, before] = [low, 0, strikes[0] ?? zero]
  const kinks = strikes.map(strike => {
    value += slopeHere * (toNumber(strike) - toNumber(before))
    slopeHere += bends.get(strike) ?? 0
    before = strike
    return { strike, value: decimalFromNumber(value) ?? zero }
  })
  return { base, expiryMs, kinks, low, high: slope }
}

export function drawingOf(legs: readonly PackageLeg[]): DrawnPayoff | undefined {
  const names = legs.map(leg => ({ ratio: leg.ratio, name: parseInstrumentName(leg.symbol) }))
  const first = names[0]?.name
  if (first === undefined || !('expiryMs' in first)) return undefined
  const { base, expiryMs } = first
  const bends = new Map<Decimal, number>()
  let slope = 0
  for (const { ratio, name } of names) {
    const isDated = name?.product === 'option' || name?.product === 'future'
    if (!isDated || name.base !== base || name.expiryMs !== expiryMs) return undefined
    if (name.product === 'future' || name.right === 'call') slope += ratio
    if (name.product === 'option') bends.set(name.strike, (bends.get(name.strike) ?? 0) + ratio)
  }
  for (const [strike, bend] of bends) if (bend === 0) bends.delete(strike)
  return drawingOfShape({ shape: { base, expiryMs, bends, slope }, times: 1 })
}

const lackWords: Readonly<Record<Lack, string>> = {
  suspended: 'it is suspended',
  bid: 'there is no bid',
  ask: 'there is no ask',
  size: 'the size cannot be traded',
  'bid size': 'the bid is for less',
  'ask size': 'the ask is for less',
}

function lackOf({ bends }: Shape, rows: readonly ChainStrike[], market: SolveMarket, most: number): string {
  for (const [strike, bend] of bends) {
    const row = rows.find(one => eq(one.strike, strike))
    const quoted = [row?.call, row?.put].flatMap(one => (one === undefined ? [] : [quotedPrice(one, bend, market)]))
    const lacks = quoted.flatMap(one => ('lack' in one ? [one.lack] : []))
    const [lack] = lacks
    if (lack !== undefined && lacks.length === quoted.length)
      return `Nothing can be ${bend > 0 ? 'bought' : 'sold'} at ${exactText(strike)}: ${lackWords[lack]}.`
  }
  return `No ${most} quoted legs make the drawing.`
}
