/** Describes the model's inputs, or why they are missing. */
import type { BaseSurface, ExpirySurface, OptionMark } from '../../../../core/pricing/market/base-surface.ts'
import type { Forward } from '../../../../core/pricing/market/reference-price.ts'
import { formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'

const text: Readonly<Record<NonNullable<OptionMark['source'] | OptionMark['why']>, string>> = {
  typed: 'typed',
  mid: 'of the mid',
  last: 'of the last trade',
  surface: 'of the surface: its own quote gives none',
  no_quote: 'no quote',
  no_forward: 'no forward',
  not_a_price: 'not a price',
  no_time_left: 'no time left',
  below_intrinsic: 'the price is below intrinsic value',
  no_time_value: 'the price has no time value',
  above_bound: 'the price is above its bound',
}

export function sourceText({ source, why, typed, shift, bid, ask }: Omit<OptionMark, 'delta' | 'volatility'>): string {
  const percent = (value: number | undefined): string => (value === undefined ? 'none' : formatPercent(value))
  const basis = source ?? why
  const parts = [
    source === 'surface' && why !== undefined
      ? `of the surface: ${text[why]}`
      : basis === undefined
        ? 'none'
        : text[basis],
    ...(typed === undefined ? [] : [`the market ${percent(typed.market)}`]),
    ...(shift === undefined ? [] : [`${formatNumber(shift * 100, { sign: 'always' })} points typed for the expiry`]),
    ...(bid === undefined && ask === undefined ? [] : [`bid ${percent(bid)}, ask ${percent(ask)}`]),
  ]
  return `Implied volatility in %: ${parts.join('; ')}`
}

export function shortSource({ source, why, shift }: Pick<OptionMark, 'source' | 'why' | 'shift'>): string {
  const basis = source === undefined ? (why ?? 'none') : source
  const reason = source === 'surface' && why !== undefined ? `, ${why.replaceAll('_', ' ')}` : ''
  const moved = shift === undefined ? '' : ` ${formatNumber(shift * 100, { places: 1, sign: 'always' })} typed`
  return `${basis.replaceAll('_', ' ')}${reason}${moved}`
}

const forwardSources = {
  future: 'mid of the future that settles then',
  parity: 'put-call parity over the chain',
  underlying: 'the price of the underlying: no future and no two-sided pair',
  typed: 'typed',
  moved: 'moved with the typed price',
} as const

export function forwardTitle(forward: Forward | undefined): string {
  if (forward === undefined) return 'No forward: no future, no pair of call and put, no price of the underlying'
  const { source } = forward
  if (source.kind === 'moved')
    return `Moved with the typed price of the underlying; the market has ${formatNumber(source.market.price)}. Type over it to set it alone.`
  if (source.kind !== 'typed')
    return `Forward: ${forwardSources[source.kind]}. Edit to override; clear to use the market.`
  const { market } = source
  return `Typed. The market: ${market === undefined ? 'none' : `${formatNumber(market.price)}, ${forwardSources[market.source.kind]}`}`
}

export function forwardSource(
  { forward }: Pick<ExpirySurface, 'forward'>,
  { underlying }: Pick<BaseSurface, 'underlying'>,
): string {
  if (forward === undefined) return 'none'
  const { source } = forward
  if (source.kind === 'parity') return source.pairs === 1 ? 'parity, 1 pair' : `parity, ${source.pairs} pairs`
  if (source.kind === 'moved') return 'moved with the price'
  if (source.kind !== 'underlying') return source.kind
  return underlying?.typed === undefined ? (underlying?.source ?? source.kind) : 'the price typed'
}
