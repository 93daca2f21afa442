/** Journal entries that are not observations of orders: gaps in the record, and cash that moved without an order. */
import type { CashEvent } from '../domain/cash-event.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import { minuteMs } from '../domain/time.ts'
import type { Observation } from './observation.ts'

export interface NotLookedUp {
  readonly kind: 'not_looked_up'
  readonly orders: number
  readonly atMs: number
}

export const notLookedUpRow = ({ orders, atMs }: NotLookedUp): JournalRow => ({
  id: `gap ${atMs} ${orders}`,
  atMs,
  kind: 'state',
  what: 'not_looked_up',
  detail: `${orders} ${orders === 1 ? 'order' : 'orders'} placed elsewhere could not be looked up: what became of ${orders === 1 ? 'it' : 'them'} may be missing here.`,
})

export interface FillsLost {
  readonly kind: 'fills_lost'
  readonly fills: number
  readonly fromMs: number
  readonly toMs: number
  readonly atMs: number
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19)

export const fillsLostRow = ({ fills, fromMs, toMs, atMs }: FillsLost): JournalRow => ({
  id: `fills lost ${Math.floor(fromMs)}`,
  atMs,
  kind: 'state',
  what: 'fills_lost',
  detail: `${fills === 0 ? 'Fills may be missing' : `The recorder lacks ${fills} ${fills === 1 ? 'fill' : 'fills'}`} between ${isoOf(fromMs)} and ${isoOf(toMs)} UTC: the venue no longer lists ${fills === 0 ? 'the trades of that time' : 'their orders'}.`,
})

/** A time in which the recorder did not poll: it was stopped, or its store or the venue failed. */
export interface NotFollowed {
  readonly kind: 'not_followed'
  readonly fromMs: number
  readonly toMs: number
}

export const notFollowedRow = ({ fromMs, toMs }: NotFollowed): JournalRow => ({
  id: `not followed ${Math.floor(fromMs)} ${Math.floor(toMs)}`,
  atMs: toMs,
  kind: 'state',
  what: 'not_followed',
  detail: `The recorder did not follow the account between ${isoOf(fromMs)} and ${isoOf(toMs)} UTC: it has no figures and sent no alerts of that time. Fills of it are from the venue’s trade history.`,
})

export interface CashMoved {
  readonly kind: 'cash'
  readonly event: CashEvent
  readonly knownAtMs: number
}

const cashSubject = ({ symbol, asset }: CashEvent): string => symbol ?? asset

/**
 * A settlement or funding has its own time. Other cash is dated by minute, so browser and recorder make the same id.
 */
const cashId = (event: CashEvent): string =>
  event.kind === 'moved' || event.kind === 'fee'
    ? `cash ${event.kind} ${event.asset} ${Math.floor(event.atMs / minuteMs) * minuteMs} ${event.amount}`
    : `cash ${event.kind} ${cashSubject(event)} ${event.atMs}`

export const cashRow = ({ event, knownAtMs }: CashMoved): JournalRow => ({
  id: cashId(event),
  atMs: event.atMs,
  ...(knownAtMs > event.atMs ? { knownAtMs } : {}),
  kind: 'cash',
  what: event.kind === 'moved' ? 'cash_moved' : event.kind,
  symbol: event.symbol,
  quantity: event.size,
  price: event.price,
  amount: event.amount,
  asset: event.asset,
  isEstimated: event.isEstimated,
  ...(event.unseenFromMs === undefined
    ? {}
    : { detail: `between ${isoOf(event.unseenFromMs)} and ${isoOf(event.atMs)} UTC, its cause not seen` }),
})

export type HistoryNote = Observation | NotLookedUp | FillsLost | NotFollowed | CashMoved
