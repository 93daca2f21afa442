/**
 * Rows of the positions grid: a position, a part of one, a trade's lot, or a group with subtotals. `rules` says how each
 * kind of row gets each figure. A subtotal is the exact sum of its rows; it is missing if a part is unknown or
 * currencies differ.
 */
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { type Decimal, div, mul, roundPrice, sign, sub, sum, toNumber } from '../../../../core/domain/decimal.ts'
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

export interface PositionsLeg {
  readonly id: string
  readonly position: PositionRow
  readonly size: Decimal
  readonly isWhole: boolean
  readonly entry: Decimal | undefined
}

export type PositionsRowKind = 'base' | 'expiry' | 'structure' | 'rest' | 'step' | 'leg'

/** Data of a trade, or of all trades below a row; amounts before fees. */
export interface TradeFigures {
  readonly id?: string | undefined
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

export interface GroupPart {
  readonly figures: Figures
  readonly coverage: PositionsRow['coverage']
  readonly base: string
  readonly entryValue: number
}

/** The package of a structure; its legs are in the order of the parts. */
export interface PositionsPackage {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly quantity: Decimal
}

interface Group {
  readonly parts: readonly GroupPart[]
  readonly pack: PositionsPackage | undefined
  /** False if rows of the group are missing, as by a filter: then it has no sums. */
  readonly isWhole: boolean
  readonly coverage: PositionsRow['coverage']
  readonly entryValue: number
  /** The currency of all parts; undefined if they differ. */
  readonly quote: string | undefined
  readonly upnl: Decimal | undefined
}

/** Part of an instrument's position that belongs to a trade. */
export interface Lot {
  readonly position: PositionRow
  readonly mark: Decimal | undefined
  readonly size: Decimal
  /** Cost of the size, with the same sign; undefined if unknown. */
  readonly cost: Decimal | undefined
}

interface FigureRule<Value> {
  /** Splits a position's value into its parts: one value for each of `sizes`. */
  split(position: PositionRow, sizes: readonly Decimal[]): readonly Value[]
  lot(lot: Lot): Value
  group(group: Group): Value
}

function common<Value>(parts: readonly GroupPart[], read: (part: GroupPart) => Value): Value | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  const value = read(first)
  return parts.every(part => read(part) === value) ? value : undefined
}

/** The exact sum; undefined if a part is unknown, or if currencies differ. */
function sumOf(
  { parts, isWhole, quote }: Pick<Group, 'parts' | 'isWhole' | 'quote'>,
  field: DecimalField,
): Decimal | undefined {
  if (!isWhole || quote === undefined) return undefined
  const values: Decimal[] = []
  for (const { figures } of parts) {
    const value = figures[field]
    if (value === undefined) return undefined
    values.push(value)
  }
  return sum(values)
}

function netOf({ parts, pack }: Group, field: 'entry' | 'mark'): Decimal | undefined {
  if (pack === undefined || pack.legs.length !== parts.length) return undefined
  const legs = pack.legs.flatMap(({ ratio }, at) => {
    const price = parts[at]?.figures[field]
    return price === undefined ? [] : [{ ratio, price }]
  })
  return legs.length === parts.length ? packagePrice(legs) : undefined
}

type DecimalField = {
  [Field in keyof Figures]-?: Figures[Field] extends Decimal | undefined ? Field : never
}[keyof Figures]
type CopiedField = 'product' | 'expiryMs' | 'quantityStep' | 'shownStep' | 'quote' | 'markMs'

const copied =
  <Field extends keyof PositionRow>(field: Field) =>
  (position: PositionRow, sizes: readonly Decimal[]): PositionRow[Field][] =>
    sizes.map(() => position[field])

/** A field that each part of a position copies from it. */
const fact = <Field extends CopiedField>(field: Field) => ({
  split: copied(field),
  lot: ({ position }: Lot): PositionRow[Field] => position[field],
})

const share =
  (field: DecimalField) =>
  (position: PositionRow, sizes: readonly Decimal[]): readonly (Decimal | undefined)[] => {
    const total = position[field]
    return total === undefined ? sizes.map(() => undefined) : shareOut(total, sizes, position.size)
  }

const firstOfPackage =
  <Field extends 'quantityStep' | 'shownStep'>(field: Field) =>
  ({ pack, parts }: Group): Figures[Field] =>
    pack === undefined ? undefined : parts[0]?.figures[field]

const entryPlaces = 8
const nothing = (): undefined => undefined
const fractionOf = (upnl: Decimal | undefined, entryValue: number): number | undefined =>
  upnl === undefined || entryValue === 0 ? undefined : toNumber(upnl) / entryValue
const valueOfLot = ({ mark, size }: Lot): Decimal | undefined => (mark === undefined ? undefined : mul(mark, size))
function upnlOfLot(lot: Lot): Decimal | undefined {
  const value = valueOfLot(lot)
  return value === undefined || lot.cost === undefined ? undefined : sub(value, lot.cost)
}
const greeksAt = ({ unit }: PositionRow, size: Decimal): Greeks | undefined =>
  unit === undefined ? undefined : greeksOfSize(unit, toNumber(size))

