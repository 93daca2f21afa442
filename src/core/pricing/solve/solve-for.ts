/**
 * Solves for one value of a draft: the strike or ratio of a leg, or the price, that brings a figure closest to a
 * target. Every listed strike and ratio is tried at its own quotes; those without a quote are skipped. Each answer
 * states by how much it misses.
 */
import { add, type Decimal, decimalFromNumber, isZero, roundToStep, sub, toNumber } from '../../domain/decimal.ts'
import type { ListedChains } from '../../domain/instrument-index.ts'
import { isOption, parseInstrumentName } from '../../domain/instrument.ts'
import type { Quotes } from '../../domain/market-data.ts'
import { type Side, sideSign } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { legQuote, netPrices } from '../market/leg-quotes.ts'
import { expiryLegs, packageShape, volatilityFreeBounds } from '../package-legs.ts'
import { expiryPayoff, profitAtExpiry } from '../payoff.ts'
import { type Greeks, unitGreeks } from '../portfolio/unit-greeks.ts'

export type Vary = { readonly what: 'strike' | 'ratio'; readonly symbol: string } | { readonly what: 'price' }

/** Net premium, delta in coins, vega per volatility point, maximum loss, or a break-even price; each per package. */
export const targets = ['premium', 'delta', 'vega', 'loss', 'breakEven'] as const
export type Target = (typeof targets)[number]

export interface SolveInputs {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly price: Decimal | undefined
  readonly priceStep: Decimal | undefined
  readonly listed: ListedChains
  readonly quotes: Quotes
  readonly surface: BaseSurface
  readonly nowMs: number
}

export interface Solution {
  readonly legs: readonly PackageLeg[]
  readonly price?: Decimal | undefined
  readonly value: number
  readonly missedBy: number
}

export type SolvedFor =
  | { readonly ok: true /** The nearest first. */; readonly solutions: readonly Solution[] }
  | { readonly ok: false; readonly why: string }

const mostRatio = 20
const mostAnswers = 5

const refused = (why: string): SolvedFor => ({ ok: false, why })

export function solveFor(inputs: SolveInputs, vary: Vary, target: Target, wanted: number): SolvedFor {
  if (vary.what === 'price') return solvePrice(inputs, target, wanted)
  const all = candidates(inputs, vary.what, vary.symbol)
  if (all.length === 0)
    return refused(vary.what === 'strike' ? 'The leg is no listed option.' : 'The leg is not in the draft.')
  const known = all.flatMap(legs => {
    const value = measure({ ...inputs, legs, price: undefined }, target, wanted)
    return value === undefined ? [] : [{ legs, value, missedBy: value - wanted }]
  })
  return known.length === 0 ? refused(missing[target]) : { ok: true, solutions: nearestFirst(known) }
}

const missing: Readonly<Record<Target, string>> = {
  premium: 'No choice has a two-sided quote on every leg.',
  delta: 'No choice has a delta: a leg cannot be priced.',
  vega: 'No choice has a vega: a leg cannot be priced.',
  loss: 'No choice has a known loss: it is unlimited, or a leg has no two-sided quote.',
  breakEven: 'No choice has a break-even: its legs expire apart, or a leg has no two-sided quote.',
}

const nearestFirst = (solutions: readonly Solution[]): readonly Solution[] =>
  solutions.toSorted((a, b) => Math.abs(a.missedBy) - Math.abs(b.missedBy)).slice(0, mostAnswers)

function candidates(
  { legs, listed }: SolveInputs,
  what: 'strike' | 'ratio',
  symbol: string,
): readonly (readonly PackageLeg[])[] {
  const leg = legs.find(each => each.symbol === symbol)
  if (leg === undefined) return []
  const withLeg = (other: PackageLeg): readonly PackageLeg[] => legs.map(each => (each === leg ? other : each))
  if (what === 'ratio') {
    return Array.from({ length: mostRatio }, (_, at) => withLeg({ symbol, ratio: Math.sign(leg.ratio) * (at + 1) }))
  }
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return []
  const taken = new Set(legs.flatMap(each => (each === leg ? [] : [each.symbol])))
  return listed.chain(name.base, name.expiryMs).flatMap(row => {
    const instrument = row[name.right]
    if (instrument?.status !== 'active' || taken.has(instrument.symbol)) return []
    return [withLeg({ symbol: instrument.symbol, ratio: leg.ratio })]
  })
}

