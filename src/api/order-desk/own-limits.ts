/** The trader's own limits, stored in this browser for every account and venue and shared by its tabs; the order desk asks them at each confirmation. */
import type { Position } from '../../domain/account.ts'
import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import { type Intent, isUnresolved } from '../../domain/intent.ts'
import type { NewOrder } from '../../domain/order.ts'
import { answerBreaches, type LimitBreach, limitBreaches, noLimits, type OwnLimits } from '../../domain/own-limits.ts'
import { closingOfOrder } from '../../domain/package/closing.ts'
import { type Owner, type OwnerKey, ownerKey } from '../../domain/owner.ts'
import { minuteMs, secondMs } from '../../domain/time.ts'
import { z } from '../../domain/zod.ts'
import { createSharedSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'
import { presentOwner } from '../venue/owner.ts'
import { presentDayLoss } from './day-loss.ts'
import { openShown } from './open-shown.ts'

const amount = z.custom<Decimal>(isDecimal)
const schema = z.object({
  cash: z.optional(amount),
  legQuantities: z.record(z.string(), amount),
  dailyLoss: z.optional(amount),
  ordersPerMinute: z.optional(z.int().check(z.positive())),
  answerSizes: z.optional(z.record(z.string(), amount)),
  answersPerMinute: z.optional(z.int().check(z.positive())),
})

const limits = createSharedSetting<OwnLimits>('legwork.limits', stored => schema.safeParse(stored).data ?? noLimits)

export const useOwnLimits = (): OwnLimits => useStore(limits)

/** False where the browser does not keep them: they hold in this tab alone. */
export const setOwnLimits = (next: OwnLimits): boolean => limits.set(next)

let held: { readonly owner: OwnerKey; readonly positions: readonly Position[] } | undefined

/** All positions of an account, as polled. */
export function noteHeld(positions: readonly Position[], owner: Owner): void {
  held = { owner: ownerKey(owner), positions }
}

function heldNow(): readonly Position[] {
  const present = presentOwner()
  return present !== undefined && held?.owner === ownerKey(present) ? held.positions : []
}

/** How long an accepted answer counts as live before the journal says whether it is. */
const listedMs = 10 * secondMs

/** Own answers that live or may live. */
function livingAnswers(intents: readonly Intent[], nowMs: number): readonly Intent[] {
  const open = new Set(openShown.get().map(order => order.client_order_id))
  return intents.filter(
    intent =>
      intent.context.answers !== undefined &&
      (isUnresolved(intent) ||
        open.has(intent.client_order_id) ||
        (intent.state.kind === 'accepted' && nowMs - intent.createdAtMs < listedMs)),
  )
}

/** What an order would go beyond, of the limits of this moment. */
export function ownLimitBreaches(
  { order, context }: Pick<Intent, 'order' | 'context'>,
  intents: readonly Intent[],
  nowMs: number,
): readonly LimitBreach[] {
  const sentLately = intents.filter(intent => intent.sends > 0 && nowMs - intent.createdAtMs < minuteMs)
  const own = limits.reread()
  const breaches = limitBreaches(order, own, {
    sentLately: sentLately.length,
    dayLoss: presentDayLoss(nowMs),
    isClosing: isClosing(order),
  })
  if (context.answers === undefined) return breaches
  const living = livingAnswers(intents, nowMs).map(intent => intent.order)
  const answersLately = sentLately.filter(intent => intent.context.answers !== undefined).length
  return [...breaches, ...answerBreaches(order, own, living, answersLately)]
}

/** Does it only reduce what is held, as last polled? Where none are known it does not. */
function isClosing({ legs, symbol, side, quantity }: NewOrder): boolean {
  if (side !== 'buy' && side !== 'sell') return false
  const named = legs ?? [{ symbol, ratio: 1 }]
  const sent = named.map(leg => ({ symbol: leg.symbol ?? '', ratio: leg.ratio }))
  const closing = closingOfOrder({ legs: sent, side, quantity }, heldNow())
  return closing !== undefined && !closing.isBeyond
}
