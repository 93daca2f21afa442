/**
 * Payoff of legs as executed, in the quote asset. If all options expire together it is exact: kinks, break-evens and
 * extremes come from the legs. With several expiries it is the Black-76 value at the first, each later leg at its
 * present volatility plus the scenario's shift, and is labelled so. Before expiry everything is by model, with the
 * surface's volatilities and forwards.
 */
import { toNumber } from '../../domain/decimal.ts'
import { shortExpiry } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { type DatedLeg, expiryLegs, isBasisOnly, type PackageShape, packageShape } from '../package-legs.ts'
import { type ModelLeg, payoffBefore, type Scenario } from '../payoff-before.ts'
import { curveOfLegs, extremesOfLegs, type ModelExtremes } from '../payoff-extremes.ts'
import { type Outlook, outlookOf } from './outlook.ts'
import { expiryPayoff, type Payoff, payoffAt, zeroBetween } from '../payoff.ts'

export interface PayoffInputs {
  /** Signed as executed; portfolio sizes may be fractional. */
  readonly legs: readonly PackageLeg[]
  /** Amount paid (negative: received); undefined if unknown. */
  readonly cost: number | undefined
  readonly surface: BaseSurface
  readonly nowMs: number
  readonly scenario: ChosenScenario
}

export interface ChosenScenario {
  /** Share of the time to the last expiry. */
  readonly timePart: number
  /** Added to every volatility: 0.05 is five points. */
  readonly volatilityShift: number
  /** Displayed price range as a multiple of the usual one. */
  readonly zoom?: number | undefined
}

export const presentScenario: ChosenScenario = { timePart: 0, volatilityShift: 0 }

export interface Curve {
  readonly id: string
  readonly label: string
  readonly kind: 'expiry' | 'today' | 'date' | 'book' | 'quote' | 'filled' | 'pin1' | 'pin2' | 'pin3'
  readonly xs: Float64Array
  readonly ys: Float64Array
}

export interface Scene {
  readonly legs: readonly ModelLeg[]
  readonly cost: number
  readonly underlying: number
  readonly range: readonly [number, number]
  readonly nowMs: number
  readonly expiries: readonly number[]
  readonly firstMs: number | undefined
  readonly scenario: Scenario
}

interface PayoffDrawing {
  readonly curves: readonly Curve[]
  readonly breakEvens: readonly number[]
  readonly scene: Scene | undefined
  readonly outlook: Outlook | undefined
}

export type PayoffModel =
  | { readonly kind: 'none'; readonly why: string }
  | (PayoffDrawing & { readonly kind: 'exact'; readonly payoff: Payoff; readonly note: string | undefined })
  | (PayoffDrawing & {
      readonly kind: 'model'
      /**
       * Extremes at the first expiry over all prices from 0, at the scenario's volatilities and at the present ones.
       */
      readonly extremes: ModelExtremes
      readonly presentExtremes: ModelExtremes
      readonly note: string
    })

const steps = 240

const shapes = new WeakMap<readonly PackageLeg[], PackageShape>()

function shapeOf(legs: readonly PackageLeg[]): PackageShape {
  const shape = shapes.get(legs) ?? packageShape(legs)
  shapes.set(legs, shape)
  return shape
}

/** The lines of a payoff, and a function for the rest: break-evens and extremes take longer than all lines. */
type PayoffLines =
  | Extract<PayoffModel, { kind: 'none' }>
  | (Pick<PayoffDrawing, 'curves' | 'scene'> & { readonly kind: 'exact' | 'model'; readonly whole: () => PayoffModel })

export function payoffModel(inputs: PayoffInputs): PayoffModel {
  const lines = payoffLines(inputs)
  return lines.kind === 'none' ? lines : lines.whole()
}

export interface Overlay {
  readonly portfolio: Omit<PayoffInputs, 'scenario'>
  readonly label: string
  readonly kind: 'book' | 'pin1' | 'pin2' | 'pin3'
}

export function payoffCurves(inputs: PayoffInputs, beside: readonly Overlay[] = []): readonly Curve[] | undefined {
  const lines = payoffLines(inputs)
  return lines.kind === 'none'
    ? undefined
    : [...lines.curves, ...beside.flatMap(each => portfolioCurve(lines, each) ?? [])]
}

const none = (why: string): PayoffLines => ({ kind: 'none', why })

