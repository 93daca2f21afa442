/** Summary of a structure: cost at the mids, chance of profit, return on risk, delta and payoff. */
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import type { Quotes } from '../../domain/market-data.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { TemplateForm } from '../../domain/structures/template.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { legQuote, netPrices } from '../market/leg-quotes.ts'
import { partEffect } from '../portfolio/part-effect.ts'
import { payoffModel, presentScenario } from '../portfolio/payoff-model.ts'
import { type Distance, placeStructure } from './place-structure.ts'

export interface StructureCard {
  readonly legs: readonly PackageLeg[]
  readonly net: Decimal | undefined
  readonly chance: number | undefined
  readonly returnOnRisk: number | undefined
  readonly isUnlimited: boolean
  readonly delta: number | undefined
  readonly curve: { readonly xs: readonly number[]; readonly ys: readonly number[] } | undefined
}

export interface CardInputs {
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly expiryMs: number | undefined
  readonly distance: Distance
  readonly quotes: Quotes
}

export function structureCard(form: TemplateForm, inputs: CardInputs): StructureCard | undefined {
  const placed = placeStructure(form, 'long', inputs)
  if (!placed.ok) return undefined
  const { surface, quotes } = inputs
  const { legs } = placed
  const net = netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) }))).mid?.price
  const cost = net === undefined ? undefined : toNumber(net)
  const nowMs = surface.atMs
  const model = payoffModel({ legs, cost, surface, nowMs, scenario: presentScenario })
  const delta = partEffect({ legs, cost }, surface, nowMs, undefined)?.greeks.delta
  if (model.kind === 'none')
    return { legs, net, chance: undefined, returnOnRisk: undefined, isUnlimited: false, delta, curve: undefined }
  const best = model.kind === 'exact' ? model.payoff.maxProfit.value : model.presentExtremes.greatest
  const worst = model.kind === 'exact' ? model.payoff.maxLoss.value : model.presentExtremes.least
  const isUnlimited = best === 'unlimited' || worst === 'unlimited'
  const main = model.curves[0]
  return {
    legs,
    net,
    chance: model.outlook?.chanceOfProfit,
    returnOnRisk: returnOnRisk(best, worst),
    isUnlimited,
    delta,
    curve: main === undefined ? undefined : { xs: [...main.xs], ys: [...main.ys] },
  }
}

/** Maximum profit divided by maximum loss; undefined if either is unlimited or zero. */
export const returnOnRisk = (best: number | 'unlimited', worst: number | 'unlimited'): number | undefined =>
  best === 'unlimited' || worst === 'unlimited' || worst >= 0 || best <= 0 ? undefined : best / -worst
