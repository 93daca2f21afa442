/**
 * Rows of the positions grid: one a position, with the venue's figures as sent and ours beside them as the check. Order: base, then
 * expiry (perpetuals and spot first), strike, right. Rows of unchanged positions keep their identity. What an instrument's name and
 * listing say is read once for each instrument, since every poll brings every position again.
 */
import type { Position } from '../domain/account.ts'
import { type Decimal, abs, canonical, cmp, dec, eq, gt, isZero, mul, places, sub, toNumber, zero } from '../domain/decimal.ts'
import { quoteOf } from '../domain/equity.ts'
import type { EntityId } from '../domain/ids.ts'
import {
  type Instrument,
  type InstrumentName,
  type Product,
  compareBases,
  parseInstrumentName,
  shortName,
  valuedProduct,
} from '../domain/instrument.ts'
import type { Side } from '../domain/order.ts'
import { signedSize, unrealisedPnl } from '../domain/pnl.ts'
import { type Greeks, type UnitGreeks, greeksOfSize } from '../pricing/portfolio/unit-greeks.ts'
import { type TradedPosition, createTradedReader } from './traded-positions.ts'

/** What is known of an instrument apart from any position in it. */
export interface InstrumentFacts {
  readonly symbol: string
  readonly name: string
  readonly base: string
  /** Undefined where the rule of what it is worth is not known. */
  readonly product: Product | undefined
  /** Ms; undefined for what never expires. */
  readonly expiryMs: number | undefined
  readonly quote: string
  /** Of the listing; undefined until the instruments are there, or when the venue no longer lists it. */
  readonly entityId: EntityId | undefined
  /** Finest digit at which entry and mark are shown: one below the price step, since a venue's marks lie between steps. */
  readonly shownStep: Decimal
  readonly priceStep: Decimal | undefined
  readonly quantityStep: Decimal | undefined
  readonly tradeable: boolean
  readonly parsed: InstrumentName | undefined
}

export interface PositionRow extends InstrumentFacts {
  readonly id: string
  /** The same object for rows of one position that differ only in what each poll brings anew: mark, uPnL, margin value, time. Undefined where that is not known. */
  readonly held?: object | undefined
  /** The side the position was entered on; undefined when the venue says neither long nor short. */
  readonly side: Side | undefined
  readonly size: Decimal
  readonly entry: Decimal
  readonly mark: Decimal
  readonly markMs: number
  readonly upnl: Decimal
  /** |entry × size|, the base of the percentage. */
  readonly entryValue: number
  /** uPnL over the absolute value at entry; undefined where that is zero. */
  readonly upnlFraction: number | undefined
  /** Undefined where the rule of what it is worth is not known. */
  readonly ourUpnl: Decimal | undefined
  /** Does the venue's uPnL differ from ours by more than one price step on the whole size? */
  readonly differs: boolean
  /** In the quote asset: mark × size of an option, the venue's uPnL of what is linear, since nothing was paid for it. */
  readonly value: Decimal | undefined
  /** As the venue says; undefined where it does not. */
  readonly marginValue: Decimal | undefined
  /** Of one unit; undefined while nothing was reckoned. */
  readonly unit: UnitGreeks | undefined
  /** Of the whole position; undefined where it cannot be priced. */
  readonly greeks: Greeks | undefined
}

export type FindInstrument = (symbol: string) => Instrument | undefined
export type UnitsBySymbol = ReadonlyMap<string, UnitGreeks>

const cent = dec('0.01')
const noRule: UnitGreeks = { isPriced: false, why: 'no_rule' }

/** Tolerance of the check: one price step on the whole size, a cent where the step is not known. */
const tolerance = (size: Decimal, priceStep: Decimal | undefined): Decimal => (priceStep === undefined ? cent : mul(priceStep, abs(size)))

/** One digit below the price step, never coarser than a cent. */
export const shownStep = (priceStep: Decimal | undefined): Decimal => {
  if (priceStep === undefined) return cent
  const digits = Math.max(2, places(canonical(priceStep)) + 1)
  return dec(`0.${'1'.padStart(digits, '0')}`)
}

