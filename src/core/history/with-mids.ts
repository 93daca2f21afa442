/** Adds mids to samples: first instruments viewed or with a working order, then those held, up to a limit. */
import type { Quotes } from '../domain/market-data.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Sample } from '../domain/sample.ts'
import { legQuote } from '../pricing/market/leg-quotes.ts'

/** Two days of minute samples with this many mids take less than ten megabytes. */
const mostMids = 60

export function withMids(sample: Sample, watched: readonly string[], quotes: Quotes | undefined): Sample {
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
