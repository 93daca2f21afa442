/**
 * A structure saved for later use: not its instruments, which expire, but each strike's delta and each expiry's
 * distance. Loading picks the nearest listed strikes and expiries. Legs that shared a strike share one again.
 */
import { toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import { type Instrument, parseInstrumentName } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { dayMs } from '../../domain/time.ts'
import type { BaseSurface } from '../market/base-surface.ts'

export type TemplateLeg =
  | {
      readonly kind: 'call' | 'put'
      readonly ratio: number
      /** |delta| of the first leg at the strike, and that leg's right. */
      readonly delta: number
      readonly by: 'call' | 'put'
      /** Legs with the same number share a strike. */
      readonly strike: number
      readonly days: number
    }
  | { readonly kind: 'linear'; readonly ratio: number }

export type LoadedTemplate =
  | { readonly ok: true; readonly legs: readonly PackageLeg[] }
  | { readonly ok: false; readonly why: string }

export function templateOf(legs: readonly PackageLeg[], surface: BaseSurface): readonly TemplateLeg[] | undefined {
  const strikes = new Map<string, { readonly index: number; readonly delta: number; readonly by: 'call' | 'put' }>()
  const found: TemplateLeg[] = []
  for (const { symbol, ratio } of legs) {
    const name = parseInstrumentName(symbol)
    if (name === undefined) return undefined
    if (name.product !== 'option') {
      found.push({ kind: 'linear', ratio })
      continue
    }
    const key = String(toNumber(name.strike))
    const delta = surface.expiries.get(name.expiryMs)?.marks.get(symbol)?.delta
    const known =
      strikes.get(key) ??
      (delta === undefined ? undefined : { index: strikes.size + 1, delta: Math.abs(delta), by: name.right })
    if (known === undefined) return undefined
    strikes.set(key, known)
    const days = Math.max(0, Math.round((name.expiryMs - surface.atMs) / dayMs))
    found.push({ kind: name.right, ratio, delta: known.delta, by: known.by, strike: known.index, days })
  }
  return found
}

export function legsOfTemplate(
  template: readonly TemplateLeg[],
  universe: ListedUniverse,
  surface: BaseSurface,
  expiryMs: number | undefined,
): LoadedTemplate {
  const days = new Set(template.flatMap(leg => (leg.kind === 'linear' ? [] : [leg.days])))
  const live = universe.expiries(surface.base).filter(each => each > surface.atMs)
  const expiryOf = (ahead: number): number | undefined =>
    days.size === 1 && expiryMs !== undefined
      ? expiryMs
      : nearest(live, each => Math.abs(each - surface.atMs - ahead * dayMs))
  const strikes = new Map<number, number>()
  const legs: PackageLeg[] = []
  for (const leg of template) {
    const symbol =
      leg.kind === 'linear'
        ? linearOf(universe, surface.base)?.symbol
        : optionOf(leg, expiryOf(leg.days), universe, surface, strikes)
    if (symbol === undefined) return { ok: false, why: 'Its strikes are not listed there, or have no deltas yet.' }
    legs.push({ symbol, ratio: leg.ratio })
  }
  if (new Set(legs.map(leg => leg.symbol)).size < legs.length)
    return { ok: false, why: 'Its strikes fall together at this expiry.' }
  return { ok: true, legs }
}

const linearOf = (universe: ListedUniverse, base: string): Instrument | undefined =>
  universe.perpetual(base) ?? universe.spot(base)

function optionOf(
  leg: Extract<TemplateLeg, { kind: 'call' | 'put' }>,
  expiryMs: number | undefined,
  universe: ListedUniverse,
  surface: BaseSurface,
  strikes: Map<number, number>,
): string | undefined {
  if (expiryMs === undefined) return undefined
  const rows = universe.chain(surface.base, expiryMs).filter(row => row[leg.kind]?.status === 'active')
  const marks = surface.expiries.get(expiryMs)?.marks
  const known = strikes.get(leg.strike)
  const deltaOf = (row: (typeof rows)[number]): number | undefined => marks?.get(row[leg.by]?.symbol ?? '')?.delta
  const row =
    known === undefined
      ? nearest(
          rows.filter(each => deltaOf(each) !== undefined),
          each => Math.abs(Math.abs(deltaOf(each) ?? 0) - leg.delta),
        )
      : rows.find(each => toNumber(each.strike) === known)
  if (row === undefined) return undefined
  strikes.set(leg.strike, toNumber(row.strike))
  return row[leg.kind]?.symbol
}

function nearest<Item>(items: readonly Item[], distance: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  )
}