function midOf({ legs, quotes }: SolveInputs): Decimal | undefined {
  const quoted = legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) }))
  return quoted.every(({ quote }) => quote.mid !== undefined) ? netPrices(quoted).mid?.price : undefined
}

/** Only options cost premium; without options, all legs count. */
function premiumLegs(legs: readonly PackageLeg[]): readonly PackageLeg[] {
  const options = legs.filter(leg => isOption(leg.symbol))
  return options.length === 0 ? legs : options
}

const executed = ({ legs, side }: SolveInputs): readonly PackageLeg[] =>
  legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sideSign(side) }))

function measure(inputs: SolveInputs, target: Target, wanted: number): number | undefined {
  if (target === 'delta') return greekOf(inputs, 'delta')
  if (target === 'vega') return greekOf(inputs, 'vegaPerVolPoint')
  if (target === 'premium') {
    const premium = midOf({ ...inputs, legs: premiumLegs(inputs.legs) })
    return premium === undefined ? undefined : toNumber(premium) * sideSign(inputs.side)
  }
  const price = inputs.price ?? midOf(inputs)
  if (price === undefined) return undefined
  const paid = toNumber(price) * sideSign(inputs.side)
  if (target === 'loss') {
    const least = volatilityFreeBounds(executed(inputs), paid)?.least
    return least === undefined || least === 'unlimited' ? undefined : Math.max(0, -least)
  }
  const points = breakEvens(executed(inputs), paid)
  return points.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]
}

function atExpiry(legs: readonly PackageLeg[]) {
  const shape = packageShape(legs)
  return shape.kind === 'priced' && shape.expiries.length === 1 ? expiryLegs(shape.legs) : undefined
}

function breakEvens(legs: readonly PackageLeg[], paid: number): readonly number[] {
  const at = atExpiry(legs)
  if (at === undefined) return []
  return expiryPayoff(at, paid)
    .breakEvens.flatMap(one => (one.kind === 'point' ? [one.price] : [one.from, one.to]))
    .filter(Number.isFinite)
}

function solvePrice(inputs: SolveInputs, target: Target, wanted: number): SolvedFor {
  if (target === 'premium') return refused('The premium is the price: type it in the ticket.')
  if (target === 'delta' || target === 'vega')
    return refused(`${target === 'delta' ? 'Delta' : 'Vega'} does not depend on the price.`)
  const paid = target === 'loss' ? paidForLoss(inputs, wanted) : paidForBreakEven(inputs, wanted)
  if (typeof paid === 'string') return refused(paid)
  const exact = decimalFromNumber(paid * sideSign(inputs.side))
  const step = inputs.priceStep
  if (exact === undefined || step === undefined || isZero(step)) return refused('The price step is not known.')
  const near = roundToStep(exact, step, 'nearest')
  const known = [near, add(near, step), sub(near, step)].flatMap(price => {
    const value = measure({ ...inputs, price }, target, wanted)
    return value === undefined ? [] : [{ legs: inputs.legs, price, value, missedBy: value - wanted }]
  })
  return known.length === 0 ? refused('No price comes near.') : { ok: true, solutions: nearestFirst(known) }
}

function paidForLoss(inputs: SolveInputs, wanted: number): number | string {
  const least = volatilityFreeBounds(executed(inputs), 0)?.least
  if (least === undefined) return 'The loss of these legs is not known.'
  return least === 'unlimited' ? 'The loss is unlimited at any price.' : wanted + least
}

function paidForBreakEven(inputs: SolveInputs, wanted: number): number | string {
  const at = atExpiry(executed(inputs))
  return at === undefined ? 'These legs do not expire together.' : profitAtExpiry(at, 0, wanted)
}

function greekOf(inputs: SolveInputs, greek: keyof Greeks): number | undefined {
  let total = 0
  for (const { symbol, ratio } of executed(inputs)) {
    const unit = unitGreeks(symbol, inputs.surface, inputs.nowMs)
    if (!unit.isPriced) return undefined
    total += ratio * unit.greeks[greek]
  }
  return total
}
