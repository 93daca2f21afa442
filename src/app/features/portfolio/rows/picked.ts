/**
 * The legs picked in the positions grid for the risk panel: ticked ones, else those under the pointer, else those left
 * by a filter. One per page; the positions panel sets and clears it.
 */
import { useMemo } from 'react'
import { createStore, useStore } from '../../../api/browser/store.ts'
import { abs, add, type Decimal, isZero, lte, sign, toNumber, zero } from '../../../../core/domain/decimal.ts'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { scaledGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import type { PositionsLeg } from './positions-row.ts'

const kinds = ['ticked', 'hovered', 'filtered'] as const
export type PickKind = (typeof kinds)[number]

export type PickedSizes = ReadonlyMap<string, number>

export interface PickedPart {
  readonly kind: PickKind
  readonly sizes: PickedSizes
}

const picks = createStore<Partial<Record<PickKind, PickedSizes>>>({})

const isSame = (a: PickedSizes | undefined, b: PickedSizes | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.size === b.size && [...a].every(([symbol, size]) => b.get(symbol) === size))

export function pick(kind: PickKind, sizes: PickedSizes | undefined): void {
  const before = picks.get()
  if (isSame(before[kind], sizes)) return
  const { [kind]: _, ...others } = before
  picks.set(sizes === undefined ? others : { ...others, [kind]: sizes })
}

/**
 * True if the legs are parts of the net positions, so that trading them back reduces these. A trade's legs may be
 * netted away.
 */
export function areHeld(legs: readonly Pick<PositionsLeg, 'position' | 'size'>[]): boolean {
  const wanted = new Map<string, Decimal>()
  for (const { position, size } of legs) wanted.set(position.symbol, add(wanted.get(position.symbol) ?? zero, size))
  return legs.every(({ position }) => {
    const size = wanted.get(position.symbol) ?? zero
    return isZero(size) || (sign(size) === sign(position.size) && lte(abs(size), abs(position.size)))
  })
}

export function sizesOfLegs(legs: readonly PositionsLeg[]): PickedSizes | undefined {
  if (legs.length === 0 || !areHeld(legs)) return undefined
  const sizes = new Map<string, number>()
  for (const { position, size } of legs) sizes.set(position.symbol, (sizes.get(position.symbol) ?? 0) + toNumber(size))
  return sizes
}

export function pickedOf(given: Partial<Record<PickKind, PickedSizes>>): PickedPart | undefined {
  for (const kind of kinds) {
    const sizes = given[kind]
    if (sizes !== undefined) return { kind, sizes }
  }
  return undefined
}

export function usePicked(): PickedPart | undefined {
  const given = useStore(picks)
  return useMemo(() => pickedOf(given), [given])
}

function partOf(line: PortfolioLine, part: number): PortfolioLine {
  if (part === 1) return line
  return { ...line, size: line.size * part, greeks: line.greeks && scaledGreeks(line.greeks, part) }
}

export interface SplitLines {
  readonly picked: readonly PortfolioLine[]
  readonly without: readonly PortfolioLine[]
}

export function splitLines(lines: readonly PortfolioLine[], sizes: PickedSizes): SplitLines {
  const picked: PortfolioLine[] = []
  const without: PortfolioLine[] = []
  for (const line of lines) {
    const size = sizes.get(line.symbol)
    const part = size === undefined || line.size === 0 ? 0 : Math.min(1, Math.max(0, size / line.size))
    if (part > 0) picked.push(partOf(line, part))
    if (part < 1) without.push(partOf(line, 1 - part))
  }
  return { picked, without }
}
