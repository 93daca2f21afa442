/**
 * Fields for the model's inputs: underlying price, an expiry's forward, its at-the-money volatility, an option's
 * volatility.
 */
import {
  dec,
  type Decimal,
  decimalFromNumber,
  formatDecimal,
  roundPrice,
  roundTo,
  sub,
  visibleStep,
} from '../../../../core/domain/decimal.ts'
import { shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import type { BaseSurface, ExpirySurface, OptionMark } from '../../../../core/pricing/market/base-surface.ts'
import { type InputKey, parseOverride, type OverrideAnswer } from '../../../../core/pricing/market/overrides.ts'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { forwardTitle, sourceText } from './mark-text.ts'
import { OverrideField } from './override-field.tsx'
import type { OverridesHandle } from './override-store.ts'

interface Look {
  readonly label: string
  readonly shown: string
  readonly title: string
}

const priceText = (price: Decimal): string => formatDecimal(price, { step: visibleStep(dec('0.01'), price) })

function underlyingLook({ underlying, base }: BaseSurface): Look {
  const market = underlying?.typed?.market
  return {
    label: `Price of ${base}`,
    shown: underlying === undefined ? dash : priceText(underlying.price),
    title:
      underlying?.typed === undefined
        ? `Price of the underlying: ${underlying?.source ?? 'none'}. Edit to override; clear to use the market.`
        : `Typed. The market: ${market === undefined ? 'none' : `${priceText(market.price)} (${market.source})`}`,
  }
}

const forwardLook = ({ forward, expiryMs }: ExpirySurface): Look => ({
  label: `Forward of ${shortExpiry(expiryMs)}`,
  shown: forward === undefined ? dash : formatNumber(forward.price),
  title: forwardTitle(forward),
})

function levelLook({ atmVolatility, marketAtm, expiryMs, shift }: ExpirySurface): Look {
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

function percentOf(fraction: number): Decimal | undefined {
  const percent = decimalFromNumber(fraction * 100)
  return percent === undefined ? undefined : roundTo(percent, 2)
}

/**
 * At-the-money volatility as typed: "58" sets the level, "+2" or "-3" shifts the market's. Both are stored as a shift.
 */
export function parseLevel(at: ExpirySurface, text: string): OverrideAnswer {
  const key: InputKey = `shift ${at.expiryMs}`
  const tidy = text.trim().replace(/^[−–]/, '-')
  if (/^[+-]/.test(tidy)) return parseOverride(key, tidy.replace(/^\+\s*/, ''))
  const level = parseOverride('volatility at-the-money', tidy)
  const market = at.marketAtm === undefined ? undefined : percentOf(at.marketAtm)
  if (!level.ok) return level
  return market === undefined ? { ok: false, problem: 'not_a_number' } : { ok: true, value: sub(level.value, market) }
}

const of = (handle: OverridesHandle, key: InputKey) => ({
  isTyped: handle.inputs.has(key),
  parse: (text: string) => parseOverride(key, text),
  take: (value: Parameters<OverridesHandle['type']>[1]) => handle.type(key, value),
  clear: () => handle.clear(key),
})

const plainPrice = (price: number | undefined): string => {
  const decimal = price === undefined ? undefined : decimalFromNumber(price)
  return decimal === undefined ? '' : roundPrice(decimal, 2, 6)
}

export function UnderlyingField({
  surface,
  handle,
}: {
  readonly surface: BaseSurface
  readonly handle: OverridesHandle
}) {
  return (
    <OverrideField {...of(handle, 'underlying')} {...underlyingLook(surface)} plain={surface.underlying?.price ?? ''} />
  )
}

export function ForwardField({ at, handle }: { readonly at: ExpirySurface; readonly handle: OverridesHandle }) {
  const { forward, expiryMs } = at
  return (
    <OverrideField {...of(handle, `forward ${expiryMs}`)} {...forwardLook(at)} plain={plainPrice(forward?.price)} />
  )
}

export function LevelField({ at, handle }: { readonly at: ExpirySurface; readonly handle: OverridesHandle }) {
  const { atmVolatility, expiryMs } = at
  return (
    <OverrideField
      {...of(handle, `shift ${expiryMs}`)}
      parse={text => parseLevel(at, text)}
      {...levelLook(at)}
      plain={atmVolatility === undefined ? '' : (percentOf(atmVolatility) ?? '')}
    />
  )
}

interface VolatilityFieldProps {
  readonly symbol: string
  readonly mark: OptionMark | undefined
  readonly handle: OverridesHandle
  readonly onLeave?: (() => void) | undefined
}

export function VolatilityField({ symbol, mark, handle, onLeave }: VolatilityFieldProps) {
  const volatility = mark?.volatility
  const places = onLeave === undefined ? formatPercent : (value: number) => formatNumber(value * 100, { places: 1 })
  return (
    <OverrideField
      {...of(handle, `volatility ${symbol}`)}
      label={`Volatility of ${shortName(symbol)}, %`}
      plain={volatility === undefined ? '' : (percentOf(volatility) ?? '')}
      shown={volatility === undefined ? dash : places(volatility)}
      title={mark === undefined ? undefined : sourceText(mark)}
      onLeave={onLeave}
    />
  )
}
