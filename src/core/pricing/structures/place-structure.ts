/**
 * Places a template at listed strikes and expiries around the forward, at a distance by delta or as a share of the
 * price. Only strikes listed for every leg that shares them are used. If the name requires equal wings they are equal,
 * or the placement is refused with a reason.
 */
import { cmp, type Decimal, eq, sub, toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { instantiate, countNeeded, strikeOffsets } from '../../domain/structures/instantiate.ts'
import type { Direction } from '../../domain/structures/match.ts'
import type { TemplateForm } from '../../domain/structures/template.ts'
import type { StructureLeg } from '../../domain/structures/tidy-legs.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { normalQuantile } from '../normal.ts'

export type Distance = { readonly by: 'delta' | 'width'; readonly size: number }

export interface PlaceInputs {
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly expiryMs: number | undefined
  readonly distance: Distance
  /** Requested expiries, as many as the structure needs; by default `expiryMs` and one well beyond it. */
  readonly expiries?: readonly number[] | undefined
}

export type Placement =
  | { readonly ok: true; readonly legs: readonly PackageLeg[] }
  | { readonly ok: false; readonly why: string }

const refused = (why: string): Placement => ({ ok: false, why })

/** Share of the forward to use if a delta has no volatility. */
const widthWithoutVolatility = 0.05

export interface BaseListing {
  readonly universe: ListedUniverse
  readonly base: string
}

const listedOf = ({ universe, surface: { base } }: PlaceInputs): BaseListing => ({ universe, base })

interface Centre {
  readonly forward: number
  readonly distance: number
}

function centreOf({ surface, expiryMs, distance }: PlaceInputs): Centre | undefined {
  const at = expiryMs === undefined ? undefined : surface.expiries.get(expiryMs)
  const forward =
    at?.forward?.price ?? (surface.underlying === undefined ? undefined : toNumber(surface.underlying.price))
  if (forward === undefined) return undefined
  if (distance.by === 'width') return { forward, distance: forward * distance.size }
  const deviation = at?.atmVolatility === undefined ? undefined : at.atmVolatility * Math.sqrt(at.years)
  const part =
    deviation === undefined
      ? widthWithoutVolatility
      : Math.expm1(Math.max(normalQuantile(1 - distance.size), 0.05) * deviation)
  return { forward, distance: forward * part }
}

export function strikesFor(
  form: TemplateForm,
  rank: number,
  expiries: readonly number[],
  { universe, base }: BaseListing,
  isTaken: (instrument: Instrument | undefined) => boolean = isActive,
): Decimal[] {
  const lists = form.legs
    .filter(leg => leg.strike === `K${rank}`)
    .map(leg => {
      const right = leg.kind === 'C' ? 'call' : 'put'
      const expiryMs = expiries[leg.expiry === 'T2' ? 1 : 0] ?? 0
      return universe.chain(base, expiryMs).flatMap(row => (isTaken(row[right]) ? [row.strike] : []))
    })
  const [first = [], ...others] = lists
  return first.filter(strike => others.every(list => list.some(other => eq(other, strike))))
}

const nearestTo = (strikes: readonly Decimal[], target: number): Decimal | undefined =>
  strikes.reduce<Decimal | undefined>(
    (best, one) =>
      best === undefined || Math.abs(toNumber(one) - target) < Math.abs(toNumber(best) - target) ? one : best,
    undefined,
  )

/** Each strike as close to its target as ascending order allows. */
function nearestInOrder(lists: readonly (readonly Decimal[])[], targets: readonly number[]): Decimal[] | undefined {
  const chosen: Decimal[] = []
  for (const [index, list] of lists.entries()) {
    const last = chosen.at(-1)
    const free = last === undefined ? list : list.filter(strike => cmp(strike, last) > 0)
    const strike = nearestTo(free, targets[index] ?? 0)
    if (strike === undefined) return undefined
    chosen.push(strike)
  }
  return chosen
}

/** Moves the outer strikes so that the outer widths are equal, as close to the targets as listed. */
function withEqualWings(lists: readonly (readonly Decimal[])[], chosen: readonly Decimal[]): Decimal[] | undefined {
  const inner = chosen.slice(1, -1)
  const [low, high] = [inner[0], inner.at(-1)]
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (low === undefined || high === undefined || first === undefined || last === undefined) return undefined
  const asked = (toNumber(sub(low, first)) + toNumber(sub(last, high))) / 2
  const below = (lists[0] ?? []).filter(strike => cmp(strike, low) < 0)
  const above = (lists.at(-1) ?? []).filter(strike => cmp(strike, high) > 0)
  const pairs = below.flatMap(strike => {
    const other = above.find(each => eq(sub(each, high), sub(low, strike)))
    return other === undefined ? [] : [{ strike, other, miss: Math.abs(toNumber(sub(low, strike)) - asked) }]
  })
  const best = pairs.toSorted((a, b) => a.miss - b.miss)[0]
  return best === undefined ? undefined : [best.strike, ...inner, best.other]
}

function withUnequalWings(lists: readonly (readonly Decimal[])[], chosen: readonly Decimal[]): Decimal[] | undefined {
  const [first, second] = chosen
  const [beforeLast, last] = chosen.slice(-2)
  if (first === undefined || second === undefined || beforeLast === undefined || last === undefined) return undefined
  if (!eq(sub(second, first), sub(last, beforeLast))) return [...chosen]
  const next = lists.at(-1)?.find(strike => cmp(strike, last) > 0)
  return next === undefined ? undefined : [...chosen.slice(0, -1), next]
}

function strikesOf(
  form: TemplateForm,
  expiries: readonly number[],
  centre: Centre,
  inputs: PlaceInputs,
): Decimal[] | undefined {
  const offsets = strikeOffsets(form)
  const lists = offsets.map((_, index) => strikesFor(form, index + 1, expiries, listedOf(inputs)))
  const chosen = nearestInOrder(
    lists,
    offsets.map(offset => centre.forward + offset * centre.distance),
  )
  if (chosen === undefined) return undefined
  if (form.constraint === 'equal_wings') return withEqualWings(lists, chosen)
  if (form.constraint === 'equal_wings_else_broken') return withEqualWings(lists, chosen) ?? chosen
  return form.constraint === 'unequal_wings' ? withUnequalWings(lists, chosen) : chosen
}

const isActive = (instrument: Instrument | undefined): instrument is Instrument => instrument?.status === 'active'

/** The instrument used as underlying: perpetual, else spot, else the nearest future. */
function underlyingOf({ universe, base }: BaseListing): Instrument | undefined {
  return [universe.perpetual(base), universe.spot(base), ...universe.futures(base)].find(isActive)
}

/** A structure of underlyings only: an outright, or the spread of the two nearest. */
export function placeLinear(form: TemplateForm, sign: number, listed: BaseListing): Placement {
  const futures = listed.universe.futures(listed.base).filter(isActive)
  const first = underlyingOf(listed)
  const taken = form.legs.length === 1 ? [first] : futures.length > 1 ? futures : [first, futures[0]]
  const legs = form.legs.map((leg, index) => ({ symbol: taken[index]?.symbol, ratio: leg.ratio * sign }))
  const known = legs.flatMap(({ symbol, ratio }) => (symbol === undefined ? [] : [{ symbol, ratio }]))
  return known.length === legs.length && new Set(known.map(leg => leg.symbol)).size === legs.length
    ? { ok: true, legs: known }
    : refused('There are not enough futures listed.')
}

export function laterThan(firstMs: number, atMs: number, { universe, base }: BaseListing): number[] {
  const later = universe.expiries(base).filter(expiryMs => expiryMs > firstMs)
  const wellBeyond = later.filter(expiryMs => expiryMs - firstMs >= (firstMs - atMs) / 2)
  return [...new Set([...wellBeyond, ...later])]
}

function symbolOf(leg: StructureLeg, listed: BaseListing): string | undefined {
  if (leg.kind === 'U') return underlyingOf(listed)?.symbol
  const { strike, expiry = 0 } = leg
  const row = listed.universe.chain(listed.base, expiry).find(one => strike !== undefined && eq(one.strike, strike))
  return row?.[leg.kind === 'C' ? 'call' : 'put']?.symbol
}

export function legsAt(
  form: TemplateForm,
  direction: Direction,
  at: { readonly strikes: readonly Decimal[]; readonly expiries: readonly number[] },
  listed: BaseListing,
): readonly PackageLeg[] | undefined {
  const legs = instantiate(form, { base: listed.base, ...at, direction, underlying: { product: 'perpetual' } })
  const named = legs.flatMap(leg => {
    const symbol = symbolOf(leg, listed)
    return symbol === undefined ? [] : [{ symbol, ratio: leg.ratio }]
  })
  return named.length === legs.length ? named : undefined
}

function datesOf(form: TemplateForm, firstMs: number, inputs: PlaceInputs): readonly (readonly number[])[] {
  if (inputs.expiries !== undefined) return [inputs.expiries]
  if (countNeeded(form).expiries < 2) return [[firstMs]]
  return laterThan(firstMs, inputs.surface.atMs, listedOf(inputs)).map(later => [firstMs, later])
}

export function placeStructure(form: TemplateForm, direction: Direction, inputs: PlaceInputs): Placement {
  const listed = listedOf(inputs)
  if (countNeeded(form).strikes === 0) return placeLinear(form, direction === 'long' ? 1 : -1, listed)
  const { expiryMs } = inputs
  const centre = centreOf(inputs)
  if (expiryMs === undefined) return refused('No options are listed.')
  if (centre === undefined) return refused('There is no price of the underlying to place it around.')
  const dates = datesOf(form, expiryMs, inputs)
  if (dates.length === 0) return refused('There is no later expiry.')
  for (const expiries of dates) {
    const strikes = strikesOf(form, expiries, centre, inputs)
    const legs = strikes === undefined ? undefined : legsAt(form, direction, { strikes, expiries }, listed)
    if (legs !== undefined) return { ok: true, legs }
  }
  return refused('The listed strikes do not make it at this expiry.')
}