/** What a position is on: by its instrument's name, else as listed; what neither says is its own base. */
export const baseOf = (symbol: string, instrument?: Pick<Instrument, 'base_asset'>): string =>
  parseInstrumentName(symbol)?.base ?? instrument?.base_asset ?? symbol

function factsOf(position: Pick<Position, 'symbol' | 'product_type'>, instrument: Instrument | undefined): InstrumentFacts {
  const { symbol } = position
  const parsed = parseInstrumentName(symbol)
  return {
    symbol,
    name: shortName(symbol),
    base: baseOf(symbol, instrument),
    product: valuedProduct(symbol, instrument, position.product_type),
    expiryMs: parsed !== undefined && 'expiryMs' in parsed ? parsed.expiryMs : undefined,
    quote: quoteOf(symbol, instrument),
    entityId: instrument?.tradeable_entity_id,
    shownStep: shownStep(instrument?.price_step),
    priceStep: instrument?.price_step,
    quantityStep: instrument?.quantity_step,
    tradeable: instrument?.status === 'active',
    parsed,
  }
}

/** What of a position stays from poll to poll while it is not traded. */
class Holding {
  readonly facts: InstrumentFacts
  readonly unit: UnitGreeks | undefined
  readonly id: string
  readonly side: Side | undefined
  /** With its sign. */
  readonly size: Decimal
  /** |entry × size|. */
  readonly entryValue: number
  readonly count: number
  readonly entry: number
  /** Of the check. */
  readonly tolerance: Decimal
  readonly mostOff: number
  readonly greeks: Greeks | undefined

  constructor(position: Position, facts: InstrumentFacts, unit: UnitGreeks | undefined) {
    this.facts = facts
    this.unit = unit
    this.id = `${position.symbol} ${position.deliverable_id}`
    this.side = position.side === 'long' ? 'buy' : position.side === 'short' ? 'sell' : undefined
    this.size = signedSize(position)
    this.count = toNumber(this.size)
    this.entry = toNumber(position.average_entry_price)
    this.entryValue = Math.abs(this.entry * this.count)
    this.tolerance = tolerance(this.size, facts.priceStep)
    this.mostOff = toNumber(this.tolerance)
    this.greeks = unit === undefined ? undefined : greeksOfSize(unit, this.count)
  }
}

const isSameHolding = (a: Position, b: Position): boolean =>
  a.size === b.size && a.side === b.side && a.average_entry_price === b.average_entry_price && a.deliverable_id === b.deliverable_id

/** Relative error, generously, of what doubles make of a few figures. */
const doubt = 1e-12

/** Every poll makes one for every position, so it holds two references, and reckons what it is asked for. */
class Row implements PositionRow {
  readonly position: Position
  readonly holding: Holding
  #ourUpnl: Decimal | undefined
  #value: Decimal | undefined

  constructor(position: Position, holding: Holding) {
    this.position = position
    this.holding = holding
  }

