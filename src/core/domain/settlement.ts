/** Estimates settlement prices from stored index prices, since the venue does not report them. */
import { type Decimal, max, sub, zero } from './decimal.ts'
import { firstPlace } from './first-place.ts'
import { parseInstrumentName } from './instrument.ts'
import type { Settlement } from './realised.ts'
import type { Sample } from './sample.ts'
import { minuteMs } from './time.ts'

/** Largest distance of an index from the expiry for use as settlement price. */
const nearMs = 10 * minuteMs

type IndexSample = Pick<Sample, 'atMs' | 'indexes'>

export function estimatedSettlements(
  symbols: Iterable<string>,
  samples: readonly IndexSample[],
  nowMs: number,
): Settlement[] {
  return [...symbols].flatMap((symbol): Settlement[] => {
    const name = parseInstrumentName(symbol)
    if (name === undefined || !('expiryMs' in name) || name.expiryMs > nowMs) return []
    const index = indexNear(samples, name.base, name.expiryMs)
    if (index === undefined) return []
    return [{ symbol, price: settlementPrice(symbol, index), atMs: name.expiryMs, isEstimated: true }]
  })
}

export function settlementPrice(symbol: string, price: Decimal): Decimal {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return price
  return max(zero, name.right === 'call' ? sub(price, name.strike) : sub(name.strike, price))
}

function indexNear(samples: readonly IndexSample[], base: string, atMs: number): Decimal | undefined {
  const first = firstAtOrAfter(samples, atMs - nearMs)
  let best: { readonly off: number; readonly index: Decimal } | undefined
  for (let at = first; at < samples.length; at += 1) {
    const sample = samples[at]
    if (sample === undefined || sample.atMs > atMs + nearMs) break
    const index = sample.indexes[base]
    const off = Math.abs(sample.atMs - atMs)
    if (index !== undefined && (best === undefined || off < best.off)) best = { off, index }
  }
  return best?.index
}

export const firstAtOrAfter = (samples: readonly { readonly atMs: number }[], atMs: number): number =>
  firstPlace(samples.length, place => (samples[place]?.atMs ?? 0) >= atMs)
