import { toNumber } from '../../../../core/domain/decimal.ts'
import { breakEvensOf, type EnteredLeg } from '../../../../core/pricing/package-legs.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import type { PositionsRow } from './positions-row.ts'

export function enteredLegs(legs: PositionsRow['legs']): EnteredLeg[] | undefined {
  const entered = legs.flatMap(({ position, size, entry }) =>
    entry === undefined ? [] : [{ symbol: position.symbol, size: toNumber(size), entry: toNumber(entry) }],
  )
  return entered.length === legs.length ? entered : undefined
}

const knownEvens = new Map<string, { readonly of: string; readonly prices: readonly number[] | undefined }>()

/** Ascending; undefined for groups other than structures, and if a model is needed. */
export function breakEvens({ id, kind, legs }: PositionsRow): readonly number[] | undefined {
  if (kind !== 'leg' && kind !== 'structure') return undefined
  const of = legs.map(({ entry, size }) => `${size} ${entry ?? ''}`).join('/')
  const known = knownEvens.get(id)
  if (known?.of === of) return known.prices
  const entered = enteredLegs(legs)
  const prices = (entered === undefined ? undefined : breakEvensOf(entered))?.flatMap(each =>
    each.kind === 'point' ? [each.price] : [each.from, each.to],
  )
  if (knownEvens.size > 10_000) knownEvens.clear()
  knownEvens.set(id, { of, prices: prices?.filter(price => Number.isFinite(price)) })
  return knownEvens.get(id)?.prices
}

export const evenText = (row: PositionsRow): string | undefined => {
  const all = breakEvens(row)
  return all === undefined || all.length === 0 ? undefined : all.map(priceText).join(' · ')
}
