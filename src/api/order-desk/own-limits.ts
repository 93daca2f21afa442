/** The trader's own limits, kept in this browser for every account and venue; the order desk asks them at each confirmation. */
import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import type { Intent } from '../../domain/intent.ts'
import type { NewOrder } from '../../domain/order.ts'
import { type LimitBreach, limitBreaches, noLimits, type OwnLimits } from '../../domain/own-limits.ts'
import { minuteMs } from '../../domain/time.ts'
import { z } from '../../domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'

const storageKey = 'legwork.limits'
const amount = z.custom<Decimal>(isDecimal)
const schema = z.object({
  cash: z.optional(amount),
  legQuantities: z.record(z.string(), amount),
  ordersPerMinute: z.optional(z.int().check(z.positive())),
})

function restore(): OwnLimits {
  const stored = schema.safeParse(readStored('local', storageKey))
  return stored.success ? stored.data : noLimits
}

const limits = createStore<OwnLimits>(restore())

export const useOwnLimits = (): OwnLimits => useStore(limits)

/** False where the browser does not keep them: they hold in this tab alone. */
export function setOwnLimits(next: OwnLimits): boolean {
  limits.set(next)
  return writeStored('local', storageKey, next)
}

/** What an order would go beyond, of the limits of this moment. */
export function ownLimitBreaches(order: NewOrder, intents: readonly Intent[], nowMs: number): readonly LimitBreach[] {
  const sentLately = intents.filter(intent => intent.sends > 0 && nowMs - intent.createdAtMs < minuteMs).length
  return limitBreaches(order, limits.get(), sentLately)
}
