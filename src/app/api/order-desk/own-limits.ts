/**
 * The trader's own limits, stored in this browser for every account and venue; the desk checks them at each
 * confirmation.
 */
import { type Position, signedSize } from '../../../core/domain/account.ts'
import { add, dec, type Decimal, isDecimal, isZero, mul, sign, zero } from '../../../core/domain/decimal.ts'
import { belongsTo, type Intent, isBeforeSending, isUnresolved } from '../../../core/domain/intent.ts'
import { isRecord } from '../../../core/domain/json.ts'
import { fillsOf } from '../../../core/domain/order-state.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { isRfqMarket, type NewOrder, parseJoinedSymbol, parseSide, sideSign } from '../../../core/domain/order.ts'
import {
  answerBreaches,
  type LimitBreach,
  limitBreaches,
  type LimitName,
  noLimits,
  type OwnLimits,
} from '../../../core/domain/own-limits.ts'
import { closingOf } from '../../../core/domain/package/closing.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { type Owner, type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { cycleMs, minuteMs, secondMs } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import { createSharedSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'
import { presentOwner } from '../venue/owner.ts'
import { presentDayLoss } from './day-loss.ts'
import { openShown, unreadOrders } from './open-shown.ts'

const amount = z.custom<Decimal>(isDecimal)
const pace = z.int().check(z.positive())
const byBase = z.record(z.string(), amount)
const fields = {
  cash: z.optional(amount),
  legQuantities: z.optional(byBase),
  dailyLoss: z.optional(amount),
  ordersPerMinute: z.optional(pace),
  answerSizes: z.optional(byBase),
  answersPerMinute: z.optional(pace),
} satisfies Record<LimitName, unknown>
const names = Object.keys(fields) as LimitName[]

/** Field by field: an unreadable limit must not count as unset. */
function parseLimits(stored: unknown): OwnLimits {
  if (stored === undefined) return noLimits
  const given = isRecord(stored) ? stored : undefined
  const isUnread = (name: LimitName): boolean => given === undefined || !fields[name].safeParse(given[name]).success
  const unread = names.filter(
    name => isUnread(name) || (Array.isArray(given?.['unread']) && given['unread'].includes(name)),
  )
  const read = Object.fromEntries(names.flatMap(name => (isUnread(name) ? [] : [[name, given?.[name]]])))
  return { ...noLimits, ...read, ...(unread.length === 0 ? {} : { unread }) }
}

const limits = createSharedSetting<OwnLimits>('legwork.limits', parseLimits)

export const useOwnLimits = (): OwnLimits => useStore(limits)

export const setOwnLimits = (next: OwnLimits): boolean => limits.set(next)

let held: { readonly owner: OwnerKey; readonly positions: readonly Position[] } | undefined

export function noteHeld(positions: readonly Position[], owner: Owner): void {
  held = { owner: ownerKey(owner), positions }
}

function heldNow(): readonly Position[] {
  const present = presentOwner()
  return present !== undefined && held?.owner === ownerKey(present) ? held.positions : []
}

/** Time for which an accepted answer counts as live until the journal lists it. */
const listedMs = 10 * secondMs

function isInDoubt(intent: Intent, nowMs: number): boolean {
  if (isBeforeSending(intent)) return false
  return isUnresolved(intent) || (intent.state.kind === 'accepted' && nowMs - intent.createdAtMs < listedMs)
}

/** True if its cycles may still be running. */
const mayLive = ({ order, createdAtMs }: Intent, nowMs: number): boolean =>
  order.recv_window === undefined || nowMs < createdAtMs + order.recv_window * cycleMs

/** Own answers that may work. Until the journal has been read (as after a reload) every accepted one counts. */
function livingAnswers(intents: readonly Intent[], nowMs: number): readonly Intent[] {
  const listed = openShown.get()
  const open = new Set(listed.map(order => order.client_order_id))
  const isOpen = (intent: Intent): boolean =>
    listed === unreadOrders
      ? intent.state.kind === 'accepted' && mayLive(intent, nowMs)
      : open.has(intent.client_order_id)
  return intents.filter(intent => intent.context.answers !== undefined && (isInDoubt(intent, nowMs) || isOpen(intent)))
}

