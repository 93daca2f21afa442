import { dec } from '../../core/domain/decimal.ts'
import type { Sample } from '../../core/domain/sample.ts'
import { samplePosition } from '../cash-sample.ts'

export const testSample = (atMs: number, positions = 1): Sample => ({
  atMs,
  equity: { cash: dec('10'), optionValue: dec('0'), optionUpnl: dec('0'), futuresUpnl: dec('1.25'), leftOut: [] },
  cash: { USD: dec('10') },
  indexes: { BTC: dec('90000') },
  positions: Array.from({ length: positions }, () =>
    samplePosition('BTC-USD-PERPETUAL', '1', '90000', { mark_price: dec('90001.25'), upnl: dec('1.25') }),
  ),
})
