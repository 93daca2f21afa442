/**
 * Rows of the positions grid: a position or a part of one, or a group of them with its subtotals. Every subtotal is the exact sum of the rows
 * under it; one whose parts are not all known, or not in one currency, is missing.
 */
import { type Decimal, mul, sum, toNumber } from '../../../domain/decimal.ts'
import { packagePrice } from '../../../domain/normalise.ts'
import type { Product } from '../../../domain/instrument.ts'
import type { Side } from '../../../domain/order.ts'
import { shareOut } from '../../../domain/grouping/share-out.ts'
import { type GreekSum, type Greeks, greeksOfSize, sumGreeks } from '../../../pricing/portfolio/unit-greeks.ts'
import type { PositionRow } from '../../../account/position-rows.ts'

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

/** `rest`: positions, or parts of them, that no trade explains; `step`: what a rolled trade was before, of which nothing is held. */
export type PositionsRowKind = 'base' | 'expiry' | 'structure' | 'rest' | 'step' | 'leg'

/** What is known of a trade, or of all that is under a row; amounts before fees. */
export interface TradeFigures {
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
  /** Among trades alone. */
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

/** A group, with what it is so many of where it is a structure. */
export interface PackageOf {
  readonly pack: PositionsPackage | undefined
}
const noPackage: PackageOf = { pack: undefined }

/** What of a group no mark changes, as far as it was asked for: one for all polls until something under it is traded or priced anew. */
export interface SteadyTotals {
  readonly known: Map<keyof Figures, unknown>
  counted: Pick<GroupPart, 'coverage' | 'entryValue'> | undefined
}
export const createSteady = (): SteadyTotals => ({ known: new Map(), counted: undefined })

/** Subtotals of a group, each worked out when it is first asked for: a poll changes every group, and few of them are looked at. */
class Subtotals implements Figures {
  readonly side = undefined
  private readonly parts: readonly GroupPart[]
  private readonly of: PackageOf
  private readonly steady: SteadyTotals
  /** What was asked for, by its name: undefined is an answer too. */
  private known: Map<keyof Figures, unknown> | undefined

  constructor(parts: readonly GroupPart[], of: PackageOf, steady: SteadyTotals) {
    this.parts = parts
    this.of = of
    this.steady = steady
  }

  private get pack(): PositionsPackage | undefined {
    return this.of.pack
  }

  get size(): Decimal | undefined {
    return this.pack?.quantity
  }

  get quote(): string | undefined {
    return this.steadily('quote', () => shared(this.parts, part => part.figures.quote))
  }

  get quantityStep(): Decimal | undefined {
    return this.pack === undefined ? undefined : this.parts[0]?.figures.quantityStep
  }

  get shownStep(): Decimal | undefined {
    return this.pack === undefined ? undefined : this.parts[0]?.figures.shownStep
  }

  get entry(): Decimal | undefined {
    return this.steadily('entry', () => this.netOf('entry'))
  }

  get mark(): Decimal | undefined {
    return this.once('mark', () => this.netOf('mark'))
  }

  get product(): Product | undefined {
    return this.steadily('product', () => shared(this.parts, part => part.figures.product))
  }

  get expiryMs(): number | undefined {
    return this.steadily('expiryMs', () => shared(this.parts, part => part.figures.expiryMs))
  }

  get value(): Decimal | undefined {
    return this.sumOf('value')
  }

  get upnl(): Decimal | undefined {
    return this.sumOf('upnl')
  }

  get ourUpnl(): Decimal | undefined {
    return this.sumOf('ourUpnl')
  }

  get marginValue(): Decimal | undefined {
    return this.sumOf('marginValue')
  }

  get differs(): boolean {
    return this.parts.some(part => part.figures.differs)
  }

  get upnlFraction(): number | undefined {
    return this.once('upnlFraction', () => {
      const entryValue = this.parts.reduce((total, part) => total + part.entryValue, 0)
      return this.upnl === undefined || entryValue === 0 ? undefined : toNumber(this.upnl) / entryValue
    })
  }