  get symbol(): string {
    return this.holding.facts.symbol
  }
  get name(): string {
    return this.holding.facts.name
  }
  get base(): string {
    return this.holding.facts.base
  }
  get product(): Product | undefined {
    return this.holding.facts.product
  }
  get expiryMs(): number | undefined {
    return this.holding.facts.expiryMs
  }
  get quote(): string {
    return this.holding.facts.quote
  }
  get entityId(): EntityId | undefined {
    return this.holding.facts.entityId
  }
  get shownStep(): Decimal {
    return this.holding.facts.shownStep
  }
  get priceStep(): Decimal | undefined {
    return this.holding.facts.priceStep
  }
  get quantityStep(): Decimal | undefined {
    return this.holding.facts.quantityStep
  }
  get tradeable(): boolean {
    return this.holding.facts.tradeable
  }
  get parsed(): InstrumentName | undefined {
    return this.holding.facts.parsed
  }
  get id(): string {
    return this.holding.id
  }
  get held(): object {
    return this.holding
  }
  get side(): Side | undefined {
    return this.holding.side
  }
  get size(): Decimal {
    return this.holding.size
  }
  get entry(): Decimal {
    return this.position.average_entry_price
  }
  get mark(): Decimal {
    return this.position.mark_price
  }
  get markMs(): number {
    return this.position.timestamp / 1000
  }
  get upnl(): Decimal {
    return this.position.upnl
  }
  get entryValue(): number {
    return this.holding.entryValue
  }
  get upnlFraction(): number | undefined {
    return this.entryValue === 0 ? undefined : toNumber(this.upnl) / this.entryValue
  }
  get ourUpnl(): Decimal | undefined {
    return this.product === undefined ? undefined : (this.#ourUpnl ??= unrealisedPnl(this.position, this.size))
  }
  get differs(): boolean {
    if (this.product === undefined) return false
    const { count, entry, mostOff: most } = this.holding
    const mark = toNumber(this.mark)
    const upnl = toNumber(this.upnl)
    const by = Math.abs(upnl - (mark - entry) * count)
    const unsure = doubt * (Math.abs(upnl) + (Math.abs(mark) + Math.abs(entry)) * Math.abs(count) + most)
    if (by > most + unsure) return true
    if (by < most - unsure) return false
    // Too close for doubles.
    const ours = this.ourUpnl ?? zero
    return !eq(this.upnl, ours) && gt(abs(sub(this.upnl, ours)), this.holding.tolerance)
  }
  get value(): Decimal | undefined {
    if (this.product === 'perpetual' || this.product === 'future') return this.upnl
    return this.product === undefined ? undefined : (this.#value ??= mul(this.mark, this.size))
  }
  get marginValue(): Decimal | undefined {
    return this.position.margin_value
  }
  get unit(): UnitGreeks | undefined {
    return this.holding.unit
  }
  get greeks(): Greeks | undefined {
    return this.holding.greeks
  }
}

/** An instrument that the account's trades hold and the venue nets to nothing: a row of size zero, by which its legs are priced. */
export function netZeroRow(
  symbol: string,
  instrument: Instrument | undefined,
  mark: Decimal | undefined,
  atMs: number,
  unit: UnitGreeks | undefined,
): PositionRow {
  return {
    ...factsOf({ symbol, product_type: '' }, instrument),
    id: `${symbol} net zero`,
    side: undefined,
    size: zero,
    entry: zero,
    mark: mark ?? zero,
    markMs: atMs,
    upnl: zero,
    entryValue: 0,
    upnlFraction: undefined,
    ourUpnl: zero,
    differs: false,
    value: zero,
    marginValue: undefined,
    unit,
    greeks: undefined,
  }
}

const productRank: Readonly<Record<Product, number>> = { spot: 0, perpetual: 1, future: 2, option: 3, index: 4 }

/** Base (BTC and ETH first, as in Markets), expiry (none first), product, strike as a number, call before put. */
export function comparePositions(a: InstrumentFacts, b: InstrumentFacts): number {
  const byBase = compareBases(a.base, b.base)
  if (byBase !== 0) return byBase
  const byExpiry = (a.expiryMs ?? 0) - (b.expiryMs ?? 0)
  const byProduct = (a.product === undefined ? 9 : productRank[a.product]) - (b.product === undefined ? 9 : productRank[b.product])
  const strikes = a.parsed?.product === 'option' && b.parsed?.product === 'option' ? cmp(a.parsed.strike, b.parsed.strike) : 0
  return byExpiry || byProduct || strikes || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)
}

interface RetainedFacts {
  readonly instrument: Instrument | undefined
  readonly productType: string
  readonly facts: InstrumentFacts
}

const noUnits: UnitsBySymbol = new Map()

/** The last reading: what stood where, and where it went. */
interface Reading {
  readonly traded: readonly TradedPosition[]
  readonly find: FindInstrument | undefined
  readonly units: UnitsBySymbol
  readonly rows: readonly Row[]
  /** Of each row, the index of its position in the poll. */
  readonly indexes: readonly number[]
}

const nothingRead: Reading = { traded: [], find: undefined, units: noUnits, rows: [], indexes: [] }
const keyOf = ({ symbol, side }: Position): string => `${symbol} ${side}`

/** Reads polls into rows, and remembers of the last what the next can use. */
export class PositionReader {
  /** The same list for polls that differ in marks alone. */
  readonly traded = createTradedReader()
  private readonly facts = new Map<string, RetainedFacts>()
  /** By symbol and side. */
  private readonly cached = new Map<string, Row>()
  private last: Reading = nothingRead
  private order: { readonly facts: readonly InstrumentFacts[]; readonly order: readonly number[] } = { facts: [], order: [] }

