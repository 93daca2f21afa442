import { add, dec, type Decimal, div, gt, mul, neg, roundToStep, sub, toNumber } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { Steps } from '../../domain/steps.ts'
import type { PortfolioLine } from '../portfolio/net-greeks.ts'
import {
  type HedgeBook,
  type HedgeBound,
  type HedgeMeasure,
  largestOf,
  type Measure,
  measureOf,
  type StepOf,
} from './hedge-measures.ts'
import { type HedgeProgram, keptWithin, type ProgramColumn, type ProgramResult, programSteps } from './hedge-program.ts'
import type { ProgramRow } from './hedge-simplex.ts'
import type { QuotedSizes } from './quoted.ts'

export interface HedgeInstrument {
  readonly line: PortfolioLine
  readonly instrument: Instrument
  readonly bid: Decimal
  readonly ask: Decimal
  readonly sizes: QuotedSizes | undefined
}

export interface HedgeInputs extends HedgeBook {
  readonly instruments: readonly HedgeInstrument[]
  readonly bounds: readonly HedgeBound[]
  readonly mostLegs: number
  readonly mostNodes?: number | undefined
}

export interface HedgeLeg {
  readonly symbol: string
  readonly name: string
  readonly size: Decimal
  readonly price: Decimal
  readonly quoted: Decimal | undefined
}

export interface HedgeFigure extends HedgeBound {
  readonly before: number
  readonly after: number
  readonly fails: 'alone' | 'together' | undefined
}

export type Hedge =
  | {
      readonly kind: 'hedge'
      readonly legs: readonly HedgeLeg[]
      /** USD lost against the mids. */
      readonly spread: number
      /** Lower bound of the cost of equivalent legs. */
      readonly least: number
      readonly isComplete: boolean
      readonly figures: readonly HedgeFigure[]
      readonly of: number
    }
  | { readonly kind: 'refused'; readonly why: string }

const usualNodes = 20_000

interface Step extends StepOf, ProgramColumn {
  readonly of: HedgeInstrument
  readonly side: 'buy' | 'sell'
}

const half = dec('0.5')

function stepsOf(of: HedgeInstrument, leg: number): Step[] {
  const { instrument, line, bid, ask, sizes } = of
  const step = instrument.quantity_step
  const count = (size: Decimal, way: 'down' | 'up'): number =>
    Math.round(toNumber(div(roundToStep(size, step, way), step)))
  const cost = toNumber(mul(step, mul(half, sub(ask, bid))))
  return (['buy', 'sell'] as const).flatMap(side => {
    const quoted = sizes === undefined ? instrument.maximum_quantity : sizes[side === 'buy' ? 'ask' : 'bid']
    const most =
      quoted === undefined ? dec(0) : gt(quoted, instrument.maximum_quantity) ? instrument.maximum_quantity : quoted
    const [mostSteps, leastSteps] = [count(most, 'down'), Math.max(1, count(instrument.minimum_quantity, 'up'))]
    if (mostSteps < leastSteps) return []
    const size = toNumber(step) * (side === 'buy' ? 1 : -1)
    return [{ of, side, leg, cost, mostSteps, leastSteps, line, size, price: toNumber(side === 'buy' ? ask : bid) }]
  })
}

interface MeasuredBound {
  readonly bound: HedgeBound
  readonly measure: Measure
  readonly before: number
}

/** Rows of a linear measure. The two last columns relax the bound up and down. */
function rowsOf({ bound, measure, before }: MeasuredBound, unit: number): ProgramRow[] {
  const { effects } = measure
  if (effects === undefined) return []
  return [{ coefficients: withSlack(effects, unit), low: bound.low - before, high: bound.high - before }]
}

const withSlack = (effects: Float64Array, unit: number): Float64Array => Float64Array.from([...effects, unit, -unit])

