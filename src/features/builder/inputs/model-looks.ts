/** What the fields of the model's inputs say, without what typing does: also for what is drawn before the program is there. */
import { formatDecimal } from '../../../domain/decimal.ts'
import { shortExpiry } from '../../../domain/instrument.ts'
import type { BaseSurface, ExpirySurface } from '../../../pricing/market/base-surface.ts'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { forwardTitle } from './mark-text.ts'

interface Look {
  readonly label: string
  readonly shown: string
  readonly title: string
}

export function underlyingLook({ underlying, base }: BaseSurface): Look {
  const market = underlying?.typed?.market
  return {
    label: `Price of ${base}`,
    shown: underlying === undefined ? dash : formatDecimal(underlying.price, { places: 2 }),
    title:
      underlying?.typed === undefined
        ? `Price of the underlying: ${underlying?.source ?? 'none'}. Edit to override; clear to use the market.`
        : `Typed. The market: ${market === undefined ? 'none' : `${formatDecimal(market.price, { places: 2 })} (${market.source})`}`,
  }
}

export const forwardLook = ({ forward, expiryMs }: ExpirySurface): Look => ({
  label: `Forward of ${shortExpiry(expiryMs)}`,
  shown: forward === undefined ? dash : formatNumber(forward.price),
  title: forwardTitle(forward),
})

export function levelLook({ atmVolatility, marketAtm, expiryMs, shift }: ExpirySurface): Look {
  const market = marketAtm === undefined ? 'none' : formatPercent(marketAtm)
  return {
    label: `Volatility at the money of ${shortExpiry(expiryMs)}, %`,
    shown: atmVolatility === undefined ? dash : formatPercent(atmVolatility),
    title:
      shift === undefined
        ? 'At the forward, from the surface through the quotes of all expiries. Type a level (58) or a shift (+2): every volatility of the expiry moves with it.'
        : `Shifted by ${formatNumber(shift.shift * 100, { sign: 'always' })} points, typed. The market: ${market}`,
  }
}