function payoffLines(inputs: PayoffInputs): PayoffLines {
  const { legs, cost } = inputs
  if (legs.length === 0) return none('Add legs from the chain to see their payoff.')
  const shape = shapeOf(legs)
  if (shape.kind === 'several_bases')
    return none(`Legs on ${shape.bases.join(' and ')}: different underlyings, no payoff.`)
  if (shape.kind === 'unreadable')
    return none(`What it is worth at another price is not known: ${shape.symbols.join(', ')}.`)
  if (isBasisOnly(shape.legs))
    return none('The result depends on the basis between the legs, not on the price of the underlying: no payoff.')
  if (cost === undefined) return none('No net price: a leg has no quote and no price is typed.')
  const [first] = shape.expiries
  if (shape.expiries.length > 1 && first !== undefined)
    return severalExpiries(shape.legs, shape.expiries, first, cost, inputs)
  return exactLines(shape.legs, first, cost, inputs)
}

function exactLines(
  legs: readonly DatedLeg[],
  firstMs: number | undefined,
  cost: number,
  inputs: PayoffInputs,
): PayoffLines {
  const payoff = expiryPayoff(expiryLegs(legs), cost)
  const breakEvens = payoff.breakEvens
    .flatMap(one => (one.kind === 'point' ? [one.price] : [one.from, one.to]))
    .filter(Number.isFinite)
  const outlook = outlookOf(firstMs, breakEvens, price => payoffAt(payoff, price), inputs.surface)
  const range = rangeOf(legs, breakEvens, outlook, inputs)
  const [low, high] = range
  const marks = [...payoff.points.map(point => point.price), ...breakEvens].filter(price => price > low && price < high)
  const xs = Float64Array.from([low, ...marks.sort((a, b) => a - b), high])
  const ys = xs.map(price => payoffAt(payoff, price))
  const main: Curve = { id: 'expiry', label: 'At expiry', kind: 'expiry', xs, ys }
  const scene = sceneOf(legs, cost, range, firstMs === undefined ? [] : [firstMs], inputs)
  const isCurved = legs.some(leg => leg.kind !== 'linear')
  const curves = scene === undefined || !isCurved ? [main] : [main, ...modelCurves(scene, pricesOf(scene))]
  const isAtOnePrice = legs.length > 1 && legs.some(leg => leg.kind === 'linear')
  const note = isAtOnePrice
    ? 'At expiry spot, perpetual and futures are taken at the price of the underlying.'
    : undefined
  return {
    kind: 'exact',
    curves,
    scene,
    whole: () => ({ kind: 'exact', payoff, curves, breakEvens, scene, outlook, note }),
  }
}

function severalExpiries(
  legs: readonly DatedLeg[],
  expiries: readonly number[],
  firstMs: number,
  cost: number,
  inputs: PayoffInputs,
): PayoffLines {
  const early = outlookOf(firstMs, [], () => 0, inputs.surface)
  const range = rangeOf(legs, [], early, inputs)
  const scene = sceneOf(legs, cost, range, expiries, inputs)
  if (scene === undefined) {
    const missing = legs.filter(leg => leg.kind !== 'linear' && markOf(leg, inputs.surface)?.volatility === undefined)
    const names = missing.map(leg => leg.symbol).join(', ')
    return none(`Several expiries, and no volatility for ${names}: its quote or the underlying's price is missing.`)
  }
  const label = `At ${shortExpiry(firstMs)}, by model`
  const atFirst = { atMs: firstMs, volatilityShift: scene.scenario.volatilityShift }
  const xs = pricesOf(scene)
  const main = curveAt(scene, xs, atFirst, { id: 'first', label, kind: 'date' })
  const curves = [main, ...modelCurves(scene, xs)]
  const whole = (): PayoffModel => {
    const valueAt = (price: number): number => payoffBefore(scene.legs, cost, atFirst, Float64Array.of(price))[0] ?? 0
    const [, usualHigh] = rangeOf(legs, [], early, { ...inputs, scenario: presentScenario })
    const breakEvens = [main, ...beyond(scene, usualHigh, atFirst)]
      .flatMap(curve => crossings(curve, valueAt))
      .sort((a, b) => a - b)
    const extremesAt = (volatilityShift: number): ModelExtremes =>
      extremesOfLegs(scene.legs, cost, { atMs: firstMs, volatilityShift }, usualHigh)
    const presentExtremes = extremesAt(0)
    return {
      kind: 'model',
      curves,
      breakEvens,
      scene,
      outlook: outlookOf(firstMs, breakEvens, valueAt, inputs.surface),
      extremes: atFirst.volatilityShift === 0 ? presentExtremes : extremesAt(atFirst.volatilityShift),
      presentExtremes,
      note: `Several expiries: drawn at the first, ${shortExpiry(firstMs)}; later legs by Black-76 at their present volatility. A leg past its expiry is settled at the price looked at. Extremes are over every price from 0 on; above the usual range carry between expiries is left as it is there.`,
    }
  }
  return { kind: 'model', curves, scene, whole }
}

