import { dec } from '../core/domain/decimal.ts'
import type { Sample } from '../core/domain/sample.ts'

/** A sample of an account that holds so many USD and nothing else. */
export const cashSample = (atMs: number, usd: string, more: Partial<Sample> = {}): Sample => ({
  atMs,
  equity: { cash: dec(usd), optionValue: dec('0'), optionUpnl: dec('0'), futuresUpnl: dec('0'), leftOut: [] },
  cash: { USD: dec(usd) },
  indexes: {},
  positions: [],
  ...more,
})
