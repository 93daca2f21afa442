/**
 * Prices set by the trader on live RFQs, in this tab only. A reload disarms them: only a price armed by a person on
 * this page may send. Arming is broadcast to the other tabs, which disarm theirs for the same RFQ.
 */
import { useMemo } from 'react'
import { createSetting } from '../../api/browser/setting.ts'
import { useStore } from '../../api/browser/store.ts'
import { createTabChannel } from '../../api/browser/tabs.ts'
import { isDecimal } from '../../../core/domain/decimal.ts'
import { isRecord } from '../../../core/domain/json.ts'
import {
  newWatch,
  type PriceWatch,
  stepWatch,
  type WatchEffect,
  type WatchEvent,
} from '../../../core/domain/price-watch.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'

export interface OwnedWatch extends PriceWatch {
  readonly owner: OwnerKey
}

function restored(value: unknown): readonly OwnedWatch[] {
  if (!isRecord(value)) return []
  const { rfq, price, owner, mode } = value
  if (typeof rfq !== 'string' || typeof owner !== 'string' || !isDecimal(price)) return []
  const watch = { ...newWatch(rfq, price), owner: owner as OwnerKey }
  return [mode === 'armed' ? { ...watch, disarmed: { why: 'reloaded' } } : watch]
}

/** Stored prices are restored disarmed, because their page is gone. */
export const restoredWatches = (stored: unknown): readonly OwnedWatch[] =>
  Array.isArray(stored) ? stored.flatMap(restored) : []

const watches = createSetting('tab', 'legwork.rfq-prices', restoredWatches)

if (watches.get().some(each => each.disarmed !== undefined)) watches.set(watches.get())

const channel = createTabChannel('legwork.armed', data => (typeof data === 'string' ? data : undefined))

export const onArmedElsewhere = channel.open

export const watchesNow = (): readonly OwnedWatch[] => watches.get()

export function usePriceWatches(owner: OwnerKey | undefined): readonly OwnedWatch[] {
  const all = useStore(watches)
  return useMemo(() => all.filter(each => each.owner === owner), [all, owner])
}

function replace(rfq: string, next: OwnedWatch | undefined): void {
  const others = watches.get().filter(each => each.rfq !== rfq)
  watches.set(next === undefined ? others : [...others, next])
}

/** Returns the actions to perform. The state changes first, so that one event cannot take twice. */
export function happen(rfq: string, event: WatchEvent): readonly WatchEffect[] {
  const before = watches.get().find(each => each.rfq === rfq)
  if (before === undefined) return []
  const { watch, effects } = stepWatch(before, event)
  if (watch !== before) replace(rfq, watch === undefined ? undefined : { ...watch, owner: before.owner })
  if (event.kind === 'arm') channel.post(rfq)
  return effects
}

export function setPriceWatch(owner: OwnerKey, rfq: string, price: PriceWatch['price']): void {
  if (watches.get().some(each => each.rfq === rfq && each.owner === owner)) happen(rfq, { kind: 'set', price })
  else replace(rfq, { ...newWatch(rfq, price), owner })
}

export const removePriceWatch = (rfq: string): void => replace(rfq, undefined)