export function ownLimitBreaches(
  intent: Pick<Intent, 'order' | 'context'>,
  intents: readonly Intent[],
  nowMs: number,
): readonly LimitBreach[] {
  const { order, context } = intent
  const sentLately = intents.filter(intent => intent.sends > 0 && nowMs - intent.createdAtMs < minuteMs)
  const own = limits.reread()
  const breaches = limitBreaches(order, own, {
    sentLately: sentLately.length,
    dayLoss: presentDayLoss(nowMs),
    isClosing: isClosing(intent, intents, nowMs),
  })
  if (context.answers === undefined) return breaches
  // An amended answer ends before its replacement is sent.
  const others = intents.filter(each => each.client_order_id !== context.amends?.clientOrderId)
  const living = livingAnswers(others, nowMs).map(each => each.order)
  const answersLately = sentLately.filter(intent => intent.context.answers !== undefined).length
  return [...breaches, ...answerBreaches(order, own, living, answersLately)]
}

interface TradedPackage {
  /** Legs as executed: the ratio is negative if sold. */
  readonly legs: readonly PackageLeg[]
  readonly quantity: Decimal
}

type SentOrder = Pick<NewOrder, 'symbol' | 'side'> & {
  readonly legs?: readonly { readonly symbol?: string | undefined; readonly ratio: number }[] | undefined
}

function tradingOf(order: SentOrder, quantity: Decimal): TradedPackage | undefined {
  const side = parseSide(order.side)
  const legs = order.legs ?? parseJoinedSymbol(order.symbol ?? '') ?? [{ symbol: order.symbol, ratio: 1 }]
  if (side === undefined) return undefined
  const executed = legs.flatMap(({ symbol, ratio }) => (symbol ? [{ symbol, ratio: ratio * sideSign(side) }] : []))
  return executed.length === legs.length ? { legs: executed, quantity } : undefined
}

/** The remaining size; the whole size if fills are unknown. */
const restOf = ({ quantity, executions, order_state = '' }: JournalOrder): Decimal =>
  fillsOf({ quantity, executions, order_state }).remaining ?? quantity

/**
 * Firm orders that may still trade: the listed ones of every device with their remaining size, and own ones of unknown
 * outcome with their whole size. Undefined if one cannot be read.
 */
function mayTrade(
  { order, context }: Pick<Intent, 'order' | 'context'>,
  intents: readonly Intent[],
  nowMs: number,
): readonly TradedPackage[] | undefined {
  // An amended order ends before its replacement is sent.
  const others = (id: string): boolean => id !== order.client_order_id && id !== context.amends?.clientOrderId
  const open = openShown.get().filter(each => others(each.client_order_id) && !isRfqMarket(each.market_id))
  const listed = new Set(open.map(each => each.client_order_id))
  const owner = presentOwner()
  const inDoubt = intents.filter(
    each =>
      belongsTo(each, owner) &&
      others(each.client_order_id) &&
      !listed.has(each.client_order_id) &&
      !isRfqMarket(each.order.market_id) &&
      isInDoubt(each, nowMs),
  )
  const all = [
    ...open.map(each => tradingOf(each, restOf(each))),
    ...inDoubt.map(({ order: each }) => tradingOf(each, each.quantity)),
  ]
  return all.includes(undefined) ? undefined : all.filter(each => each !== undefined)
}

/** Signed sizes by symbol, minus what may already trade against them; adding orders give no extra room. */
function leftToClose(trading: readonly TradedPackage[]): ReadonlyMap<string, Decimal> {
  const left = new Map(heldNow().map(position => [position.symbol, signedSize(position)]))
  for (const { legs, quantity } of trading) {
    for (const { symbol, ratio } of legs) {
      const size = left.get(symbol)
      if (size === undefined || isZero(size) || sign(size) === Math.sign(ratio)) continue
      const rest = add(size, mul(quantity, dec(ratio)))
      left.set(symbol, sign(rest) === sign(size) ? rest : zero)
    }
  }
  return left
}

/**
 * True if the order only reduces known positions, beyond what other orders may already reduce. False if positions are
 * unknown.
 */
function isClosing(intent: Pick<Intent, 'order' | 'context'>, intents: readonly Intent[], nowMs: number): boolean {
  const own = tradingOf(intent.order, intent.order.quantity)
  const trading = mayTrade(intent, intents, nowMs)
  if (own === undefined || trading === undefined) return false
  return closingOf(own.legs, own.quantity, leftToClose(trading))?.isBeyond === false
}
