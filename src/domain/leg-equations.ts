/**
 * Sparse linear equations whose unknowns are the prices of package legs: more unknowns than equations, and some of the equations follow from others.
 * Solved in floating point for small corrections of a first guess; the caller restores exact sums.
 */

/** Σ coefficient × unknown = `value`; unknowns by their number. */
export interface Equation {
  readonly terms: ReadonlyMap<number, number>
  readonly value: number
}

export interface Solution {
  /** One of the solutions: unknowns that the equations leave open are 0. */
  readonly values: readonly number[]
  /** Whether the equations leave no choice. */
  readonly isDetermined: readonly boolean[]
  /** The largest amount by which an equation that follows from others contradicts them. */
  readonly contradiction: number
}

interface Row {
  readonly terms: Map<number, number>
  value: number
}

const negligible = 1e-9

/** Gauss–Jordan elimination, equations in their order. */
export function solveEquations(equations: readonly Equation[], unknowns: number): Solution {
  const pivots = new Map<number, Row>()
  let contradiction = 0
  for (const equation of equations) {
    const row: Row = { terms: new Map(equation.terms), value: equation.value }
    for (const column of equation.terms.keys()) {
      const pivot = pivots.get(column)
      if (pivot !== undefined) subtract(row, pivot, row.terms.get(column) ?? 0)
    }
    const column = largest(row.terms)
    if (column === undefined) {
      contradiction = Math.max(contradiction, Math.abs(row.value))
      continue
    }
    scale(row, 1 / (row.terms.get(column) ?? 1))
    for (const other of pivots.values()) {
      const factor = other.terms.get(column)
      if (factor !== undefined) subtract(other, row, factor)
    }
    pivots.set(column, row)
  }
  const columns = Array.from({ length: unknowns }, (_, column) => pivots.get(column))
  return {
    values: columns.map(row => row?.value ?? 0),
    isDetermined: columns.map(row => row?.terms.size === 1),
    contradiction,
  }
}

function subtract(row: Row, other: Row, factor: number): void {
  for (const [column, term] of other.terms) {
    const next = (row.terms.get(column) ?? 0) - factor * term
    if (Math.abs(next) < negligible) row.terms.delete(column)
    else row.terms.set(column, next)
  }
  row.value -= factor * other.value
}

function scale(row: Row, factor: number): void {
  for (const [column, term] of row.terms) row.terms.set(column, term * factor)
  row.value *= factor
}

function largest(terms: ReadonlyMap<number, number>): number | undefined {
  let found: number | undefined
  let most = 0
  for (const [column, term] of terms) {
    if (Math.abs(term) <= most) continue
    most = Math.abs(term)
    found = column
  }
  return found
}
