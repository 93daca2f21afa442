/**
 * Finds the cheapest choice of at most `mostLegs` legs in whole steps that satisfies every row: branch and bound over
 * linear programs. A branch is pruned only if its linear program costs at least as much as the best solution, so a
 * completed search is exhaustive. An interrupted search returns a lower bound of the cost. Rows that are numerous or
 * convex are added when a candidate violates them: `cutOf` returns the violated linear row.
 */
import type { Steps } from '../../domain/steps.ts'
import { type ProgramRow, Simplex } from './hedge-simplex.ts'

export interface ProgramColumn {
  readonly cost: number
  readonly mostSteps: number
  /** Minimum number of steps if used; zero for a column that is not a leg and takes any value. */
  readonly leastSteps: number
  /** Shared by the buy and sell columns of one leg. */
  readonly leg: number
}

export interface HedgeProgram {
  readonly columns: readonly ProgramColumn[]
  readonly rows: readonly ProgramRow[]
  readonly mostLegs: number
  readonly cutOf: (steps: Float64Array) => ProgramRow | undefined
  readonly mostNodes: number
}

export interface ProgramResult {
  readonly steps: Float64Array | undefined
  readonly cost: number
  readonly bound: number
  readonly isComplete: boolean
}

const whole = 1e-7
/** Tolerance of a bound, as a share of one step of the strongest leg. */
export const keptWithin = 1e-6
const nodesBetweenPauses = 16
const mostShared = 10_000

function scaled({ coefficients, low, high }: ProgramRow): ProgramRow {
  const largest = coefficients.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  return largest === 0
    ? { coefficients, low, high }
    : { coefficients: coefficients.map(each => each / largest), low: low / largest, high: high / largest }
}

const activity = ({ coefficients }: ProgramRow, steps: Float64Array): number =>
  coefficients.reduce((total, each, at) => total + each * (steps[at] as number), 0)

const isKept = (row: ProgramRow, steps: Float64Array): boolean => {
  const value = activity(row, steps)
  const within = Math.max(keptWithin, 1e-8 * Math.abs(value))
  return value >= row.low - within && value <= row.high + within
}

function awayFromWhole(value: number): number {
  const away = Math.abs(value - Math.round(value))
  return away <= Math.min(1e-3, whole * Math.max(1, value)) ? 0 : away
}

interface Node {
  readonly simplex: Simplex
  readonly bound: number
}

class Search {
  readonly #program: HedgeProgram
  readonly #rows: ProgramRow[]
  #best: Float64Array | undefined
  #least = Infinity
  readonly #open: Node[] = []
  #nodes = 0

  constructor(program: HedgeProgram) {
    this.#program = program
    const share = program.columns.map(({ mostSteps, leastSteps }) =>
      leastSteps === 0 || mostSteps > mostShared ? 0 : 1 / Math.max(1, mostSteps),
    )
    const legs: ProgramRow = { coefficients: Float64Array.from(share), low: 0, high: program.mostLegs }
    this.#rows = [...program.rows.map(scaled), legs]
  }

