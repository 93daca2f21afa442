/**
 * Sparse, usually underdetermined linear equations for leg prices; some may be redundant. Solves in floating point for
 * small corrections of a guess. The caller restores exact sums.
 */

/** Σ coefficient × unknown = `value`; unknowns are numbered. */
export interface Equation {
  readonly terms: ReadonlyMap<number, number>
  readonly value: number
}

export interface Solution {
  readonly values: readonly number[]
  readonly isDetermined: readonly boolean[]
  /** Largest residual of a redundant equation. */
  readonly contradiction: number
}

interface Row {
  readonly terms: Map<number, number>
  value: number
}

const negligible = 1e-9

/** Gauss–Jordan elimination in the given order. */
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
