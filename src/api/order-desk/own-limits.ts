/** The trader's own limits, kept in this browser for every account and venue; the order desk asks them at each confirmation. */
import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import type { Intent } from '../../domain/intent.ts'
import type { NewOrder } from '../../domain/order.ts'
import { type LimitBreach, limitBreaches, noLimits, type OwnLimits } from '../../domain/own-limits.ts'
import { minuteMs } from '../../domain/time.ts'
import { z } from '../../domain/zod.ts'
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'

const amount = z.custom<Decimal>(isDecimal)
const schema = z.object({
  cash: z.optional(amount),
  legQuantities: z.record(z.string(), amount),
  ordersPerMinute: z.optional(z.int().check(z.positive())),
})

const limits = createSetting<OwnLimits>('local', 'legwork.limits', stored => schema.safeParse(stored).data ?? noLimits)

export const useOwnLimits = (): OwnLimits => useStore(limits)

/** False where the browser does not keep them: they hold in this tab alone. */
export const setOwnLimits = (next: OwnLimits): boolean => limits.set(next)

/** What an order would go beyond, of the limits of this moment. */
export function ownLimitBreaches(order: NewOrder, intents: readonly Intent[], nowMs: number): readonly LimitBreach[] {
  const sentLately = intents.filter(intent => intent.sends > 0 && nowMs - intent.createdAtMs < minuteMs).length
  return limitBreaches(order, limits.get(), sentLately)
}
