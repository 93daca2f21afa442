import { type MissingInput, gapText } from '../../../../core/account/gap.ts'
import { type Decimal, toNumber } from '../../../../core/domain/decimal.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import type { Scenario } from '../../../../core/pricing/payoff-before.ts'
import { combinedPart, effectOfParts, type PayoffPart } from '../../../../core/pricing/portfolio/part-effect.ts'
import type { PayoffModel } from '../../../../core/pricing/portfolio/payoff-model.ts'
import type { Draft } from '../draft/draft.ts'
import type { Effects } from './effects-panel.tsx'

export interface PricedDraft {
  readonly draft: Pick<Draft, 'legs' | 'side'>
  readonly price: Decimal | undefined
  readonly quantity: Decimal | undefined
}

export function packageOf({ draft: { legs, side }, price }: PricedDraft): PayoffPart {
  const sign = sideSign(side)
  return {
    legs: legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign })),
    cost: price === undefined ? undefined : sign * toNumber(price),
  }
}

export function partsOf(ordered: PricedDraft, book: PayoffPart) {
  const { quantity } = ordered
  const own = packageOf(ordered)
  const times = quantity === undefined ? undefined : toNumber(quantity)
  const whole = combinedPart({ legs: [], cost: 0 }, own, times)
  return { draft: own, whole, book, both: combinedPart(book, own, times) }
}

function chosenScenario(model: PayoffModel): Scenario | undefined {
  const scene = model.kind === 'none' ? undefined : model.scene
  if (scene === undefined) return undefined
  const { scenario, nowMs } = scene
  return scenario.atMs === nowMs && scenario.volatilityShift === 0 ? undefined : scenario
}

interface EffectInputs {
  readonly surface: BaseSurface
  readonly nowMs: number
  readonly isBookKnown: boolean
  readonly gap?: MissingInput | undefined
}

export function effectsOf(
  parts: ReturnType<typeof partsOf>,
  model: PayoffModel,
  { surface, nowMs, isBookKnown, gap }: EffectInputs,
): Effects {
  const chosen = chosenScenario(model)
  const { order, ...rest } = effectOfParts(parts, { surface, nowMs, isBookKnown, chosen })
  return { ...rest, chosen, draft: order, gap: gap === undefined ? undefined : gapText(gap) }
}
