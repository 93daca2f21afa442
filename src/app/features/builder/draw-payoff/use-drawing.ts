/** A drawing bound to the draft's legs: they follow it, and another draft discards it. */
import { useMemo, useState } from 'react'
import { decimalFromNumber, toNumber, zero } from '../../../../core/domain/decimal.ts'
import type { ChainStrike } from '../../../../core/domain/instrument-index.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { payoffAt } from '../../../../core/pricing/payoff.ts'
import { type BetweenLegs, type PriceBand, legsBetween } from '../../../../core/pricing/solve/draw-between.ts'
import type { DrawnPayoff } from '../../../../core/pricing/solve/draw-fit.ts'
import { drawingOf, drawLegs } from '../../../../core/pricing/solve/draw.ts'
import type { SolveMarket } from '../../../../core/pricing/solve/same-payoff.ts'
import { type Edit, sameLegs } from '../draft/draft.ts'
import type { HedgeInputs } from '../structure/use-hedge.ts'
import { nextGesture } from '../payoff/use-strike-drag.ts'
import { type Ground, groundOf } from './draw-moves.ts'

interface Work {
  readonly drawing: DrawnPayoff
  readonly legs: readonly PackageLeg[]
  readonly why?: string | undefined
  /** The original drawing, if the legs deviate from it. */
  readonly wish?: { readonly drawing: DrawnPayoff; readonly deviation: number } | undefined
}

const signed = (legs: readonly PackageLeg[], sign: number): readonly PackageLeg[] =>
  legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign }))

const noRows: readonly ChainStrike[] = []

export interface DrawingHandle {
  readonly drawing: DrawnPayoff
  readonly wish: Work['wish']
  readonly why: string | undefined
  readonly ground: Ground
  readonly level: number
  readonly isForeign: boolean
  readonly change: (drawing: DrawnPayoff, gesture?: string) => void
  readonly between: (wish: Omit<PriceBand, 'base' | 'expiryMs'>) => BetweenLegs
  readonly giveUp: (gesture: string) => void
}

export function useDrawing(
  { index, derived, draft }: HedgeInputs,
  edit: (edit: Edit) => void,
  most: number,
): DrawingHandle {
  const { listing, cells, market, model } = derived
  const [saved, setSaved] = useState<Work>()
  const sign = sideSign(draft.side)
  const work = saved !== undefined && sameLegs(saved.legs, draft.legs) ? saved : undefined
  const drafted = useMemo(() => drawingOf(signed(draft.legs, sign)), [draft.legs, sign])
  const empty = { base: listing.base, expiryMs: listing.expiryMs ?? 0, kinks: [], low: 0, high: 0 }
  const drawing = work?.drawing ?? drafted ?? empty
  const { base, expiryMs } = drawing
  const rows = expiryMs === 0 ? noRows : index.chain(base, expiryMs)
  const ground = useMemo(() => groundOf(rows), [rows])
  const isFresh = market.freshness === 'live' || market.freshness === 'delayed'
  const quoted: SolveMarket = { listed: index, quotes: cells.quotes, sizes: new Map(), quantity: undefined }
  const place = (legs: readonly PackageLeg[], gesture: string): readonly PackageLeg[] => {
    const own = signed(legs, sign)
    edit({ kind: 'placeLegs', legs: own, gesture })
    return own
  }
  const first = drawing.kinks[0]
  const isDrawn = work?.why === undefined && drafted !== undefined && model.kind === 'exact' && first !== undefined
  return {
    drawing,
    wish: work?.wish,
    why: work?.why ?? (isFresh ? undefined : 'No fresh quotes.'),
    ground,
    level: isDrawn ? payoffAt(model.payoff, toNumber(first.strike)) - toNumber(first.value) : 0,
    isForeign: work === undefined && drafted === undefined && draft.legs.length > 0,
    change: (next, gesture = nextGesture()) => {
      const drawn = isFresh ? drawLegs(next, quoted, most) : ({ ok: false, why: 'No fresh quotes.' } as const)
      if (!drawn.ok) return setSaved({ drawing: next, legs: draft.legs, why: drawn.why })
      const { times, deviation } = drawn
      const legs = place(drawn.legs, gesture)
      const drawnSo = scaled(next, times)
      // A kink that does not bend yet is kept, to be moved.
      if (deviation === 0) setSaved({ drawing: drawnSo, legs })
      else setSaved({ drawing: drawn.drawing, legs, wish: { drawing: drawnSo, deviation: deviation * times } })
    },
    between: wish => {
      const found = isFresh
        ? legsBetween({ base, expiryMs, ...wish }, quoted)
        : ({ ok: false, why: 'No fresh quotes.' } as const)
      if (found.ok) place(found.legs, nextGesture())
      return found
    },
    giveUp: gesture => edit({ kind: 'giveUp', gesture }),
  }
}

/** In units of the package, relative to its first kink. */
function scaled({ kinks, low, high, ...of }: DrawnPayoff, times: number): DrawnPayoff {
  const first = toNumber(kinks[0]?.value ?? zero)
  const exact = (value: number): number => Math.round(value * times * 1e6) / 1e6
  return {
    ...of,
    kinks: kinks.map(({ strike, value }) => ({
      strike,
      value: decimalFromNumber(exact(toNumber(value) - first)) ?? zero,
    })),
    low: exact(low),
    high: exact(high),
  }
}
