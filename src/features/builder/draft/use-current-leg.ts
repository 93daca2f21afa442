/**
 * The current leg: always one while there are legs, and the one that keys act on while it has the focus ring. It goes with its leg when that is moved to another instrument, and when it is
 * removed to the leg that takes its place.
 */
import { useCallback, useState } from 'react'
import { compareForReading, type PackageLeg } from '../../../domain/package/package-leg.ts'
import { focusLeg, legHasFocus } from './leg-focus.ts'

export interface CurrentLeg {
  /** Undefined while there are no legs. */
  readonly leg: PackageLeg | undefined
  /** A symbol that is about to be added may be chosen too. */
  readonly choose: (symbol: string) => void
  /** Puts the focus ring on the next one as the legs are read, or the one before; round at the ends. */
  readonly step: (by: 1 | -1) => void
}

interface LegIndex {
  readonly symbol: string | undefined
  /** Among the draft's legs, whose order moves keep. */
  readonly at: number
}

/** Where the current leg stands among these; undefined when there are none. */
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
    // The first press puts the ring where it is.
    const to = legHasFocus() ? next : now?.symbol
    if (to === undefined) return
    choose(to)
    focusLeg(to)
  }
  return { leg: now === undefined ? undefined : legs[now.at], choose, step }
}
