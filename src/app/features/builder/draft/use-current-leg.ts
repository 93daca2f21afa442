/**
 * The current leg, on which keys act while it has the focus ring; there is always one while there are legs. It follows
 * its leg to another instrument, and on removal the next leg becomes current.
 */
import { useCallback, useState } from 'react'
import { compareForReading, type PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { focusLeg, legHasFocus } from './leg-focus.ts'

export interface CurrentLeg {
  readonly leg: PackageLeg | undefined
  /** May name a symbol that is about to be added. */
  readonly choose: (symbol: string) => void
  readonly step: (by: 1 | -1) => void
}

interface LegIndex {
  readonly symbol: string | undefined
  readonly at: number
}

export function legIndexOf(legs: readonly PackageLeg[], { symbol, at }: LegIndex): LegIndex | undefined {
  const found = legs.findIndex(leg => leg.symbol === symbol)
  const now = found < 0 ? Math.min(at, legs.length - 1) : found
  const leg = legs[now]
  return leg === undefined ? undefined : { symbol: leg.symbol, at: now }
}

export function useCurrentLeg(legs: readonly PackageLeg[]): CurrentLeg {
  const [index, setIndex] = useState<LegIndex>({ symbol: undefined, at: 0 })
  const now = legIndexOf(legs, index)
  if (now !== undefined && (now.symbol !== index.symbol || now.at !== index.at)) setIndex(now)
  const choose = useCallback((symbol: string) => setIndex({ symbol, at: Number.MAX_SAFE_INTEGER }), [])
  const step = (by: 1 | -1) => {
    const inOrder = legs.map(leg => leg.symbol).sort(compareForReading)
    const next = inOrder[(inOrder.indexOf(now?.symbol ?? '') + by + inOrder.length) % inOrder.length]
    // The first press focuses the present leg.
    const to = legHasFocus() ? next : now?.symbol
    if (to === undefined) return
    choose(to)
    focusLeg(to)
  }
  return { leg: now === undefined ? undefined : legs[now.at], choose, step }
}
