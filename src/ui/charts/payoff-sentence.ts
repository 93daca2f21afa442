/** A payoff as one sentence, for who hears it: the exact value at each kink, which way it goes beyond the outer ones, and where it is even. */
import { formatAmountNumber } from '../format/amounts.ts'
import type { PayoffCurve } from './payoff-geometry.ts'
import type { PlotProps } from './payoff-plot.tsx'
import { exactPriceText } from './price-text.ts'

/** More are not heard to the end: the table of the chart has all. */
const mostKinks = 12

/** Which way the curve goes from one of its ends inwards or outwards, in the order of prices. */
function wayOf({ xs, ys }: PayoffCurve, from: number, to: number): string {
  const [x0, x1, y0, y1] = [xs[from], xs[to], ys[from], ys[to]]
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined || x0 === x1) return 'level'
  const slope = (y1 - y0) / (x1 - x0)
  return Math.abs(slope) < 1e-9 ? 'level' : slope > 0 ? 'rising' : 'falling'
}

/** "At expiry: level below 100, −20.00 USD at 100, rising above it; even at 120." Undefined of a curve whose kinks are not known. */
export function payoffSentence({
  curves: [main],
  kinks = [],
  breakEvens = [],
  currency,
}: Pick<PlotProps, 'curves' | 'kinks' | 'breakEvens' | 'currency'>): string | undefined {
  const points = [...kinks].sort((a, b) => a.x - b.x)
  const [first] = points
  const last = points.at(-1)
  if (main === undefined || first === undefined || last === undefined) return undefined
  const end = main.xs.length - 1
  const left = points.length - mostKinks
  const values = points
    .slice(0, mostKinks)
    .map(({ x, y }) => `${formatAmountNumber(y, { sign: 'always' })} ${currency} at ${exactPriceText(x)}`)
  const even = breakEvens.length === 0 ? 'nowhere even' : `even at ${breakEvens.map(exactPriceText).join(' and ')}`
  return `${main.label}: ${wayOf(main, 0, 1)} below ${exactPriceText(first.x)}, ${values.join(', ')}${left > 0 ? ` and ${left} more in the table` : ''}, ${wayOf(main, end - 1, end)} above ${exactPriceText(last.x)}; ${even}.`
}
