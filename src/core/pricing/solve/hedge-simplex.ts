/**
 * Linear programs with bounded variables, by the dual simplex method on a dense tableau: minimises `costs · x` with
 * each row's `coefficients · x` within bounds. Costs are not negative, so the start at the lower bounds is dual
 * feasible, and stays so when bounds tighten: a branch continues from its parent's tableau. The cost never falls from
 * pivot to pivot, so it is always a lower bound.
 */

export interface ProgramRow {
  readonly coefficients: Float64Array
  readonly low: number
  readonly high: number
}

/** For rows scaled to about one; relative for large values. */
const tolerance = 1e-9
const leastPivot = 1e-9
/** After this many pivots the first eligible variable is chosen, which prevents cycling. */
const plainPivots = 200
const mostPivots = 2_000

interface Table {
  readonly places: Int32Array
  /** Row i: basic variable + Σ cells × others = 0. */
  readonly cells: Float64Array
  readonly basis: Int32Array
  readonly isBasic: Uint8Array
  readonly reduced: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
  readonly values: Float64Array
}

function tableOf(costs: Float64Array, highs: Float64Array): Table {
  const width = costs.length
  return {
    places: Int32Array.from(costs, (_, column) => column),
    cells: new Float64Array(0),
    basis: new Int32Array(0),
    isBasic: new Uint8Array(width),
    reduced: costs.slice(),
    low: new Float64Array(width),
    high: highs.slice(),
    values: new Float64Array(width),
  }
}

function withRow(table: Table, { coefficients, low, high }: ProgramRow): Table {
  const { places, cells, basis, values } = table
  const [rows, old] = [basis.length, values.length]
  const made = new Float64Array(old + 1)
  made[old] = 1
  let value = 0
  for (const [column, place] of places.entries()) {
    if (place < 0) continue
    made[place] = -(coefficients[column] as number)
    value += (coefficients[column] as number) * (values[place] as number)
  }
  for (let row = 0; row < rows; row++) {
    const times = made[basis[row] as number] as number
    if (times !== 0)
      for (let at = 0; at < old; at++) made[at] = (made[at] as number) - times * (cells[row * old + at] as number)
  }
  const more = new Float64Array((rows + 1) * (old + 1))
  for (let row = 0; row < rows; row++) more.set(cells.subarray(row * old, (row + 1) * old), row * (old + 1))
  more.set(made, rows * (old + 1))
  const appended = (array: Float64Array, last: number): Float64Array => Float64Array.from([...array, last])
  return {
    places,
    cells: more,
    basis: Int32Array.from([...basis, old]),
    isBasic: Uint8Array.from([...table.isBasic, 1]),
    reduced: appended(table.reduced, 0),
    low: appended(table.low, low),
    high: appended(table.high, high),
    values: appended(values, value),
  }
}

function compacted({ places, cells, basis, isBasic, reduced, low, high, values }: Table): Table {
  const old = values.length
  const kept: number[] = []
  const next = new Int32Array(old).fill(-1)
  for (let at = 0; at < old; at++)
    if (isBasic[at] === 1 || low[at] !== 0 || high[at] !== 0) next[at] = kept.push(at) - 1
  const width = kept.length
  const of = (array: Float64Array, start = 0, into = new Float64Array(width), offset = 0): Float64Array => {
    for (let at = 0; at < width; at++) into[offset + at] = array[start + (kept[at] as number)] as number
    return into
  }
  const fewer = new Float64Array(basis.length * width)
  for (let row = 0; row < basis.length; row++) of(cells, row * old, fewer, row * width)
  return {
    places: places.map(place => (place < 0 ? -1 : (next[place] as number))),
    cells: fewer,
    basis: basis.map(at => next[at] as number),
    isBasic: Uint8Array.from(kept, at => isBasic[at] as number),
    reduced: of(reduced),
    low: of(low),
    high: of(high),
    values: of(values),
  }
}

export class Simplex {
  #table: Table

  private constructor(table: Table) {
    this.#table = table
  }

  static of(costs: Float64Array, highs: Float64Array, rows: readonly ProgramRow[]): Simplex {
    return new Simplex(rows.reduce(withRow, tableOf(costs, highs)))
  }

