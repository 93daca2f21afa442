/** The inputs of the model as fields: the price of the underlying, the forward of an expiry, its volatility at the money, that of one option. */
import { decimalFromNumber, roundTo } from '../../../domain/decimal.ts'
import { shortName } from '../../../domain/instrument.ts'
import type { BaseSurface, ExpirySurface, OptionMark } from '../../../pricing/market/base-surface.ts'
import { type InputKey, parseTyped } from '../../../pricing/market/typed-inputs.ts'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { sourceText } from './mark-text.ts'
import { forwardLook, levelLook, underlyingLook } from './model-looks.ts'
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
  return <TypedField {...of(handle, 'underlying')} {...underlyingLook(surface)} plain={surface.underlying?.price ?? ''} />
}

export function ForwardField({ at, handle }: { readonly at: ExpirySurface; readonly handle: TypedHandle }) {
  const { forward, expiryMs } = at
  return <TypedField {...of(handle, `forward ${expiryMs}`)} {...forwardLook(at)} plain={plainPrice(forward?.price)} />
}

export function LevelField({ at, handle }: { readonly at: ExpirySurface; readonly handle: TypedHandle }) {
  const { atmVolatility, expiryMs } = at
  return (
    <TypedField
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
