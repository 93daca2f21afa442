/**
 * Rows of the positions grid: one a position, with the venue's figures as sent and ours beside them as the check. Order: base, then
 * expiry (perpetuals and spot first), strike, right. Rows of unchanged positions keep their identity.
 */
import type { Position } from '../../domain/account.ts'
import { type Decimal, abs, canonical, cmp, dec, gt, isZero, mul, places, sub, toNumber } from '../../domain/decimal.ts'
import type { DeliverableId, EntityId } from '../../domain/ids.ts'
import { type Instrument, type InstrumentName, type Product, parseInstrumentName, shortName } from '../../domain/instrument.ts'
import type { Side } from '../../domain/order.ts'
import { marketValue, signedSize, unrealisedPnl } from '../../domain/pnl.ts'

export interface PositionRow {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly base: string
  readonly product: Product | undefined
  /** Ms; undefined for what never expires. */
  readonly expiryMs: number | undefined
  /** The side the position was entered on; undefined when the venue says neither long nor short. */
  readonly side: Side | undefined
  readonly size: Decimal
  readonly entry: Decimal
  readonly mark: Decimal
  readonly markMs: number
  readonly upnl: Decimal
  /** uPnL over the absolute value at entry; undefined where that is zero. */
  readonly upnlFraction: number | undefined
  readonly ourUpnl: Decimal
  /** Does the venue's uPnL differ from ours by more than one price step on the whole size? */
  readonly differs: boolean
  readonly value: Decimal
  readonly quote: string
  readonly deliverableId: DeliverableId
  /** Of the listing; undefined until the instruments are there, or when the venue no longer lists it. */
  readonly entityId: EntityId | undefined
  /** Finest digit at which entry and mark are shown: one below the price step, since a venue's marks lie between steps. */
  readonly shownStep: Decimal
  readonly quantityStep: Decimal | undefined
  readonly tradeable: boolean
  readonly parsed: InstrumentName | undefined
}

export type FindInstrument = (symbol: string) => Instrument | undefined

const productOfType: Readonly<Record<string, Product>> = { option: 'option', perpetual_future: 'perpetual', future: 'future', spot: 'spot' }
const defaultStep = dec('0.01')

/** Tolerance of the check: one price step on the whole size, a cent where the step is not known. */
const tolerance = (size: Decimal, priceStep: Decimal | undefined): Decimal =>
  priceStep === undefined ? defaultStep : mul(priceStep, abs(size))

const shownStep = (priceStep: Decimal | undefined): Decimal => {
  const digits = priceStep === undefined ? 2 : Math.max(2, places(canonical(priceStep)) + 1)
  return dec(`0.${'1'.padStart(digits, '0')}`)
}

function rowOf(position: Position, instrument: Instrument | undefined): PositionRow {
  const parsed = parseInstrumentName(position.symbol)
  const size = signedSize(position)
  const ourUpnl = unrealisedPnl(position)
  const entryValue = abs(mul(position.average_entry_price, size))
  return {
    id: `${position.symbol} ${position.deliverable_id}`,
    symbol: position.symbol,
    name: shortName(position.symbol),
    base: parsed?.base ?? instrument?.base_asset ?? position.symbol,
    product: productOfType[position.product_type] ?? parsed?.product,
    expiryMs: parsed !== undefined && 'expiryMs' in parsed ? parsed.expiryMs : undefined,
    side: position.side === 'long' ? 'buy' : position.side === 'short' ? 'sell' : undefined,
    size,
    entry: position.average_entry_price,
    mark: position.mark_price,
    markMs: position.timestamp / 1000,
    upnl: position.upnl,
    upnlFraction: isZero(entryValue) ? undefined : toNumber(position.upnl) / toNumber(entryValue),
    ourUpnl,
    differs: gt(abs(sub(position.upnl, ourUpnl)), tolerance(size, instrument?.price_step)),
    value: marketValue(position),
    quote: instrument?.quote_asset ?? (parsed !== undefined && 'quote' in parsed ? parsed.quote : 'USD'),
    deliverableId: position.deliverable_id,
    entityId: instrument?.tradeable_entity_id,
    shownStep: shownStep(instrument?.price_step),
    quantityStep: instrument?.quantity_step,
    tradeable: instrument?.status === 'active',
    parsed,
  }
}

const known = new WeakMap<Position, { readonly instrument: Instrument | undefined; readonly row: PositionRow }>()

function keptRow(position: Position, instrument: Instrument | undefined): PositionRow {
  const kept = known.get(position)
  if (kept !== undefined && kept.instrument === instrument) return kept.row
  const row = rowOf(position, instrument)
  known.set(position, { instrument, row })
  return row
}

const productRank: Readonly<Record<Product, number>> = { spot: 0, perpetual: 1, future: 2, option: 3, index: 4 }

/** Base, expiry (none first), product, strike as a number, call before put. */
export function comparePositions(a: PositionRow, b: PositionRow): number {
  const byBase = a.base < b.base ? -1 : a.base > b.base ? 1 : 0
  const byExpiry = (a.expiryMs ?? 0) - (b.expiryMs ?? 0)
  const byProduct = (a.product === undefined ? 9 : productRank[a.product]) - (b.product === undefined ? 9 : productRank[b.product])
  const strikes = a.parsed?.product === 'option' && b.parsed?.product === 'option' ? cmp(a.parsed.strike, b.parsed.strike) : 0
  return byBase || byExpiry || byProduct || strikes || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)
}

/** Rows of the open positions; flat ones (size zero) are not positions. */
export function positionRows(positions: readonly Position[], find: FindInstrument): PositionRow[] {
  return positions
    .filter(position => !isZero(position.size))
    .map(position => keptRow(position, find(position.symbol)))
    .sort(comparePositions)
}
