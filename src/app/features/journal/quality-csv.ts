import { csvFile, isoTime, sheetNumber } from '../../../core/domain/csv.ts'
import { afterMinutes, type OrderQuality } from '../../../core/pricing/quality/order-quality.ts'

const columns = [
  'sent_utc',
  'client_order_id',
  'symbol',
  'structure',
  'side',
  'quantity',
  'quoted',
  'traded',
  'seconds_to_first_quote',
  'half_spread',
  'cost_per_package',
  'cost_vol_points',
  'cost_total',
  'fills_without_fair_value',
  'slippage',
  'cover',
  'improvement_by_waiting',
  ...afterMinutes.map(minutes => `moved_after_${minutes}_min`),
] as const

export function qualityCsv(rows: readonly OrderQuality[]): string {
  const lines = rows.map(row => [
    isoTime(row.atMs),
    row.id,
    row.symbol,
    row.structure,
    row.side,
    row.size,
    row.isQuoted ? 'yes' : 'no',
    row.isTraded ? 'yes' : 'no',
    sheetNumber(row.firstQuoteSeconds),
    sheetNumber(row.halfSpread),
    sheetNumber(row.cost),
    sheetNumber(row.costVol),
    row.costTotal,
    String(row.unpricedFills),
    sheetNumber(row.slippage),
    sheetNumber(row.cover),
    sheetNumber(row.improvement),
    ...row.after.map(sheetNumber),
  ])
  return csvFile([columns, ...lines])
}
