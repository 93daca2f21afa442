/** Edits of a drawing: kinks snap to listed strikes, and to heights at which slopes are valid ratios. */
import { cmp, type Decimal, decimalFromNumber, eq, toNumber, zero } from '../../../../core/domain/decimal.ts'
import type { ChainStrike } from '../../../../core/domain/instrument-index.ts'
import type { DrawnPayoff, Kink } from '../../../../core/pricing/solve/draw-fit.ts'
import { isExact, mostDrawnRatio } from '../../../../core/pricing/solve/draw.ts'

export interface Ground {
  readonly rows: readonly ChainStrike[]
  readonly step: number
}

export interface Place {
  readonly price: number
  readonly value: number
}

const mostTries = 40

export function groundOf(rows: readonly ChainStrike[]): Ground {
  const gaps = rows.slice(1).map((row, at) => toNumber(row.strike) - toNumber(rows[at]?.strike ?? row.strike))
  return { rows, step: gaps.length === 0 ? 1 : Math.min(...gaps) }
}

const decimal = (value: number): Decimal => decimalFromNumber(value) ?? zero

function nearestOf(rows: readonly ChainStrike[], price: number): Decimal | undefined {
  const away = (row: ChainStrike): number => Math.abs(toNumber(row.strike) - price)
  return rows.reduce<ChainStrike | undefined>(
    (best, row) => (best === undefined || away(row) < away(best) ? row : best),
    undefined,
  )?.strike
}

const withKink = (drawing: DrawnPayoff, at: number, kink: Kink): DrawnPayoff => ({
  ...drawing,
  kinks: drawing.kinks.map((each, index) => (index === at ? kink : each)),
})

function atHeight(
  drawing: DrawnPayoff,
  at: number,
  strike: Decimal,
  value: number,
  { rows, step }: Ground,
  way?: 1 | -1,
): DrawnPayoff | undefined {
  const middle = Math.round(value / step)
  for (let away = way === undefined ? 0 : 1; away <= mostTries; away += 1) {
    for (const sign of way === undefined ? ([1, -1] as const) : [way]) {
      const moved = withKink(drawing, at, { strike, value: decimal((middle + sign * away) * step) })
      if (isExact(moved, rows)) return moved
    }
  }
  return undefined
}

export function movedKink(drawing: DrawnPayoff, at: number, { price, value }: Place, ground: Ground): DrawnPayoff {
  const [before, after] = [drawing.kinks[at - 1], drawing.kinks[at + 1]]
  const free = ground.rows.filter(
    row =>
      (before === undefined || cmp(row.strike, before.strike) > 0) &&
      (after === undefined || cmp(row.strike, after.strike) < 0),
  )
  const strike = nearestOf(free, price)
  return strike === undefined ? drawing : (atHeight(drawing, at, strike, value, ground) ?? drawing)
}

export function steppedKink(
  drawing: DrawnPayoff,
  at: number,
  along: 'strike' | 'value',
  step: 1 | -1,
  ground: Ground,
): DrawnPayoff {
  const kink = drawing.kinks[at]
  if (kink === undefined) return drawing
  const value = toNumber(kink.value)
  if (along === 'value') return atHeight(drawing, at, kink.strike, value, ground, step) ?? drawing
  const here = ground.rows.findIndex(row => eq(row.strike, kink.strike))
  const next = ground.rows[here + step]
  return next === undefined ? drawing : movedKink(drawing, at, { price: toNumber(next.strike), value }, ground)
}

export function addedKink(drawing: DrawnPayoff, { price, value }: Place, ground: Ground): DrawnPayoff {
  const free = ground.rows.filter(row => !drawing.kinks.some(kink => eq(kink.strike, row.strike)))
  const strike = nearestOf(free, price)
  if (strike === undefined) return drawing
  const kinks = [...drawing.kinks, { strike, value: decimal(value) }].sort((a, b) => cmp(a.strike, b.strike))
  const added = { ...drawing, kinks }
  const at = kinks.findIndex(kink => kink.strike === strike)
  return atHeight(added, at, strike, value, ground) ?? drawing
}

export function addedAfter(drawing: DrawnPayoff, at: number, ground: Ground): DrawnPayoff {
  const [kink, next] = [drawing.kinks[at], drawing.kinks[at + 1]]
  if (kink === undefined) return drawing
  const from = toNumber(kink.strike)
  const price = next === undefined ? from + 4 * ground.step : (from + toNumber(next.strike)) / 2
  return addedKink(drawing, { price, value: valueAt(drawing, price) }, ground)
}

export const withoutKink = (drawing: DrawnPayoff, at: number): DrawnPayoff => ({
  ...drawing,
  kinks: drawing.kinks.filter((_, index) => index !== at),
})

export function withTail(drawing: DrawnPayoff, tail: 'low' | 'high', slope: number): DrawnPayoff {
  return Math.abs(slope) > mostDrawnRatio ? drawing : { ...drawing, [tail]: slope }
}

export function valueAt({ kinks, low, high }: DrawnPayoff, price: number): number {
  const points = kinks.map(kink => [toNumber(kink.strike), toNumber(kink.value)] as const)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return low * price
  if (price <= first[0]) return first[1] + low * (price - first[0])
  const next = points.findIndex(([strike]) => strike >= price)
  const [before, after] = [points[next - 1], points[next]]
  if (before === undefined || after === undefined) return last[1] + high * (price - last[0])
  return before[1] + ((after[1] - before[1]) * (price - before[0])) / (after[0] - before[0])
}

/** A freehand line: its heights at the strikes it passes, flat beyond. Undefined below two strikes. */
export function strokeDrawing(
  stroke: readonly Place[],
  before: DrawnPayoff,
  { rows }: Ground,
): DrawnPayoff | undefined {
  const line = stroke.toSorted((a, b) => a.price - b.price)
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const kinks = rows.flatMap((row): Kink[] => {
    const price = toNumber(row.strike)
    if (price < first.price || price > last.price) return []
    const next = Math.max(
      1,
      line.findIndex(each => each.price >= price),
    )
    const [from, to] = [line[next - 1] ?? first, line[next] ?? last]
    const part = to.price === from.price ? 0 : (price - from.price) / (to.price - from.price)
    return [{ strike: row.strike, value: decimal(Math.round(from.value + (to.value - from.value) * part)) }]
  })
  return kinks.length < 2 ? undefined : { ...before, kinks, low: 0, high: 0 }
}

export function humpAt(before: DrawnPayoff, price: number, ground: Ground): DrawnPayoff | undefined {
  const strikes = [price * 0.95, price, price * 1.05].map(each => nearestOf(ground.rows, each))
  const [low, middle, high] = strikes
  if (low === undefined || middle === undefined || high === undefined) return undefined
  if (cmp(low, middle) >= 0 || cmp(middle, high) >= 0) return undefined
  const kinks = [
    { strike: low, value: zero },
    { strike: middle, value: decimal(toNumber(middle) - toNumber(low)) },
    { strike: high, value: zero },
  ]
  return { ...before, kinks, low: 0, high: 0 }
}

export function slopesOf({ kinks, low, high }: DrawnPayoff): readonly number[] {
  const between = kinks.slice(1).map((kink, at) => {
    const before = kinks[at] ?? kink
    return (toNumber(kink.value) - toNumber(before.value)) / (toNumber(kink.strike) - toNumber(before.strike))
  })
  return [low, ...between, high]
}