const withCurve = (model: PayoffModel, curve: Curve | undefined): PayoffModel =>
  model.kind === 'none' || curve === undefined ? model : { ...model, curves: [...model.curves, curve] }

export const withPortfolioCurve = (model: PayoffModel, beside: Overlay): PayoffModel =>
  withCurve(model, model.kind === 'none' ? undefined : portfolioCurve(model, beside))

function portfolioCurve(
  drawn: Pick<PayoffDrawing, 'curves' | 'scene'> & { readonly kind: 'exact' | 'model' },
  { portfolio, label, kind }: Overlay,
): Curve | undefined {
  const [main] = drawn.curves
  if (main === undefined || portfolio.legs.length === 0) return undefined
  const scene = payoffScene({ ...portfolio, scenario: presentScenario })
  if (scene === undefined) return undefined
  const volatilityShift = drawn.kind === 'exact' ? 0 : (drawn.scene?.scenario.volatilityShift ?? 0)
  const atMs = drawn.scene?.firstMs ?? scene.firstMs ?? scene.nowMs
  const xs = curvePrices(main.xs[0] ?? 0, main.xs.at(-1) ?? 1, strikesOf(scene.legs))
  return { id: kind, label, kind, xs, ys: curveOfLegs(kind, scene.legs, scene.cost, { atMs, volatilityShift }, xs) }
}

export function withQuoteCurve(model: PayoffModel, quoted: PayoffModel, isFilled: boolean): PayoffModel {
  const [main] = quoted.kind === 'none' ? [] : quoted.curves
  return withCurve(model, main && quoteCurve(main, isFilled))
}

export const quoteCurve = (main: Curve, isFilled: boolean): Curve =>
  isFilled
    ? { ...main, id: 'quote', label: 'At your fills', kind: 'filled' }
    : { ...main, id: 'quote', label: 'At the quote', kind: 'quote' }

export function payoffScene(inputs: PayoffInputs): Scene | undefined {
  const shape = shapeOf(inputs.legs)
  return shape.kind === 'priced' && inputs.cost !== undefined
    ? sceneOf(shape.legs, inputs.cost, [0, 0], shape.expiries, inputs)
    : undefined
}

const markOf = (leg: DatedLeg, surface: BaseSurface) =>
  leg.expiryMs === undefined ? undefined : surface.expiries.get(leg.expiryMs)?.marks.get(leg.symbol)

function sceneOf(
  legs: readonly DatedLeg[],
  cost: number,
  range: readonly [number, number],
  expiries: readonly number[],
  { surface, nowMs, scenario }: PayoffInputs,
): Scene | undefined {
  if (surface.underlying === undefined) return undefined
  const underlying = toNumber(surface.underlying.price)
  const modelled = modelledOf(legs, underlying, surface, nowMs)
  if (modelled.length !== legs.length) return undefined
  const atMs = nowMs + Math.max(0, (expiries.at(-1) ?? nowMs) - nowMs) * scenario.timePart
  const chosen = { atMs, volatilityShift: scenario.volatilityShift }
  return { legs: modelled, cost, underlying, range, nowMs, expiries, firstMs: expiries[0], scenario: chosen }
}

const lastModelled = new WeakMap<
  readonly DatedLeg[],
  Pick<PayoffInputs, 'surface' | 'nowMs'> & { readonly legs: readonly ModelLeg[] }
>()

/** Legs that have a volatility. Cached: the same list for the same legs, surface and time. */
function modelledOf(
  legs: readonly DatedLeg[],
  underlying: number,
  surface: BaseSurface,
  nowMs: number,
): readonly ModelLeg[] {
  const last = lastModelled.get(legs)
  if (last?.surface === surface && last.nowMs === nowMs) return last.legs
  const modelled = legs.flatMap((leg): ModelLeg[] => {
    const forward =
      leg.expiryMs === undefined ? underlying : (surface.expiries.get(leg.expiryMs)?.forward?.price ?? underlying)
    const forwardRatio = forward / underlying
    if (leg.kind === 'linear')
      return [
        {
          kind: 'linear',
          ratio: leg.ratio,
          forwardRatio,
          ...(leg.expiryMs === undefined ? {} : { expiryMs: leg.expiryMs }),
        },
      ]
    const volatility = markOf(leg, surface)?.volatility ?? (leg.expiryMs <= nowMs ? 0 : undefined)
    if (volatility === undefined) return []
    return [{ kind: leg.kind, strike: leg.strike, ratio: leg.ratio, expiryMs: leg.expiryMs, volatility, forwardRatio }]
  })
  lastModelled.set(legs, { surface, nowMs, legs: modelled })
  return modelled
}

