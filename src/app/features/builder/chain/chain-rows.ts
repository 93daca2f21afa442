/**
 * Rows of the option chain with quotes, own positions and the draft's legs. Unchanged rows keep their identity, so that
 * only changes re-render.
 */
import { type Decimal, gte } from '../../../../core/domain/decimal.ts'
import type { ChainStrike } from '../../../../core/domain/instrument-index.ts'
import type { Instrument } from '../../../../core/domain/instrument.ts'
import type { Quotes } from '../../../../core/domain/market-data.ts'
import type { OptionMark, OptionMarks } from '../../../../core/pricing/market/base-surface.ts'
import type { RestingOrder } from './resting-orders.ts'

export interface ChainCell {
  readonly symbol: string
  readonly active: boolean
  readonly priceStep: Decimal
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
  readonly noPrices?: string | undefined
  readonly position: Decimal | undefined
  readonly ratio: number
  /** Volatility and delta with their source; the same object while its visible values are equal. */
  readonly mark: OptionMark | undefined
  readonly resting: readonly RestingOrder[]
}

export interface ChainRow {
  readonly strike: Decimal
  readonly call: ChainCell | undefined
  readonly put: ChainCell | undefined
}

export interface CellInputs {
  readonly quotes: Quotes
  readonly positions: ReadonlyMap<string, Decimal>
  readonly ratios: ReadonlyMap<string, number>
  readonly marks?: OptionMarks | undefined
  readonly resting?: ReadonlyMap<string, readonly RestingOrder[]> | undefined
  readonly noPrices?: string | undefined
}

const nothingRests: readonly RestingOrder[] = []

export function chainCell(instrument: Instrument, inputs: CellInputs): ChainCell {
  const summary = inputs.quotes.get(instrument.symbol)
  return {
    symbol: instrument.symbol,
    active: instrument.status === 'active',
    priceStep: instrument.price_step,
    bid: summary?.best_bid,
    ask: summary?.best_ask,
    noPrices: inputs.noPrices,
    position: inputs.positions.get(instrument.symbol),
    ratio: inputs.ratios.get(instrument.symbol) ?? 0,
    mark: inputs.marks?.get(instrument.symbol),
    resting: inputs.resting?.get(instrument.symbol) ?? nothingRests,
  }
}

/** Equal as displayed: to a tenth of a point or a hundredth of a coin. */
const alike = (a: number | undefined, b: number | undefined, part: number): boolean =>
  a === b || (a !== undefined && b !== undefined && Math.round(a * part) === Math.round(b * part))

function sameMark(a: OptionMark | undefined, b: OptionMark | undefined): boolean {
  if (a === b) return true
  return (
    a !== undefined &&
    b !== undefined &&
    a.source === b.source &&
    a.why === b.why &&
    a.typed?.atMs === b.typed?.atMs &&
    alike(a.volatility, b.volatility, 1000) &&
    alike(a.delta, b.delta, 100) &&
    alike(a.bid, b.bid, 1000) &&
    alike(a.ask, b.ask, 1000) &&
    alike(a.shift, b.shift, 10_000)
  )
}

const compared = ['symbol', 'active', 'bid', 'ask', 'position', 'ratio', 'resting', 'noPrices'] as const

const sameCell = (a: ChainCell | undefined, b: ChainCell | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && compared.every(field => a[field] === b[field]) && sameMark(a.mark, b.mark))

export function chainRows(
  strikes: readonly ChainStrike[],
  inputs: CellInputs,
  previous: readonly ChainRow[] = [],
): readonly ChainRow[] {
  const old = new Map(previous.map(row => [row.strike as string, row]))
  let changed = strikes.length !== previous.length
  const rows = strikes.map((listed, index) => {
    const row: ChainRow = {
      strike: listed.strike,
      call: listed.call === undefined ? undefined : chainCell(listed.call, inputs),
      put: listed.put === undefined ? undefined : chainCell(listed.put, inputs),
    }
    const before = old.get(listed.strike)
    const retained =
      before !== undefined && sameCell(before.call, row.call) && sameCell(before.put, row.put) ? before : row
    changed ||= retained !== previous[index]
    return retained
  })
  return changed ? rows : previous
}

export function linearCells(
  instruments: readonly Instrument[],
  inputs: CellInputs,
  previous: readonly ChainCell[],
): readonly ChainCell[] {
  const old = new Map(previous.map(cell => [cell.symbol, cell]))
  const cells = instruments.map(instrument => {
    const cell = chainCell(instrument, inputs)
    const before = old.get(cell.symbol)
    return before !== undefined && sameCell(before, cell) ? before : cell
  })
  return cells.length === previous.length && cells.every((cell, index) => cell === previous[index]) ? previous : cells
}

export function atTheMoney(rows: readonly Pick<ChainRow, 'strike'>[], underlying: Decimal): number {
  const at = rows.findIndex(row => gte(row.strike, underlying))
  return at < 0 ? rows.length : at
}
