/**
 * Rows of the positions grid: a position or a part of one, or a group of them with its subtotals. Every subtotal is the exact sum of the rows
 * under it; one whose parts are not all known, or not in one currency, is missing.
 */
import { type Decimal, add, mul, toNumber } from '../../../domain/decimal.ts'
import type { Product } from '../../../domain/instrument.ts'
import type { Side } from '../../../domain/order.ts'
import { shareOut } from '../../../domain/grouping/share-out.ts'
import { type GreekSum, type Greeks, greeksOfSize, sumGreeks } from '../../../pricing/book/unit-greeks.ts'
import type { PositionRow } from '../position-rows.ts'

/** What the columns show of a row; a whole position is its own. */
export interface Figures {
  readonly product: Product | undefined
  readonly expiryMs: number | undefined
  readonly size: Decimal | undefined
  readonly quantityStep: Decimal | undefined
  readonly side: Side | undefined
  /** Of a structure: net, of one package. */
  readonly entry: Decimal | undefined
  readonly mark: Decimal | undefined
  readonly shownStep: Decimal | undefined
  readonly value: Decimal | undefined
  readonly upnl: Decimal | undefined
  readonly ourUpnl: Decimal | undefined
  readonly differs: boolean
  readonly upnlFraction: number | undefined
  readonly marginValue: Decimal | undefined
  /** Of what is priced; undefined where nothing is, or where bases are mixed. */
  readonly greeks: Greeks | undefined
  readonly quote: string | undefined
  /** Of the oldest. */
  readonly markMs: number
}

/** A position, or the part of one that belongs to a structure. */
export interface BookLeg {
  /** Unique among the legs of a book. */
  readonly id: string
  readonly position: PositionRow
  readonly size: Decimal
  readonly isWhole: boolean
}

export type BookRowKind = 'base' | 'expiry' | 'structure' | 'leg'

export interface BookRow {
  readonly id: string
  readonly kind: BookRowKind
  readonly depth: number
  readonly label: string
  /** Beside the label: what is bought and sold, "guessed", "part of 10". */
  readonly note: string | undefined
  readonly tip: string
  /** Undefined for a leg. */
  readonly isOpen: boolean | undefined
  readonly legs: readonly BookLeg[]
  readonly figures: Figures
  /** How many of its legs the greeks are of. */
  readonly coverage: Pick<GreekSum, 'priced' | 'of'>
}

/** Figures of the parts that a position is split in; they add up to its own. */
export function figuresOfParts(position: PositionRow, sizes: readonly Decimal[]): Figures[] {
  const share = (total: Decimal): Decimal[] => shareOut(total, sizes, position.size)
  const [upnls, ours] = [share(position.upnl), share(position.ourUpnl)]
  const margins = position.marginValue === undefined ? undefined : share(position.marginValue)
  return sizes.map((size, place) => ({
    ...position,
    size,
    value: mul(position.mark, size),
    upnl: upnls[place],
    ourUpnl: ours[place],
    marginValue: margins?.[place],
    greeks: position.unit === undefined ? undefined : greeksOfSize(position.unit, toNumber(size)),
  }))
}

export interface GroupPart {
  readonly figures: Figures
  readonly coverage: BookRow['coverage']
  readonly base: string
  /** |entry × size| over its legs, for the percentage. */
  readonly entryValue: number
}

type Money = 'value' | 'upnl' | 'ourUpnl' | 'marginValue'

/** Sum of a field over the parts; undefined where one of them lacks it. */
function sumOf(parts: readonly GroupPart[], field: Money): Decimal | undefined {
  let total: Decimal | undefined
  for (const { figures } of parts) {
    const value = figures[field]
    if (value === undefined) return undefined
    total = total === undefined ? value : add(total, value)
  }
  return total
}

/** What is the same in all, else undefined. */
function shared<Value>(parts: readonly GroupPart[], read: (part: GroupPart) => Value): Value | undefined {
  const [first, ...more] = parts
  if (first === undefined) return undefined
  const value = read(first)
  return more.every(part => read(part) === value) ? value : undefined
}

export type GroupFigures = Pick<GroupPart, 'figures' | 'coverage' | 'entryValue'>

/** Subtotals of a group; `own` are figures that a structure has besides. */
export function groupFigures(
  parts: readonly GroupPart[],
  own: Partial<Pick<Figures, 'size' | 'entry' | 'mark' | 'shownStep' | 'quantityStep'>>,
): GroupFigures {
  const quote = shared(parts, part => part.figures.quote)
  const money = (field: Money): Decimal | undefined => (quote === undefined ? undefined : sumOf(parts, field))
  const [upnl, ourUpnl] = [money('upnl'), money('ourUpnl')]
  const entryValue = parts.reduce((total, part) => total + part.entryValue, 0)
  const hasOneBase = shared(parts, part => part.base) !== undefined
  const added = sumGreeks(parts.map(part => part.figures.greeks))
  const priced = parts.reduce((count, part) => count + part.coverage.priced, 0)
  const of = parts.reduce((count, part) => count + part.coverage.of, 0)
  const figures: Figures = {
    product: shared(parts, part => part.figures.product),
    expiryMs: shared(parts, part => part.figures.expiryMs),
    size: undefined,
    quantityStep: undefined,
    side: undefined,
    entry: undefined,
    mark: undefined,
    shownStep: undefined,
    ...own,
    value: money('value'),
    upnl,
    ourUpnl,
    differs: parts.some(part => part.figures.differs),
    upnlFraction: upnl === undefined || entryValue === 0 ? undefined : toNumber(upnl) / entryValue,
    marginValue: money('marginValue'),
    greeks: priced > 0 && hasOneBase ? added.greeks : undefined,
    quote,
    markMs: parts.reduce((oldest, part) => Math.min(oldest, part.figures.markMs), Number.POSITIVE_INFINITY),
  }
  return { figures, coverage: { priced, of }, entryValue }
}
