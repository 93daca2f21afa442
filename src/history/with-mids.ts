/** Mids in the samples of an account: of the instruments that were looked at or have a working order, then of those held, as many as there is room for. */
import type { Decimal } from '../domain/decimal.ts'
import type { Sample } from '../domain/sample.ts'
import { legQuote } from '../pricing/market/leg-quotes.ts'
import type { Summary } from './sample-of-answers.ts'

/** A sample a minute for two days, each with so many, is less than ten megabytes. */
const mostMids = 60

export function withMids(sample: Sample, watched: readonly string[], quotes: Summary | undefined): Sample {
  const wanted = new Set([...watched, ...(sample.positions ?? []).map(position => position.symbol)])
  const mids: Record<string, Decimal> = {}
  let count = 0
  for (const symbol of wanted) {
    const { mid } = legQuote(quotes?.get(symbol))
    if (mid === undefined || count >= mostMids) continue
    mids[symbol] = mid
    count += 1
  }
  return count === 0 ? sample : { ...sample, mids }
}
