/**
 * Rows of the positions grid: a position, a part of one, or a group with subtotals. A subtotal is the exact sum of its
 * rows; it is missing if a part is unknown or currencies differ.
 */
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { type Decimal, mul, sum, toNumber } from '../../../../core/domain/decimal.ts'
import { shareOut } from '../../../../core/domain/grouping/share-out.ts'
import type { Product } from '../../../../core/domain/instrument.ts'
import { packagePrice } from '../../../../core/domain/normalise.ts'
import type { Side } from '../../../../core/domain/order.ts'
import { type Greeks, greeksOfSize, type GreekSum, sumGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'

export interface Figures {
  readonly product: Product | undefined
  readonly expiryMs: number | undefined
  readonly size: Decimal | undefined
  readonly quantityStep: Decimal | undefined
  readonly side: Side | undefined
  /** For a structure: net, per package. */
  readonly entry: Decimal | undefined
  readonly mark: Decimal | undefined
  readonly shownStep: Decimal | undefined
  readonly value: Decimal | undefined
  readonly upnl: Decimal | undefined
  readonly ourUpnl: Decimal | undefined
  readonly differs: boolean
  readonly upnlFraction: number | undefined
  readonly marginValue: Decimal | undefined
  /** For priced legs; undefined if none is, or for mixed bases. */
  readonly greeks: Greeks | undefined
  readonly quote: string | undefined
  readonly markMs: number
}

/** A position, or the part of one that belongs to a structure. */
export interface PositionsLeg {
  readonly id: string
  readonly position: PositionRow
  readonly size: Decimal
  readonly isWhole: boolean
  /** Average entry of this leg; undefined if unknown. */
  readonly entry: Decimal | undefined
}

export type PositionsRowKind = 'base' | 'expiry' | 'structure' | 'rest' | 'step' | 'leg'

/** Data of a trade, or of all trades below a row; amounts before fees. */
export interface TradeFigures {
  readonly id?: string | undefined
  /** Undefined if not observed. */
  readonly openedMs: number | undefined
  /** From closes, rolls, settlements and funding. */
  readonly realised: Decimal | undefined
  readonly pnl: Decimal | undefined
  /** uPnL as a share of the open legs' maximum profit; undefined if unlimited or not positive. */
  readonly ofMost: number | undefined
}

export interface PositionsRow {
  readonly id: string
  readonly kind: PositionsRowKind
  readonly depth: number
  readonly label: string
  readonly note: string | undefined
  readonly tip: string
  readonly isGuess?: boolean | undefined
  readonly isOpen: boolean | undefined
  readonly legs: readonly PositionsLeg[]
  readonly figures: Figures
  readonly coverage: Pick<GreekSum, 'priced' | 'of'>
  readonly trade?: TradeFigures | undefined
}

export function figuresOfParts(position: PositionRow, sizes: readonly Decimal[]): Figures[] {
  const share = (total: Decimal): Decimal[] => shareOut(total, sizes, position.size)
  const upnls = share(position.upnl)
  const ours = position.ourUpnl === undefined ? undefined : share(position.ourUpnl)
  const margins = position.marginValue === undefined ? undefined : share(position.marginValue)
  const { product, expiryMs, quantityStep, side, entry, mark, shownStep, differs, upnlFraction, quote, markMs } =
    position
  return sizes.map((size, node) => ({
    product,
    expiryMs,
    quantityStep,
    side,
    entry,
    mark,
    shownStep,
    differs,
    upnlFraction,
    quote,
    markMs,
    size,
    value:
      product === 'option' || product === 'spot'
        ? mul(position.mark, size)
        : product === undefined
          ? undefined
          : upnls[node],
    upnl: upnls[node],
    ourUpnl: ours?.[node],
    marginValue: margins?.[node],
    greeks: position.unit === undefined ? undefined : greeksOfSize(position.unit, toNumber(size)),
  }))
}

export interface GroupPart {
  readonly figures: Figures
  readonly coverage: PositionsRow['coverage']
  readonly base: string
  readonly entryValue: number
}

type Money = 'value' | 'upnl' | 'ourUpnl' | 'marginValue'

/** The common value of all parts, else undefined. */
function shared<Value>(parts: readonly GroupPart[], read: (part: GroupPart) => Value): Value | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  const value = read(first)
  return parts.every(part => read(part) === value) ? value : undefined
}