  copy(): Simplex {
    return new Simplex(compacted(this.#table))
  }

  add(row: ProgramRow): void {
    this.#table = withRow(this.#table, row)
  }

  #of(array: Float64Array, column: number): number {
    const place = this.#table.places[column] as number
    return place < 0 ? 0 : (array[place] as number)
  }
  value(column: number): number {
    return this.#of(this.#table.values, column)
  }
  low(column: number): number {
    return this.#of(this.#table.low, column)
  }
  high(column: number): number {
    return this.#of(this.#table.high, column)
  }
  /** Cost of one more unit of a column at its bound; zero for any other. */
  reduced(column: number): number {
    return this.#of(this.#table.reduced, column)
  }

  get cost(): number {
    const { reduced, values } = this.#table
    let total = 0
    for (let at = 0; at < values.length; at++) total += (reduced[at] as number) * (values[at] as number)
    return total
  }

  bound(column: number, low: number, high: number): void {
    const { places, values, isBasic, low: lows, high: highs } = this.#table
    const at = places[column] as number
    if (at < 0) return
    lows[at] = low
    highs[at] = high
    if (isBasic[at] === 1) return
    const value = values[at] as number
    const next = value < low ? low : value > high ? high : value
    if (next !== value) this.#move(at, next - value)
  }

  /** False if the bounds are infeasible, or if the cost reaches `most`. */
  solve(most: number): boolean {
    for (let pivots = 0; pivots < mostPivots; pivots++) {
      if (this.cost >= most) return false
      const row = this.#leaving(pivots > plainPivots)
      if (row === undefined) return true
      const { basis, values, low, high } = this.#table
      const left = basis[row] as number
      const target = (values[left] as number) < (low[left] as number) ? (low[left] as number) : (high[left] as number)
      const entering = this.#entering(row, target > (values[left] as number))
      if (entering === undefined) return false
      this.#pivot(row, entering, target)
    }
    return true
  }

  #move(at: number, by: number): void {
    const { cells, basis, values } = this.#table
    const width = values.length
    values[at] = (values[at] as number) + by
    for (let row = 0; row < basis.length; row++) {
      const basic = basis[row] as number
      values[basic] = (values[basic] as number) - (cells[row * width + at] as number) * by
    }
  }

  #leaving(isFirst: boolean): number | undefined {
    const { basis, values, low, high } = this.#table
    let [found, furthest] = [-1, tolerance]
    for (let row = 0; row < basis.length; row++) {
      const at = basis[row] as number
      const value = values[at] as number
      const by = Math.max((low[at] as number) - value, value - (high[at] as number))
      if (by <= furthest || by <= tolerance * Math.abs(value)) continue
      found = row
      if (isFirst) break
      furthest = by
    }
    return found < 0 ? undefined : found
  }

  #entering(row: number, isUp: boolean): number | undefined {
    const { cells, isBasic, reduced, low, high, values } = this.#table
    const width = values.length
    let [found, least, size] = [-1, Infinity, 0]
    for (let at = 0; at < width; at++) {
      const cell = cells[row * width + at] as number
      if (isBasic[at] === 1 || Math.abs(cell) < leastPivot || low[at] === high[at]) continue
      const isAtLow = values[at] === low[at]
      // From its lower bound it can only rise, from its upper only fall.
      if (isUp === isAtLow ? cell > 0 : cell < 0) continue
      const ratio = Math.abs((reduced[at] as number) / cell)
      if (ratio > least + 1e-12 || (ratio > least - 1e-12 && Math.abs(cell) <= size)) continue
      found = at
      least = ratio
      size = Math.abs(cell)
    }
    return found < 0 ? undefined : found
  }

  #pivot(row: number, entering: number, target: number): void {
    const { cells, basis, isBasic, reduced, values } = this.#table
    const width = values.length
    const left = basis[row] as number
    const start = row * width
    const pivot = cells[start + entering] as number
    this.#move(entering, ((values[left] as number) - target) / pivot)
    values[left] = target
    for (let at = 0; at < width; at++) cells[start + at] = (cells[start + at] as number) / pivot
    const drop = (into: Float64Array, offset: number): void => {
      const times = into[offset + entering] as number
      if (times === 0) return
      for (let at = 0; at < width; at++)
        into[offset + at] = (into[offset + at] as number) - times * (cells[start + at] as number)
    }
    for (let other = 0; other < basis.length; other++) if (other !== row) drop(cells, other * width)
    drop(reduced, 0)
    basis[row] = entering
    isBasic[left] = 0
    isBasic[entering] = 1
  }
}