/** Unit by which a bound is relaxed: a thousandth of its violation, at least one step's effect. */
function unitOf({ bound, before, measure }: MeasuredBound, collateral: number): number {
  const away = Math.max(bound.low - before, before - bound.high, 0)
  const missed = measure.measure === 'margin' ? away * Math.max(1, collateral) : away
  return Math.max(missed / 1000, measure.effects === undefined ? 1 : largestOf(measure.effects), 1e-9)
}

class Hedging {
  readonly #inputs: HedgeInputs
  readonly #steps: readonly Step[]
  readonly #held: readonly MeasuredBound[]

  constructor(inputs: HedgeInputs, steps: readonly Step[], held: readonly MeasuredBound[]) {
    this.#inputs = inputs
    this.#steps = steps
    this.#held = held
  }

  /**
   * `loose` may be violated, but as little as possible. Margin differs for choices with and without options, so both
   * are solved.
   */
  *#solve(held: readonly MeasuredBound[], loose: MeasuredBound | undefined): Steps<ProgramResult> {
    const all = loose === undefined ? held : [...held, loose]
    const either = yield* programSteps(this.#program(all, loose, true))
    if (all.every(each => each.measure.measure !== 'margin')) return either
    const linear = yield* programSteps(this.#program(all, loose, false))
    const best = linear.cost < either.cost ? linear : either
    return { ...best, bound: Math.min(linear.bound, either.bound), isComplete: linear.isComplete && either.isComplete }
  }

  #program(all: readonly MeasuredBound[], loose: MeasuredBound | undefined, hasOptions: boolean): HedgeProgram {
    const { account, mostLegs, mostNodes = usualNodes } = this.#inputs
    const count = this.#steps.length
    const unit = loose === undefined ? 0 : unitOf(loose, account?.collateral ?? 1)
    // A millionth of a step's violation costs more than any legs.
    const dear =
      1e6 *
      this.#steps.reduce((most, { cost, mostSteps }) => Math.max(most, cost * Math.min(mostSteps, 1000)), 1) *
      mostLegs
    const slack: ProgramColumn = { cost: dear, mostSteps: loose === undefined ? 0 : Infinity, leastSteps: 0, leg: -1 }
    const columns = hasOptions
      ? this.#steps
      : this.#steps.map(each => (each.line.kind === 'linear' ? each : { ...each, mostSteps: 0 }))
    return {
      columns: [...columns, slack, slack],
      rows: all.flatMap(each => rowsOf(each, each === loose ? unit : 0)),
      mostLegs,
      mostNodes,
      cutOf: steps => {
        const own = steps.subarray(0, count)
        const missed = unit * ((steps[count] as number) + (steps[count + 1] as number))
        for (const each of all) {
          const isLoose = each === loose
          const row = each.measure.cutOf(own, each.bound, isLoose ? missed : 0, hasOptions)
          if (row !== undefined) return { ...row, coefficients: withSlack(row.coefficients, isLoose ? unit : 0) }
        }
        return undefined
      },
    }
  }

  *run(): Steps<Hedge> {
    const whole = yield* this.#solve(this.#held, undefined)
    if (whole.steps !== undefined) return this.#answer(whole, new Map())
    const fails = new Map<HedgeMeasure, 'alone' | 'together'>()
    const kept: MeasuredBound[] = []
    let isComplete = whole.isComplete
    for (const each of this.#held) {
      const nearest = yield* this.#solve(kept, each)
      isComplete &&= nearest.isComplete
      if (nearest.steps === undefined)
        return {
          kind: 'refused',
          why: 'No hedge was found in the time that a search has. Allow fewer legs or fewer bounds.',
        }
      const reached = this.#valueOf(each, nearest.steps)
      if (!this.#isMet(each, reached)) {
        const alone = kept.length === 0 ? nearest : yield* this.#solve([], each)
        const isAlone = alone.steps === undefined || !this.#isMet(each, this.#valueOf(each, alone.steps))
        fails.set(each.bound.measure, isAlone ? 'alone' : 'together')
      }
      // What was reached stays feasible despite rounding.
      const [{ low, high }, room] = [each.bound, 1e-7 * Math.abs(reached - each.before)]
      kept.push({
        ...each,
        bound: { ...each.bound, low: Math.min(low, reached - room), high: Math.max(high, reached + room) },
      })
    }
    const best = yield* this.#solve(kept, undefined)
    return this.#answer({ ...best, isComplete: best.isComplete && isComplete }, fails)
  }

