/** The inputs of the model as fields: the price of the underlying, the forward of an expiry, its volatility at the money, that of one option. */
import { decimalFromNumber, roundTo } from '../../../domain/decimal.ts'
import { shortExpiry, shortName } from '../../../domain/instrument.ts'
import { formatDecimal } from '../../../domain/format-decimal.ts'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import type { BaseSurface, ExpirySurface, OptionMark } from '../../../pricing/market/base-surface.ts'
import { type InputKey, parseTyped } from '../../../pricing/market/typed-inputs.ts'
import { forwardTitle, sourceText } from './mark-text.ts'
import { TypedField } from './typed-field.tsx'
import { parseLevel, percentOf } from './typed-level.ts'
import type { TypedHandle } from './typed-store.ts'

/** Handlers of one key. */
const of = (handle: TypedHandle, key: InputKey) => ({
  isTyped: handle.inputs.has(key),
  parse: (text: string) => parseTyped(key, text),
  take: (value: Parameters<TypedHandle['type']>[1]) => handle.type(key, value),
  clear: () => handle.clear(key),
})

const plainPrice = (price: number | undefined): string => {
  const decimal = price === undefined ? undefined : decimalFromNumber(price)
  return decimal === undefined ? '' : roundTo(decimal, 2)
}

export function UnderlyingField({ surface, handle }: { readonly surface: BaseSurface; readonly handle: TypedHandle }) {
  const { underlying, base } = surface
  const market = underlying?.typed?.market
  return (
    <TypedField
      {...of(handle, 'underlying')}
      label={`Price of ${base}`}
      plain={underlying?.price ?? ''}
      shown={underlying === undefined ? dash : formatDecimal(underlying.price, { places: 2 })}
      title={
        underlying?.typed === undefined
          ? `Price of the underlying: ${underlying?.source ?? 'none'}. Edit to override; clear to use the market.`
          : `Typed. The market: ${market === undefined ? 'none' : `${formatDecimal(market.price, { places: 2 })} (${market.source})`}`
      }
    />
  )
}

export function ForwardField({ at, handle }: { readonly at: ExpirySurface; readonly handle: TypedHandle }) {
  const { forward, expiryMs } = at
  return (
    <TypedField
      {...of(handle, `forward ${expiryMs}`)}
      label={`Forward of ${shortExpiry(expiryMs)}`}
      plain={plainPrice(forward?.price)}
      shown={forward === undefined ? dash : formatNumber(forward.price)}
      title={forwardTitle(forward)}
    />
  )
}

export function LevelField({ at, handle }: { readonly at: ExpirySurface; readonly handle: TypedHandle }) {
  const { atmVolatility, marketAtm, expiryMs, shift } = at
  const market = marketAtm === undefined ? 'none' : formatPercent(marketAtm)
  return (
    <TypedField
      {...of(handle, `shift ${expiryMs}`)}
      parse={text => parseLevel(at, text)}
      label={`Volatility at the money of ${shortExpiry(expiryMs)}, %`}
      plain={atmVolatility === undefined ? '' : (percentOf(atmVolatility) ?? '')}
      shown={atmVolatility === undefined ? dash : formatPercent(atmVolatility)}
      title={
        shift === undefined
          ? 'At the forward, from the surface through the quotes of all expiries. Type a level (58) or a shift (+2): every volatility of the expiry moves with it.'
          : `Shifted by ${formatNumber(shift.shift * 100, { sign: 'always' })} points, typed. The market: ${market}`
      }
    />
  )
}

interface VolatilityFieldProps {
  readonly symbol: string
  readonly mark: OptionMark | undefined
  readonly handle: TypedHandle
  /** Of a field in a cell: called when it is left. */
  readonly onLeave?: (() => void) | undefined
}

export function VolatilityField({ symbol, mark, handle, onLeave }: VolatilityFieldProps) {
  const volatility = mark?.volatility
  const places = onLeave === undefined ? formatPercent : (value: number) => formatNumber(value * 100, { places: 1 })
  return (
    <TypedField
      {...of(handle, `volatility ${symbol}`)}
      label={`Volatility of ${shortName(symbol)}, %`}
      plain={volatility === undefined ? '' : (percentOf(volatility) ?? '')}
      shown={volatility === undefined ? dash : places(volatility)}
      title={mark === undefined ? undefined : sourceText(mark)}
      onLeave={onLeave}
    />
  )
}