const rules: { readonly [Field in keyof Figures]: FigureRule<Figures[Field]> } = {
  product: {
    ...fact('product'),
    group: ({ isWhole, parts }) => (isWhole ? common(parts, part => part.figures.product) : undefined),
  },
  expiryMs: { ...fact('expiryMs'), group: ({ parts }) => common(parts, part => part.figures.expiryMs) },
  size: { split: (_, sizes) => sizes, lot: ({ size }) => size, group: ({ pack }) => pack?.quantity },
  quantityStep: { ...fact('quantityStep'), group: firstOfPackage('quantityStep') },
  side: { split: copied('side'), lot: ({ size }) => (sign(size) < 0 ? 'sell' : 'buy'), group: nothing },
  entry: {
    split: copied('entry'),
    lot: ({ cost, size }) => (cost === undefined ? undefined : roundPrice(div(cost, size), entryPlaces)),
    group: group => netOf(group, 'entry'),
  },
  mark: { split: copied('mark'), lot: ({ mark }) => mark, group: group => netOf(group, 'mark') },
  shownStep: { ...fact('shownStep'), group: firstOfPackage('shownStep') },
  value: {
    split(position, sizes) {
      const { product, mark } = position
      if (product === 'option' || product === 'spot') return sizes.map(size => mul(mark, size))
      return product === undefined ? sizes.map(nothing) : rules.upnl.split(position, sizes)
    },
    lot: valueOfLot,
    group: group => sumOf(group, 'value'),
  },
  upnl: { split: share('upnl'), lot: upnlOfLot, group: ({ upnl }) => upnl },
  ourUpnl: { split: share('ourUpnl'), lot: nothing, group: group => sumOf(group, 'ourUpnl') },
  differs: {
    split: copied('differs'),
    lot: () => false,
    group: ({ parts }) => parts.some(part => part.figures.differs),
  },
  upnlFraction: {
    split: copied('upnlFraction'),
    lot: lot => fractionOf(upnlOfLot(lot), lot.cost === undefined ? 0 : Math.abs(toNumber(lot.cost))),
    group: ({ upnl, entryValue }) => fractionOf(upnl, entryValue),
  },
  marginValue: { split: share('marginValue'), lot: nothing, group: group => sumOf(group, 'marginValue') },
  greeks: {
    split: (position, sizes) => sizes.map(size => greeksAt(position, size)),
    lot: ({ position, size }) => greeksAt(position, size),
    group({ isWhole, coverage, parts }) {
      if (!isWhole || coverage.priced < coverage.of || common(parts, part => part.base) === undefined) return undefined
      return sumGreeks(parts.map(part => part.figures.greeks)).greeks
    },
  },
  quote: { ...fact('quote'), group: ({ quote }) => quote },
  markMs: {
    ...fact('markMs'),
    group: ({ parts }) => parts.reduce((oldest, { figures }) => Math.min(oldest, figures.markMs), Infinity),
  },
}

const fields = Object.keys(rules) as readonly (keyof Figures)[]

/** A figure for each field, in the order of the rules, so that all rows have one shape. */
function figuresBy(read: (field: keyof Figures) => unknown): Figures {
  const figures: Partial<Record<keyof Figures, unknown>> = {}
  for (const field of fields) figures[field] = read(field)
  return figures as Figures
}

export function figuresOfParts(position: PositionRow, sizes: readonly Decimal[]): Figures[] {
  const split = new Map(fields.map(field => [field, rules[field].split(position, sizes)]))
  return sizes.map((_, at) => figuresBy(field => split.get(field)?.[at]))
}

export const figuresOfLot = (lot: Lot): Figures => figuresBy(field => rules[field].lot(lot))

export type GroupFigures = Pick<GroupPart, 'figures' | 'coverage' | 'entryValue'>

function groupOf(parts: readonly GroupPart[], pack: PositionsPackage | undefined, isWhole: boolean): GroupFigures {
  let [priced, of, entryValue] = [0, 0, 0]
  for (const part of parts) {
    priced += part.coverage.priced
    of += part.coverage.of
    entryValue += part.entryValue
  }
  const quote = common(parts, part => part.figures.quote)
  const coverage = { priced, of }
  const upnl = sumOf({ parts, isWhole, quote }, 'upnl')
  const group: Group = { parts, pack, isWhole, coverage, entryValue, quote, upnl }
  return { figures: figuresBy(field => rules[field].group(group)), coverage, entryValue }
}

/** Figures of a group with missing rows. */
export const unknownGroup = (parts: readonly GroupPart[]): GroupFigures => groupOf(parts, undefined, false)

export const groupFigures = (parts: readonly GroupPart[], pack: PositionsPackage | undefined): GroupFigures =>
  groupOf(parts, pack, true)