  #valueOf({ measure }: MeasuredBound, steps: Float64Array): number {
    return measure.valueOf(steps.subarray(0, this.#steps.length)) ?? Number.NaN
  }

  #isMet({ bound, measure, before }: MeasuredBound, value: number): boolean {
    const { effects } = measure
    const scale = effects === undefined ? Math.abs(before) : largestOf(effects)
    const within = keptWithin * scale
    return value >= bound.low - within && value <= bound.high + within
  }

  #answer(
    { steps, cost, bound, isComplete }: ProgramResult,
    fails: ReadonlyMap<HedgeMeasure, 'alone' | 'together'>,
  ): Hedge {
    if (steps === undefined)
      return {
        kind: 'refused',
        why: 'No hedge was found in the time that a search has. Allow fewer legs or fewer bounds.',
      }
    return {
      kind: 'hedge',
      legs: legsOf(this.#steps, steps),
      spread: cost,
      least: Math.min(bound, cost),
      isComplete,
      figures: this.#held.map(each => ({
        ...each.bound,
        before: each.before,
        after: this.#valueOf(each, steps),
        fails: fails.get(each.bound.measure),
      })),
      of: this.#inputs.instruments.length,
    }
  }
}

function legsOf(all: readonly Step[], steps: Float64Array): readonly HedgeLeg[] {
  const sizes = new Map<HedgeInstrument, Decimal>()
  for (const [at, { of, side }] of all.entries()) {
    const size = mul(of.instrument.quantity_step, dec(steps[at] as number))
    if (steps[at] !== 0) sizes.set(of, add(sizes.get(of) ?? dec(0), side === 'buy' ? size : neg(size)))
  }
  return [...sizes].map(([{ line, instrument, bid, ask, sizes: quoted }, size]) => ({
    symbol: instrument.symbol,
    name: line.name,
    size,
    price: gt(size, dec(0)) ? ask : bid,
    quoted: gt(size, dec(0)) ? quoted?.ask : quoted?.bid,
  }))
}

const named: Readonly<Record<HedgeMeasure, string>> = {
  delta: 'Delta',
  gamma: 'Gamma',
  vega: 'Vega',
  theta: 'Theta',
  stress: 'The stress',
  margin: 'The margin',
}

function refusal({ bounds, instruments }: HedgeInputs): string | undefined {
  if (bounds.length === 0) return 'No bound is set.'
  const contradiction = bounds.find(({ low, high }) => !(low <= high))
  if (contradiction !== undefined) return `${named[contradiction.measure]} has a least above its most.`
  return instruments.length === 0 ? 'Nothing is quoted on both sides.' : undefined
}

const refused = (why: string): Hedge => ({ kind: 'refused', why })

export function* hedgeSteps(inputs: HedgeInputs): Steps<Hedge> {
  const why = refusal(inputs)
  if (why !== undefined) return refused(why)
  const steps = inputs.instruments.flatMap(stepsOf)
  const none = new Float64Array(steps.length)
  const held: MeasuredBound[] = []
  for (const bound of inputs.bounds) {
    const measure = measureOf(bound.measure, inputs, steps)
    const before = measure?.valueOf(none)
    if (measure === undefined || before === undefined)
      return refused(`${named[bound.measure]} is not known: an input is missing.`)
    const [left] = measure.leftOut
    if (left !== undefined) return refused(`${named[bound.measure]} is not known in full: ${left} cannot be priced.`)
    if (measure.effects?.some(Number.isNaN) === true)
      return refused(`${named[bound.measure]} of a quoted instrument is not known.`)
    held.push({ bound, measure, before })
    yield
  }
  return yield* new Hedging(inputs, steps, held).run()
}