/** The package of a structure; its legs are in the order of the parts. */
export interface PositionsPackage {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly quantity: Decimal
}

export type GroupFigures = Pick<GroupPart, 'figures' | 'coverage' | 'entryValue'>

function netOf(
  parts: readonly GroupPart[],
  pack: PositionsPackage | undefined,
  field: 'entry' | 'mark',
): Decimal | undefined {
  if (pack === undefined || pack.legs.length !== parts.length) return undefined
  const legs = pack.legs.flatMap(({ ratio }, at) => {
    const price = parts[at]?.figures[field]
    return price === undefined ? [] : [{ ratio, price }]
  })
  return legs.length === parts.length ? packagePrice(legs) : undefined
}

function sumOf(parts: readonly GroupPart[], field: Money): Decimal | undefined {
  const values: Decimal[] = []
  for (const { figures } of parts) {
    const value = figures[field]
    if (value === undefined) return undefined
    values.push(value)
  }
  return sum(values)
}

function greeksOf(parts: readonly GroupPart[], priced: number): Greeks | undefined {
  if (priced === 0 || shared(parts, part => part.base) === undefined) return undefined
  return sumGreeks(parts.map(part => part.figures.greeks)).greeks
}

function countOf(parts: readonly GroupPart[]): Pick<GroupPart, 'coverage' | 'entryValue'> {
  let [priced, of, entryValue] = [0, 0, 0]
  for (const part of parts) {
    priced += part.coverage.priced
    of += part.coverage.of
    entryValue += part.entryValue
  }
  return { coverage: { priced, of }, entryValue }
}

const oldestMark = (parts: readonly GroupPart[]): number =>
  parts.reduce((oldest, part) => Math.min(oldest, part.figures.markMs), Number.POSITIVE_INFINITY)

export function unknownGroup(parts: readonly GroupPart[]): GroupFigures {
  const figures: Figures = {
    product: undefined,
    expiryMs: shared(parts, part => part.figures.expiryMs),
    size: undefined,
    quantityStep: undefined,
    side: undefined,
    entry: undefined,
    mark: undefined,
    shownStep: undefined,
    value: undefined,
    upnl: undefined,
    ourUpnl: undefined,
    differs: parts.some(part => part.figures.differs),
    upnlFraction: undefined,
    marginValue: undefined,
    greeks: undefined,
    quote: shared(parts, part => part.figures.quote),
    markMs: oldestMark(parts),
  }
  return { figures, ...countOf(parts) }
}

/** Subtotals of a group, without money sums across currencies; `pack` is the structure's package. */
export function groupFigures(parts: readonly GroupPart[], pack: PositionsPackage | undefined): GroupFigures {
  const { coverage, entryValue } = countOf(parts)
  const quote = shared(parts, part => part.figures.quote)
  const money = (field: Money): Decimal | undefined => (quote === undefined ? undefined : sumOf(parts, field))
  const [first] = pack === undefined ? [] : parts
  const upnl = money('upnl')
  const figures: Figures = {
    product: shared(parts, part => part.figures.product),
    expiryMs: shared(parts, part => part.figures.expiryMs),
    size: pack?.quantity,
    quantityStep: first?.figures.quantityStep,
    side: undefined,
    entry: netOf(parts, pack, 'entry'),
    mark: netOf(parts, pack, 'mark'),
    shownStep: first?.figures.shownStep,
    value: money('value'),
    upnl,
    ourUpnl: money('ourUpnl'),
    differs: parts.some(part => part.figures.differs),
    upnlFraction: upnl === undefined || entryValue === 0 ? undefined : toNumber(upnl) / entryValue,
    marginValue: money('marginValue'),
    greeks: greeksOf(parts, coverage.priced),
    quote,
    markMs: oldestMark(parts),
  }
  return { figures, coverage, entryValue }
}
