/** RFQs and orders grouped by a common property, with quality figures, counts and intervals. */
import { compareNames } from '../../domain/compare-names.ts'
import { type Decimal, sum, toNumber } from '../../domain/decimal.ts'
import { dayMs, hourMs } from '../../domain/time.ts'
import { type Estimate, meanOf, shareOf } from './estimate.ts'
import { afterMinutes, type OrderQuality } from './order-quality.ts'

export const qualityGroupings = ['structure', 'base', 'size', 'expiry', 'hour', 'side', 'tag'] as const
export type QualityGrouping = (typeof qualityGroupings)[number]

export interface QualityFilter {
  readonly isRfq: boolean
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly keys?: Readonly<Partial<Record<QualityGrouping, string>>> | undefined
}

export type TagsOf = (id: string) => readonly string[]

const sizes = [1, 10, 100, 1_000] as const
const expiries = [1, 7, 30, 90] as const

const sizeKey = (size: number): string => {
  const most = sizes.find(each => size < each)
  return most === undefined ? '1,000 and more' : `under ${most === 1_000 ? '1,000' : most}`
}
const expiryKey = (days: number): string => {
  const most = expiries.find(each => days < each)
  return most === undefined ? '90 days and more' : `under ${most} ${most === 1 ? 'day' : 'days'}`
}
const hourKey = (atMs: number): string => `${String(Math.floor((atMs % dayMs) / hourMs)).padStart(2, '0')}:00 UTC`

export function keysOf(row: OrderQuality, grouping: QualityGrouping, tagsOf: TagsOf): readonly string[] {
  switch (grouping) {
    case 'structure':
      return [row.structure]
    case 'base':
      return [row.base === '' ? 'Unknown' : row.base]
    case 'size':
      return [sizeKey(toNumber(row.size))]
    case 'expiry':
      return [row.expiryMs === undefined ? 'No expiry' : expiryKey((row.expiryMs - row.atMs) / dayMs)]
    case 'hour':
      return [hourKey(row.atMs)]
    case 'side':
      return [row.side ?? 'Unknown']
    case 'tag': {
      const tags = row.orders.flatMap(tagsOf)
      return tags.length === 0 ? ['No tag'] : [...new Set(tags)]
    }
  }
}

export function isWithin(
  row: OrderQuality,
  { isRfq, fromMs, toMs, keys = {} }: QualityFilter,
  tagsOf: TagsOf,
): boolean {
  if (row.isRfq !== isRfq || row.atMs < (fromMs ?? 0) || row.atMs >= (toMs ?? Number.POSITIVE_INFINITY)) return false
  return qualityGroupings.every(grouping => {
    const key = keys[grouping]
    return key === undefined || keysOf(row, grouping, tagsOf).includes(key)
  })
}

export interface QualitySummary {
  readonly count: number
  readonly quoted: Estimate
  readonly traded: Estimate
  readonly firstQuoteSeconds: Estimate
  readonly halfSpread: Estimate
  readonly cost: Estimate
  readonly costVol: Estimate
  readonly slippage: Estimate
  readonly cover: Estimate
  readonly improvement: Estimate
  readonly after: readonly Estimate[]
  readonly costTotal: Decimal | undefined
  readonly unpricedFills: number
}

type Figure = 'firstQuoteSeconds' | 'halfSpread' | 'cost' | 'costVol' | 'slippage' | 'cover' | 'improvement'

export function summaryOf(rows: readonly OrderQuality[]): QualitySummary {
  const known = (values: readonly (number | undefined)[]): Estimate =>
    meanOf(values.filter(value => value !== undefined))
  const figure = (name: Figure): Estimate => known(rows.map(row => row[name]))
  const costs = rows.flatMap(row => row.costTotal ?? [])
  return {
    count: rows.length,
    quoted: shareOf(rows.filter(row => row.isQuoted).length, rows.length),
    traded: shareOf(rows.filter(row => row.isTraded).length, rows.length),
    firstQuoteSeconds: figure('firstQuoteSeconds'),
    halfSpread: figure('halfSpread'),
    cost: figure('cost'),
    costVol: figure('costVol'),
    slippage: figure('slippage'),
    cover: figure('cover'),
    improvement: figure('improvement'),
    after: afterMinutes.map((_, index) => known(rows.map(row => row.after[index]))),
    costTotal: costs.length === 0 ? undefined : sum(costs),
    unpricedFills: rows.reduce((count, row) => count + row.unpricedFills, 0),
  }
}

export interface QualityGroup {
  readonly key: string
  readonly rows: readonly OrderQuality[]
  readonly summary: QualitySummary
}

export function cutOf(
  all: readonly OrderQuality[],
  filter: QualityFilter,
  grouping: QualityGrouping,
  tagsOf: TagsOf,
): { readonly whole: QualityGroup; readonly groups: readonly QualityGroup[] } {
  const rows = all.filter(row => isWithin(row, filter, tagsOf))
  const groups = new Map<string, OrderQuality[]>()
  for (const row of rows) {
    for (const key of keysOf(row, grouping, tagsOf)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [row])
      else group.push(row)
    }
  }
  const groupOf = (key: string, own: readonly OrderQuality[]): QualityGroup => ({
    key,
    rows: own,
    summary: summaryOf(own),
  })
  return {
    whole: groupOf('All', rows),
    groups: [...groups]
      .map(([key, own]) => groupOf(key, own))
      .sort((a, b) => b.rows.length - a.rows.length || compareNames(a.key, b.key)),
  }
}
