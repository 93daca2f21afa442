/** Cheaper equivalent legs by present quotes and sizes; undefined while quotes are old. */
import { useMemo, useState } from 'react'
import { useTopSizes } from '../../../api/market/top-sizes.ts'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { type SamePayoff, samePayoff } from '../../../../core/pricing/solve/same-payoff.ts'
import type { HedgeInputs } from './use-hedge.ts'

const none: readonly string[] = []
const mostAsked = 20

const signed = (legs: readonly PackageLeg[], sign: number): readonly PackageLeg[] =>
  legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign }))

/** Legs in buyer's form. `stale`: quotes are missing or old; `waiting`: sizes are loading. */
export type CheaperLegs = SamePayoff | { readonly kind: 'stale' } | { readonly kind: 'waiting' }

export function useCheaperLegs({ draft, derived, index }: HedgeInputs): CheaperLegs {
  const { cells, market, summary } = derived
  const { legs, side } = draft
  const [saved, setSaved] = useState({ legs, asked: none })
  const asked = saved.legs === legs ? saved.asked : none
  const sizes = useTopSizes(asked)
  const hasBooks = useCapabilities().orderBook !== 'absent'
  const isFresh = market.freshness === 'live' || market.freshness === 'delayed'
  const { quotes } = cells
  const { quantity } = summary
  const found = useMemo((): CheaperLegs => {
    if (!isFresh) return { kind: 'stale' }
    const answer = samePayoff(signed(legs, sideSign(side)), { listed: index, quotes, sizes, quantity })
    return answer.kind === 'cheaper' ? { ...answer, legs: signed(answer.legs, sideSign(side)) } : answer
  }, [legs, side, index, quotes, sizes, quantity, isFresh])
  if (found.kind !== 'cheaper' || !hasBooks || quantity === undefined) return found
  const wanted = [...legs, ...found.legs].map(leg => leg.symbol)
  if (wanted.some(symbol => !asked.includes(symbol)) && asked.length < mostAsked)
    setSaved({ legs, asked: [...new Set([...asked, ...wanted])] })
  return wanted.every(symbol => sizes.has(symbol)) ? found : { kind: 'waiting' }
}
