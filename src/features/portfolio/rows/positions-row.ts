/**
 * Rows of the positions grid: a position or a part of one, or a group of them with its subtotals. Every subtotal is the exact sum of the rows
 * under it; one whose parts are not all known, or not in one currency, is missing.
 */
import type { PositionRow } from '../../../account/position-rows.ts'
import { type Decimal, mul, sum, toNumber } from '../../../domain/decimal.ts'
import { shareOut } from '../../../domain/grouping/share-out.ts'
import type { Product } from '../../../domain/instrument.ts'
import { packagePrice } from '../../../domain/normalise.ts'
import type { Side } from '../../../domain/order.ts'
import { type Greeks, greeksOfSize, type GreekSum, sumGreeks } from '../../../pricing/portfolio/unit-greeks.ts'

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
export interface PositionsLeg {
  /** Unique among the legs of a book. */
  readonly id: string
  readonly position: PositionRow
  readonly size: Decimal
  readonly isWhole: boolean
  /** Average, of this leg; undefined where nobody knows it. */
  readonly entry: Decimal | undefined
}

/** `rest`: positions, or parts of them, that no trade explains; `step`: what a rolled trade was before, and nothing of it is held. */
export type PositionsRowKind = 'base' | 'expiry' | 'structure' | 'rest' | 'step' | 'leg'

/** What is known of a trade, or of all that is under a row; amounts before fees. */
export interface TradeFigures {
  /** Undefined for all that is under a row, and for a step. */
  readonly id?: string | undefined
  /** Undefined where it was not seen. */
  readonly openedMs: number | undefined
  /** By closings, rolls and settlements, and funding. */
  readonly realised: Decimal | undefined
  /** With what is not realised. */
  readonly pnl: Decimal | undefined
  /** Of the most that the open legs can make: uPnL over it; undefined where there is no bound, or no profit. */
  readonly ofMost: number | undefined
}

export interface PositionsRow {
  readonly id: string
  readonly kind: PositionsRowKind
  readonly depth: number
  readonly label: string
  /** Beside the label: what is bought and sold, "guessed", "part". */
  readonly note: string | undefined
  readonly tip: string
  /** A structure that no order of this account is known to tie. */
  readonly isGuess?: boolean | undefined
  /** Undefined for a leg. */
  readonly isOpen: boolean | undefined
  readonly legs: readonly PositionsLeg[]
  readonly figures: Figures
  /** How many of its legs the greeks are of. */
  readonly coverage: Pick<GreekSum, 'priced' | 'of'>
  /** Only among trades. */
  readonly trade?: TradeFigures | undefined
}

/** Figures of the parts that a position is split in; they add up to its own. */
export function figuresOfParts(position: PositionRow, sizes: readonly Decimal[]): Figures[] {
  const share = (total: Decimal): Decimal[] => shareOut(total, sizes, position.size)
  const upnls = share(position.upnl)
  const ours = position.ourUpnl === undefined ? undefined : share(position.ourUpnl)
  const margins = position.marginValue === undefined ? undefined : share(position.marginValue)
  const { product, expiryMs, quantityStep, side, entry, mark, shownStep, differs, upnlFraction, quote, markMs } = position
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
    value: product === 'option' || product === 'spot' ? mul(position.mark, size) : product === undefined ? undefined : upnls[node],
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
  /** |entry × size| over its legs, for the percentage. */
  readonly entryValue: number
}

type Money = 'value' | 'upnl' | 'ourUpnl' | 'marginValue'

/** What is the same in all, else undefined. */
function shared<Value>(parts: readonly GroupPart[], read: (part: GroupPart) => Value): Value | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  const value = read(first)
  return parts.every(part => read(part) === value) ? value : undefined
}

/** What a structure is so many of; its legs stand in the order of the parts. */
export interface PositionsPackage {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly quantity: Decimal
}

export type GroupFigures = Pick<GroupPart, 'figures' | 'coverage' | 'entryValue'>

/** Price of one package. */
function netOf(parts: readonly GroupPart[], pack: PositionsPackage | undefined, field: 'entry' | 'mark'): Decimal | undefined {
  if (pack === undefined || pack.legs.length !== parts.length) return undefined
  const legs = pack.legs.flatMap(({ ratio }, at) => {
    const price = parts[at]?.figures[field]
    return price === undefined ? [] : [{ ratio, price }]
  })
  return legs.length === parts.length ? packagePrice(legs) : undefined
}

/** Undefined where a part lacks it. */
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

/** What is the same of a group whatever else it has, and sums of what is there. */
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

/** Of a group some of whose positions may be missing: only what is the same whatever else it holds. */
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

/** Subtotals of a group, which has no sum of money in several currencies; `pack` is what a structure is so many of. */
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