  *run(): Steps<ProgramResult> {
    const { columns, mostNodes } = this.#program
    const costs = Float64Array.from(columns, column => column.cost)
    const highs = Float64Array.from(columns, column => (column.mostSteps < column.leastSteps ? 0 : column.mostSteps))
    this.#open.push({ simplex: Simplex.of(costs, highs, this.#rows), bound: 0 })
    for (let node = this.#open.pop(); node !== undefined; node = this.#open.pop()) {
      if (node.bound >= this.#cutoff) continue
      if (this.#nodes >= mostNodes) {
        const bound = this.#open.reduce((least, each) => Math.min(least, each.bound), Math.min(node.bound, this.#least))
        return { steps: this.#best, cost: this.#least, bound, isComplete: false }
      }
      this.#nodes += 1
      if (this.#nodes % nodesBetweenPauses === 0) yield
      this.#branch(node.simplex)
    }
    return { steps: this.#best, cost: this.#least, bound: this.#least, isComplete: true }
  }

  get #cutoff(): number {
    return this.#least === Infinity ? Infinity : this.#least - 1e-9 * Math.max(1, this.#least)
  }

  /** Queues the child nodes, the most promising last. */
  #branch(simplex: Simplex): void {
    if (!simplex.solve(this.#cutoff)) return
    const bound = simplex.cost
    const isRoot = this.#nodes === 1
    if (isRoot) while (this.#cut(simplex, this.#stepsOf(simplex, false))) if (!simplex.solve(this.#cutoff)) return
    this.#tighten(simplex, bound)
    const choice = this.#choice(simplex)
    if (choice !== undefined) return this.#children(simplex, bound, choice)
    const steps = this.#stepsOf(simplex, true)
    if (this.#cut(simplex, steps)) this.#open.push({ simplex, bound })
    else if (this.#program.cutOf(steps) === undefined && this.#rows.every(row => isKept(row, steps))) {
      this.#best = steps
      this.#least = this.#costOf(steps)
    } else this.#around(simplex, bound, steps)
  }

  #cut(simplex: Simplex, steps: Float64Array): boolean {
    const cut = this.#program.cutOf(steps)
    const row = cut === undefined ? undefined : scaled(cut)
    if (row === undefined || isKept(row, steps)) return false
    this.#rows.push(row)
    for (const each of [simplex, ...this.#open.map(node => node.simplex)]) each.add(row)
    return true
  }

  #valueOf(simplex: Simplex, at: number): number {
    return Math.min(simplex.high(at), Math.max(simplex.low(at), simplex.value(at)))
  }

  #costOf(steps: Float64Array): number {
    return this.#program.columns.reduce((total, { cost }, at) => total + cost * (steps[at] as number), 0)
  }

  #stepsOf(simplex: Simplex, isWhole: boolean): Float64Array {
    return Float64Array.from(this.#program.columns, ({ leastSteps }, at) => {
      const value = this.#valueOf(simplex, at)
      return leastSteps === 0 || !isWhole ? value : Math.round(value)
    })
  }

  #tighten(simplex: Simplex, bound: number): void {
    if (this.#least === Infinity) return
    // Includes a margin for rounding.
    const room = this.#cutoff - bound + 1e-8 * Math.max(1, this.#least)
    const { columns } = this.#program
    for (let at = 0; at < columns.length; at++) {
      const reduced = simplex.reduced(at)
      if (reduced <= 0) continue
      const { leastSteps } = columns[at] as ProgramColumn
      const low = simplex.low(at)
      const high = simplex.high(at)
      if (leastSteps === 0 || low === high || simplex.value(at) !== low) continue
      const most = low + Math.floor(room / reduced + whole)
      if (most < high) simplex.bound(at, low, low === 0 && most < leastSteps ? 0 : most)
    }
  }

  #choice(simplex: Simplex): number | undefined {
    const { columns, mostLegs } = this.#program
    const legs = new Map<number, number>()
    let [both, part, free] = [-1, -1, -1]
    let [partMost, freeMost] = [-1, -1]
    for (let at = 0; at < columns.length; at++) {
      const value = this.#valueOf(simplex, at)
      if (value <= whole) continue
      const { leastSteps, leg, cost } = columns[at] as ProgramColumn
      if (leastSteps === 0) continue
      const other = legs.get(leg)
      if (other !== undefined) both = simplex.low(other) > 0 ? at : other
      legs.set(leg, at)
      const away = awayFromWhole(value)
      const weight = (cost + 1e-12) * value
      if ((away > 0 || value < leastSteps - whole) && weight > partMost) [part, partMost] = [at, weight]
      if (simplex.low(at) === 0 && weight > freeMost) [free, freeMost] = [at, weight]
    }
    if (both >= 0) return both
    if (legs.size > mostLegs) return free < 0 ? undefined : free
    return part < 0 ? undefined : part
  }

  #children(simplex: Simplex, bound: number, at: number): void {
    const least = this.#program.columns[at]?.leastSteps ?? 1
    const value = this.#valueOf(simplex, at)
    const [low, high] = [simplex.low(at), simplex.high(at)]
    const isWhole = awayFromWhole(value) === 0
    // Branch on in or out if undecided; else on the whole steps below and above.
    const isOut = low === 0 && (isWhole || value < least)
    const down = isOut ? 0 : Math.floor(value)
    const up = isOut ? least : Math.floor(value) + 1
    const nodes: Node[] = []
    if (down >= low) nodes.push(this.#child(simplex.copy(), bound, at, low, down))
    if (up <= high) nodes.push(this.#child(simplex.copy(), bound, at, Math.max(up, low), high))
    this.#open.push(...(!isOut && value - down < 0.5 ? nodes.toReversed() : nodes))
  }

  /** If the leg limit is reached by certain legs, all others are excluded. */
  #child(simplex: Simplex, bound: number, at: number, low: number, high: number): Node {
    const { columns, mostLegs } = this.#program
    const wasIn = simplex.low(at) > 0
    simplex.bound(at, low, high)
    if (!wasIn && low > 0) {
      const inside = new Set(
        columns.flatMap(({ leg, leastSteps }, each) => (leastSteps > 0 && simplex.low(each) > 0 ? [leg] : [])),
      )
      for (const [each, { leg, leastSteps }] of columns.entries()) {
        if (leastSteps === 0 || simplex.low(each) > 0 || simplex.high(each) === 0) continue
        if (inside.size >= mostLegs || leg === columns[at]?.leg) simplex.bound(each, 0, 0)
      }
    }
    return { simplex, bound }
  }

  /** Excludes exactly these steps, which no row forbids but which are not good enough. */
  #around(simplex: Simplex, bound: number, steps: Float64Array): void {
    const at = this.#program.columns.findIndex(
      ({ leastSteps }, each) => leastSteps > 0 && simplex.low(each) < simplex.high(each),
    )
    if (at < 0) return
    const value = steps[at] as number
    const [low, high] = [simplex.low(at), simplex.high(at)]
    if (value > low) this.#open.push(this.#child(simplex.copy(), bound, at, low, value - 1))
    if (value < high) this.#open.push(this.#child(simplex.copy(), bound, at, value + 1, high))
    this.#open.push(this.#child(simplex, bound, at, value, value))
  }
}

export const programSteps = (program: HedgeProgram): Steps<ProgramResult> => new Search(program).run()