  get greeks(): Greeks | undefined {
    return this.steadily('greeks', () => {
      const isPriced = this.parts.some(part => part.coverage.priced > 0)
      if (!isPriced || shared(this.parts, part => part.base) === undefined) return undefined
      return sumGreeks(this.parts.map(part => part.figures.greeks)).greeks
    })
  }

  get markMs(): number {
    return this.once('markMs', () => this.parts.reduce((oldest, part) => Math.min(oldest, part.figures.markMs), Number.POSITIVE_INFINITY))
  }

  /** Worked out once: a cell asks for it at its own drawing, at the next poll's to see what changed, and each second where it shows an age. */
  private once<Value>(name: keyof Figures, make: () => Value): Value {
    return this.from((this.known ??= new Map<keyof Figures, unknown>()), name, make)
  }

  /** Once until something is traded or priced anew. */
  private steadily<Value>(name: keyof Figures, make: () => Value): Value {
    return this.from(this.steady.known, name, make)
  }

  private from<Value>(known: Map<keyof Figures, unknown>, name: keyof Figures, make: () => Value): Value {
    if (known.has(name)) return known.get(name) as Value
    const value = make()
    known.set(name, value)
    return value
  }

  /** Price of one package. */
  private netOf(field: 'entry' | 'mark'): Decimal | undefined {
    const { pack, parts } = this
    if (pack === undefined || pack.legs.length !== parts.length) return undefined
    const legs = pack.legs.flatMap(({ ratio }, at) => {
      const price = parts[at]?.figures[field]
      return price === undefined ? [] : [{ ratio, price }]
    })
    return legs.length === parts.length ? packagePrice(legs) : undefined
  }

  /** Undefined where a part lacks it, or where the parts are in several currencies. */
  private sumOf(field: Money): Decimal | undefined {
    return this.once(field, () => {
      if (this.quote === undefined) return undefined
      const values: Decimal[] = []
      for (const { figures } of this.parts) {
        const value = figures[field]
        if (value === undefined) return undefined
        values.push(value)
      }
      return sum(values)
    })
  }
}

/** Of a group some of whose positions may be missing: only what is the same whatever else it holds. */
export function unknownGroup(parts: readonly GroupPart[], steady?: SteadyTotals): GroupFigures {
  const { figures, coverage, entryValue } = groupFigures(parts, noPackage, steady)
  return {
    figures: {
      product: undefined,
      expiryMs: figures.expiryMs,
      size: undefined,
      quantityStep: undefined,
      side: undefined,
      entry: undefined,
      mark: undefined,
      shownStep: undefined,
      value: undefined,
      upnl: undefined,
      ourUpnl: undefined,
      differs: figures.differs,
      upnlFraction: undefined,
      marginValue: undefined,
      greeks: undefined,
      quote: figures.quote,
      markMs: figures.markMs,
    },
    coverage,
    entryValue,
  }
}

export type GroupFigures = Pick<GroupPart, 'figures' | 'coverage' | 'entryValue'>

/** Subtotals of a group. */
export const groupFigures = (parts: readonly GroupPart[], of: PackageOf, steady: SteadyTotals = createSteady()): GroupFigures =>
  new CountedGroup(parts, of, steady)

class CountedGroup implements GroupFigures {
  readonly figures: Figures
  readonly #parts: readonly GroupPart[]
  readonly #steady: SteadyTotals

  constructor(parts: readonly GroupPart[], of: PackageOf, steady: SteadyTotals) {
    this.#parts = parts
    this.#steady = steady
    this.figures = new Subtotals(parts, of, steady)
  }

  get coverage(): GroupPart['coverage'] {
    return this.#count().coverage
  }

  get entryValue(): number {
    return this.#count().entryValue
  }

  #count(): Pick<GroupPart, 'coverage' | 'entryValue'> {
    if (this.#steady.counted !== undefined) return this.#steady.counted
    let [priced, of, entryValue] = [0, 0, 0]
    for (const part of this.#parts) {
      priced += part.coverage.priced
      of += part.coverage.of
      entryValue += part.entryValue
    }
    this.#steady.counted = { coverage: { priced, of }, entryValue }
    return this.#steady.counted
  }
}
