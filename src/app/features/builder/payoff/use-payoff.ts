/** Payoff and greeks of the draft, the portfolio of its base, and both, memoised. */
import { useMemo } from 'react'
import { type MissingInput, gapText } from '../../../../core/account/gap.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { type Decimal, toNumber } from '../../../../core/domain/decimal.ts'
import { parseInstrumentName } from '../../../../core/domain/instrument.ts'
import type { Quotes } from '../../../../core/domain/market-data.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { legQuote, midOf } from '../../../../core/pricing/market/leg-quotes.ts'
import { type PayoffView, portfolioPart } from '../../../../core/pricing/portfolio/part-effect.ts'
import {
  type Overlay,
  type ChosenScenario,
  type Curve,
  payoffCurves,
  type PayoffInputs,
  type PayoffModel,
  payoffModel,
  withPortfolioCurve,
} from '../../../../core/pricing/portfolio/payoff-model.ts'
import type { Draft } from '../draft/draft.ts'
import { effectsOf, type PricedDraft, partsOf } from './payoff-parts-of.ts'
import { type Pin, usePins } from './pins.ts'

export interface PayoffChoice {
  readonly scenario: ChosenScenario
  readonly payoffView: PayoffView
}

export interface PayoffMaterial {
  readonly draft: Draft
  readonly price: Decimal | undefined
  readonly quantity: Decimal | undefined
  readonly positions: readonly Position[] | undefined
  readonly gap?: MissingInput | undefined
  readonly surface: BaseSurface
  readonly quotes: Quotes
  readonly nowMs: number
}

function besideOfPins(
  pins: readonly Pin[],
  { surface, nowMs, quotes }: Pick<PayoffMaterial, 'surface' | 'nowMs' | 'quotes'>,
): Overlay[] {
  return pins.flatMap(({ title, legs }, index) => {
    const price = midOf(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) })))
    const kind = pinKinds[index]
    if (price === undefined || kind === undefined || parseInstrumentName(legs[0]?.symbol ?? '')?.base !== surface.base)
      return []
    return [{ portfolio: { legs, cost: toNumber(price), surface, nowMs }, label: title, kind }]
  })
}

const pinKinds = ['pin1', 'pin2', 'pin3'] as const

type Surroundings = Pick<PayoffMaterial, 'positions' | 'gap' | 'surface' | 'nowMs'>

type PayoffToDraw =
  | Extract<PayoffModel, { kind: 'none' }>
  | { readonly kind: 'payoff'; readonly inputs: PayoffInputs; readonly beside: readonly Overlay[] }

function shownOf(
  { scenario, payoffView }: PayoffChoice,
  parts: ReturnType<typeof partsOf>,
  { positions, gap, surface, nowMs }: Surroundings,
  pins: readonly Overlay[],
): PayoffToDraw {
  const inputs = { ...parts[payoffView], surface, nowMs, scenario }
  if (payoffView === 'draft') return { kind: 'payoff', inputs, beside: pins }
  if (positions === undefined) {
    return {
      kind: 'none',
      why: gap === undefined ? 'Your positions are not known here yet.' : `Not known: ${gapText(gap)}.`,
    }
  }
  if (payoffView === 'book' && parts.book.legs.length === 0)
    return { kind: 'none', why: `No positions on ${surface.base}.` }
  if (payoffView === 'both' && parts.both.legs.length === 0)
    return { kind: 'none', why: `Nothing is left on ${surface.base} after it.` }
  const alone: Overlay = { portfolio: { ...parts.book, surface, nowMs }, label: 'Book alone', kind: 'book' }
  return { kind: 'payoff', inputs, beside: payoffView === 'both' ? [alone] : [] }
}

const curvesOfShown = (shown: PayoffToDraw): readonly Curve[] | undefined =>
  shown.kind === 'none' ? undefined : payoffCurves(shown.inputs, shown.beside)

export function usePayoff(material: PayoffMaterial, { scenario, payoffView }: PayoffChoice) {
  const { draft, price, quantity, positions, gap, surface, quotes, nowMs } = material
  const { legs, side } = draft
  const book = useMemo(() => portfolioPart(positions ?? [], surface.base), [positions, surface.base])
  const parts = useMemo(
    () => partsOf({ draft: { legs, side }, price, quantity }, book),
    [legs, side, price, book, quantity],
  )
  const model = useMemo(
    () => payoffModel({ ...parts.draft, surface, nowMs, scenario }),
    [parts.draft, surface, nowMs, scenario],
  )
  const pins = usePins()
  const pinned = useMemo(() => besideOfPins(pins, { surface, nowMs, quotes }), [pins, surface, nowMs, quotes])
  const shownPayoff = useMemo(() => {
    const shown = shownOf({ scenario, payoffView }, parts, { positions, gap, surface, nowMs }, pinned)
    if (shown.kind === 'none') return shown
    return shown.beside.reduce(withPortfolioCurve, payoffView === 'draft' ? model : payoffModel(shown.inputs))
  }, [payoffView, model, pinned, parts, positions, gap, surface, nowMs, scenario])
  const curvesOf = (ordered: PricedDraft): readonly Curve[] | undefined =>
    curvesOfShown(shownOf({ scenario, payoffView }, partsOf(ordered, book), { positions, gap, surface, nowMs }, pinned))
  const curvesAt = (other: ChosenScenario): readonly Curve[] | undefined =>
    curvesOfShown(shownOf({ scenario: other, payoffView }, parts, { positions, gap, surface, nowMs }, pinned))
  const isKnown = positions !== undefined
  const effects = useMemo(
    () => effectsOf(parts, model, { surface, nowMs, isBookKnown: isKnown, gap }),
    [parts, isKnown, gap, surface, nowMs, model],
  )
  return { parts, model, shownPayoff, effects, curvesOf, curvesAt }
}
