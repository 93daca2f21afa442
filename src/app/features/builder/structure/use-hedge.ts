/**
 * Hedges of the draft's delta: legs in whole ratios, or a separate order. Uses the perpetual unless another linear
 * instrument is chosen.
 */
import { useState } from 'react'
import {
  abs,
  canonical,
  dec,
  type Decimal,
  decimalFromNumber,
  div,
  isZero,
  lt,
  roundToStep,
  toNumber,
} from '../../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { type Instrument, shortName } from '../../../../core/domain/instrument.ts'
import { type Side, sideSign } from '../../../../core/domain/order.ts'
import { packageSize } from '../../../../core/domain/package/package-leg.ts'
import { ticketSearch } from '../../../links/overlay-links.ts'
import { type HedgeRatio, hedgeRatio, hedgeRatios, packagePremium } from '../../../../core/pricing/hedge/hedge-ratio.ts'
import { useNavigate } from '../../../ui/router/use-router.ts'
import type { DerivedDraft } from '../derived/use-derived.ts'
import type { LegView } from '../draft/draft-summary.ts'
import type { Draft, Edit } from '../draft/draft.ts'

export interface HedgeOffer {
  readonly delta: number
  readonly typed: boolean
  readonly symbol: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly choose: (symbol: string) => void
  readonly inPackage: readonly (PackageHedge & { readonly add: () => void; readonly isUsual: boolean })[]
  readonly beside: { readonly side: Side; readonly quantity: Decimal; readonly open: () => void } | undefined
}

interface PackageHedge {
  readonly ratio: HedgeRatio
  readonly legs: Draft['legs']
  readonly quantity: Decimal
}

export interface HedgeInputs {
  readonly draft: Draft
  readonly derived: DerivedDraft
  readonly index: InstrumentIndex
}

export function useHedge({ draft, derived, index }: HedgeInputs, edit: (edit: Edit) => void): HedgeOffer | undefined {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const { effects, summary, surface } = derived
  const delta = effects.draft?.greeks.delta
  const { base } = surface
  const linear = [index.perpetual(base), ...index.futures(base), index.spot(base)].flatMap(one =>
    one?.status === 'active' ? [one] : [],
  )
  const instrument = linear.find(one => one.symbol === chosen) ?? linear[0]
  // Expired or suspended legs cannot be hedged.
  if (summary.legs.some(leg => leg.expired || leg.instrument?.status !== 'active')) return undefined
  if (delta === undefined || instrument === undefined || summary.quantity === undefined || draft.legs.length === 0)
    return undefined
  // A package that includes its hedge is not hedged again within itself.
  const inside =
    packagePremium(summary.legs) === undefined
      ? packageHedges(draft, summary.legs, summary.quantity, delta, instrument)
      : []
  const beside = besideHedge(delta, instrument)
  if (inside.length === 0 && beside === undefined) return undefined
  const open = (side: Side, quantity: Decimal) => {
    navigate({ to: '.', search: before => ({ ...before, ...ticketSearch(instrument.symbol, { side, quantity }) }) })
  }
  return {
    delta,
    typed: surface.typed.size > 0,
    symbol: instrument.symbol,
    choices: linear.map(one => ({ value: one.symbol, label: shortName(one.symbol) })),
    choose: setChosen,
    inPackage: inside.map(each => ({
      ...each,
      add: () => edit({ kind: 'takeStructure', legs: each.legs, side: draft.side, quantity: canonical(each.quantity) }),
    })),
    beside: beside && { ...beside, open: () => open(beside.side, beside.quantity) },
  }
}

export function packageHedges(
  draft: Pick<Draft, 'legs' | 'side'>,
  views: readonly Pick<LegView, 'ratio' | 'instrument'>[],
  quantity: Decimal,
  delta: number,
  instrument: Instrument,
): readonly (PackageHedge & { readonly isUsual: boolean })[] {
  if (isZero(quantity)) return []
  const each = (sideSign(draft.side) * delta) / toNumber(quantity)
  const usual = hedgeRatio(each)
  const ratios = hedgeRatios(each)
  const all =
    usual === undefined || ratios.some(one => one.times === usual.times)
      ? ratios
      : [usual, ...ratios].slice(0, mostWays)
  return all.flatMap(ratio => {
    const hedge = hedgeWith(ratio, draft, views, quantity, instrument)
    return hedge === undefined ? [] : [{ ...hedge, isUsual: ratio.times === usual?.times }]
  })
}

const mostWays = 3

function hedgeWith(
  ratio: HedgeRatio,
  draft: Pick<Draft, 'legs' | 'side'>,
  views: readonly Pick<LegView, 'ratio' | 'instrument'>[],
  quantity: Decimal,
  instrument: Instrument,
): PackageHedge | undefined {
  const legs = [
    ...draft.legs.map(leg => ({ ...leg, ratio: leg.ratio * ratio.times })),
    { symbol: instrument.symbol, ratio: ratio.hedge },
  ]
  const known = views.flatMap(leg =>
    leg.instrument === undefined ? [] : [{ ratio: leg.ratio * ratio.times, instrument: leg.instrument }],
  )
  const size = known.length < views.length ? undefined : packageSize([...known, { ratio: ratio.hedge, instrument }])
  if (size === undefined) return undefined
  const fewer = roundToStep(div(quantity, dec(ratio.times)), size.step, 'nearest')
  return { ratio, legs, quantity: lt(fewer, size.least) ? size.least : fewer }
}

export function besideHedge(
  delta: number,
  instrument: Instrument,
): { readonly side: Side; readonly quantity: Decimal } | undefined {
  const coins = decimalFromNumber(delta)
  if (coins === undefined || isZero(instrument.quantity_step)) return undefined
  const quantity = roundToStep(abs(coins), instrument.quantity_step, 'nearest')
  return lt(quantity, instrument.minimum_quantity) || isZero(quantity)
    ? undefined
    : { side: delta > 0 ? 'sell' : 'buy', quantity }
}