  /** Rows of the open positions; flat ones (size zero) are not positions. A stable `find` lets a poll of marks alone go without looking anything up. */
  read(positions: readonly Position[], find: FindInstrument, units: UnitsBySymbol = noUnits): PositionRow[] {
    const { last } = this
    const traded = this.traded(positions)
    const isStill = traded === last.traded && find === last.find && units === last.units
    return isStill ? this.remark(positions) : this.readAll(positions, traded, find, units)
  }

  /** Each row where it stood, with its new mark. */
  private remark(positions: readonly Position[]): Row[] {
    const { last } = this
    const rows = last.rows.map((row, at) => {
      const position = positions[last.indexes[at] as number] as Position
      return row.position === position ? row : new Row(position, row.holding)
    })
    this.last = { ...last, rows }
    return rows
  }

  private readAll(positions: readonly Position[], traded: Reading['traded'], find: FindInstrument, units: UnitsBySymbol): Row[] {
    for (const row of this.last.rows) this.cached.set(keyOf(row.position), row)
    const open = positions.flatMap((position, index) => (isZero(position.size) ? [] : [{ position, index }]))
    const read = open.map(({ position }) => this.rowOf(position, find(position.symbol), units.get(position.symbol)))
    const order = this.orderOf(open.map(each => each.position))
    const rows = order.map(at => read[at] as Row)
    this.last = { traded, find, units, rows, indexes: order.map(at => open[at]?.index ?? 0) }
    return rows
  }

  private factsOf(position: Position, instrument: Instrument | undefined): InstrumentFacts {
    const known = this.facts.get(position.symbol)
    if (known !== undefined && known.instrument === instrument && known.productType === position.product_type) return known.facts
    const facts = factsOf(position, instrument)
    this.facts.set(position.symbol, { instrument, productType: position.product_type, facts })
    return facts
  }

  private rowOf(position: Position, instrument: Instrument | undefined, read: UnitGreeks | undefined): Row {
    const facts = this.factsOf(position, instrument)
    const unit = facts.product === undefined && read?.isPriced === true ? noRule : read
    const key = keyOf(position)
    const known = this.cached.get(key)
    const isHeld = known !== undefined && known.holding.facts === facts && known.holding.unit === unit
    if (isHeld && known.position === position) return known
    const holding = isHeld && isSameHolding(known.position, position) ? known.holding : new Holding(position, facts, unit)
    const row = new Row(position, holding)
    this.cached.set(key, row)
    return row
  }

  private orderOf(positions: readonly Position[]): readonly number[] {
    const facts = positions.map(position => this.facts.get(position.symbol)?.facts as InstrumentFacts)
    const last = this.order
    if (facts.length === last.facts.length && facts.every((each, index) => each === last.facts[index])) return last.order
    const order = facts.map((_, index) => index).sort((a, b) => comparePositions(facts[a] as InstrumentFacts, facts[b] as InstrumentFacts))
    this.order = { facts, order }
    return order
  }
}

/** One poll by itself. */
export const positionRows = (positions: readonly Position[], find: FindInstrument, units?: UnitsBySymbol): PositionRow[] =>
  new PositionReader().read(positions, find, units)
