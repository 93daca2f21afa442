import { dec } from '../core/domain/decimal.ts'
import type { Sample, SamplePosition } from '../core/domain/sample.ts'

/** A sample of an account that holds so many USD and nothing else. */
export const cashSample = (atMs: number, usd: string, more: Partial<Sample> = {}): Sample => ({
  atMs,
  equity: { cash: dec(usd), optionValue: dec('0'), optionUpnl: dec('0'), futuresUpnl: dec('0'), leftOut: [] },
  cash: { USD: dec(usd) },
  indexes: {},
  positions: [],
  ...more,
})

/** A position at its entry: nothing gained or lost. */
export const samplePosition = (
  symbol: string,
  size: string,
  price: string,
  more: Partial<SamplePosition> = {},
): SamplePosition => ({
  symbol,
  product: symbol.endsWith('PERPETUAL') ? 'perpetual' : 'option',
  size: dec(size),
  average_entry_price: dec(price),
  mark_price: dec(price),
  upnl: dec('0'),
  ...more,
})
