// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import type { PayoffView } from '../../../../core/pricing/portfolio/part-effect.ts'
import {
  type ChosenScenario,
  type Curve,
  payoffCurves,
  payoffModel,
  presentScenario,
} from '../../../../core/pricing/portfolio/payoff-model.ts'
import { call, nowMs, surfaceOf, spreadQuotes as quotes } from '../../../../testing/universe.fixture.ts'
import { canReplace } from '../../../ui/charts/curve-paths.ts'
import { useQuotedPayoff } from './use-live-rfq.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

afterEach(cleanup)

const far = call(100, '20270326')
const surface = surfaceOf(quotes)

const legs = legsOf({ [call(100)]: -1, [far]: 1 })
const others = [{ symbol: call(110), ratio: -1 }, ...legs.slice(1)]
const [mid, quoted] = [5_000, 5_150]
const inputs = (of: readonly PackageLeg[], cost: number, scenario: ChosenScenario) => ({
  legs: of,
  cost,
  surface,
  nowMs,
  scenario,
})

function drawn(scenario: ChosenScenario, payoffView: PayoffView = 'draft', isFilled = false) {
  const derived = {
    shownPayoff: payoffModel(inputs(legs, mid, scenario)),
    curvesOf: (of: readonly PackageLeg[]) => payoffCurves(inputs(of, mid, scenario)),
    curvesAt: (other: ChosenScenario) => payoffCurves(inputs(legs, mid, other)),
    shownChoice: { scenario, payoffView },
  }
  const quoteCurveAt = (other: ChosenScenario): Curve | undefined => {
    const [main] = payoffCurves(inputs(legs, quoted, other)) ?? []
    return main && { ...main, id: 'quote', label: 'At the quote', kind: 'quote' }
  }
  const rfq = { isFilled, drawn: payoffModel(inputs(legs, quoted, scenario)), quoteCurveAt }
  const { result } = renderHook(() => useQuotedPayoff({ legs }, derived, rfq))
  const { shownPayoff, curvesOf, curvesAt } = result.current
  if (shownPayoff.kind === 'none') throw new Error(shownPayoff.why)
  return { curves: shownPayoff.curves, curvesOf, curvesAt }
}

describe('under a hand, with a quote', () => {
  it('the draft is drawn as at rest, the quote with it', () => {
    const { curves, curvesOf } = drawn(presentScenario)
    expect(curves.at(-1)?.id).toBe('quote')
    expect(curvesOf(legs)).toEqual(curves)
  })

  it('the curve of the quote is that of the fills once there are some', () => {
    const kindOf = (isFilled: boolean) => drawn(presentScenario, 'draft', isFilled).curves.at(-1)
    expect(kindOf(false)).toMatchObject({ kind: 'quote', label: 'At the quote' })
    expect(kindOf(true)).toMatchObject({ kind: 'filled', label: 'At your fills' })
  })

  it('other legs take the place of the draft, and the quote, which is not for them, is not drawn', () => {
    const { curves, curvesOf } = drawn(presentScenario)
    const next = curvesOf(others) ?? []
    expect(canReplace(curves, next)).toBe(true)
    expect(next.at(-1)).toMatchObject({ id: 'quote', xs: new Float64Array(), ys: new Float64Array() })
    expect(next.slice(0, -1)).toEqual(payoffCurves(inputs(others, mid, presentScenario)))
  })

  it('another scenario is that of the quote, too', () => {
    const [chosen, next] = [
      { timePart: 0.2, volatilityShift: 0 },
      { timePart: 0.2, volatilityShift: 0.1, zoom: 2 },
    ]
    const { curves, curvesAt } = drawn(chosen)
    const under = curvesAt(next) ?? []
    expect(canReplace(curves, under)).toBe(true)
    expect(under).toEqual(drawn(next).curves)
    expect(under.at(-1)).not.toEqual(curves.at(-1))
  })

  it('the book is drawn without it', () => {
    const { curves, curvesOf, curvesAt } = drawn(presentScenario, 'book')
    for (const each of [curves, curvesOf(legs) ?? [], curvesAt(presentScenario) ?? []])
      expect(each.map(curve => curve.id)).not.toContain('quote')
  })
})