function modelCurves(scene: Scene, xs: Float64Array): Curve[] {
  const { nowMs, scenario } = scene
  const now = { atMs: nowMs, volatilityShift: 0 }
  const today = curveAt(scene, xs, now, { id: 'now', label: 'Theoretical now', kind: 'today' })
  if (scenario.atMs === nowMs && scenario.volatilityShift === 0) return [today]
  return [curveAt(scene, xs, scenario, { id: 'chosen', label: 'Your scenario', kind: 'date' }), today]
}

const curveAt = (
  scene: Scene,
  xs: Float64Array,
  scenario: Scenario,
  about: Pick<Curve, 'id' | 'label' | 'kind'>,
): Curve => ({
  ...about,
  xs,
  ys: curveOfLegs(about.id, scene.legs, scene.cost, scenario, xs),
})

/** Break-evens are searched between these multiples of the usual highest price, whatever range is drawn. */
const widest = { low: 0.001, high: 4 }

function beyond(scene: Scene, usualHigh: number, scenario: Scenario): readonly Curve[] {
  const [low, high] = scene.range
  const strikes = strikesOf(scene.legs)
  const part = (id: string, from: number, to: number): readonly Curve[] =>
    from < to ? [curveAt(scene, curvePrices(from, to, strikes), scenario, { id, label: '', kind: 'date' })] : []
  return [...part('below', usualHigh * widest.low, low), ...part('above', high, usualHigh * widest.high)]
}

const strikesOf = (legs: readonly (DatedLeg | ModelLeg)[]): readonly number[] =>
  legs.flatMap(leg => (leg.kind === 'linear' ? [] : [leg.strike]))

const pricesOf = ({ range, legs }: Scene): Float64Array => curvePrices(...range, strikesOf(legs))

/** Prices of a curve: an even grid and every strike within it, without duplicates. */
function curvePrices(low: number, high: number, strikes: readonly number[]): Float64Array {
  const inside = [...new Set(strikes)].filter(strike => strike > low && strike < high)
  const prices = new Float64Array(steps + 1 + inside.length)
  for (let index = 0; index <= steps; index += 1) prices[index] = low + ((high - low) * index) / steps
  prices.set(inside, steps + 1)
  return prices.sort()
}

function crossings({ xs, ys }: Pick<Curve, 'xs' | 'ys'>, valueAt: (price: number) => number): number[] {
  const found: number[] = []
  for (let i = 1; i < xs.length; i++) {
    const [x0, x1, y0, y1] = [xs[i - 1] ?? 0, xs[i] ?? 0, ys[i - 1] ?? 0, ys[i] ?? 0]
    if (y0 * y1 < 0) found.push(zeroBetween([x0, y0], [x1, y1], valueAt, x1 * 5e-10))
    else if (y1 === 0 && y0 !== 0) found.push(x1)
  }
  return found
}

/**
 * Price range to draw: all strikes, nearby break-evens and the underlying with a margin, and two standard deviations to
 * the first expiry.
 */
function rangeOf(
  legs: readonly DatedLeg[],
  breakEvens: readonly number[],
  outlook: Outlook | undefined,
  { surface, scenario }: PayoffInputs,
): readonly [number, number] {
  const strikes = strikesOf(legs)
  const spot = surface.underlying === undefined ? [] : [toNumber(surface.underlying.price)]
  const middle = [...strikes, ...spot]
  const centre = middle.length === 0 ? (breakEvens[0] ?? 1) : middle.reduce((a, b) => a + b) / middle.length
  const near = breakEvens.filter(price => price > centre / 3 && price < centre * 3)
  const all = middle.length + near.length === 0 ? [centre] : [...middle, ...near]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = Math.max((high - low) * 0.15, centre * 0.04)
  const likely =
    outlook === undefined ? [centre * 0.85, centre * 1.15] : outlook.bands.flatMap(({ from, to }) => [from, to])
  const [from, to] = [Math.max(0, Math.min(low - room, ...likely)), Math.max(high + room, ...likely)]
  const { zoom = 1 } = scenario
  const around = spot[0] ?? centre
  return [Math.max(0, around - (around - from) * zoom), around + (to - around) * zoom]
}
