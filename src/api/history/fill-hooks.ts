/**
 * The fills that were seen of the session's account, and what they realised. Fills of packages are shared out among their legs by the marks
 * of the samples nearest to them; what that leaves open is told.
 */
import { useMemo } from 'react'
import type { Decimal } from '../../domain/decimal.ts'
import { type Fill, type MarkAt, fillsOfOrder, legsOfSymbol } from '../../domain/fill.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import { signedSize } from '../../domain/pnl.ts'
import { type CostMethod, type Funding, type Realised, type Settlement, realisedOf } from '../../domain/realised.ts'
import type { Sample } from '../../domain/sample.ts'
import { estimatedSettlements, firstAtOrAfter } from '../../domain/settlement.ts'
import { minuteMs } from '../../domain/time.ts'
import type { Position } from '../../domain/account.ts'
import { usePositions } from '../account/account-hooks.ts'
import { serverNowMs } from '../venue/clock.ts'
import { useCashRows, useFilledOrders } from '../journal/journal-hooks.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { JournalOrder } from '../journal/journal-order.ts'
import { useFirstSeen, useFullSamples, useSamples } from './sample-hooks.ts'
import type { KeptSample } from './sample-store.ts'

/** Marks further from a fill than this do not price its legs. */
const nearMs = 15 * minuteMs
const mostNear = 6

const noSamples: readonly KeptSample[] = []

/** Times of the samples around fills of packages, whose marks price their legs. */
export function timesAround(orders: readonly JournalOrder[], samples: readonly { readonly atMs: number }[]): number[] {
  const times = new Set<number>()
  for (const order of orders) {
    if (legsOfSymbol(order) === undefined) continue
    for (const { utc_timestamp: at } of order.executions) {
      const next = firstAtOrAfter(samples, at / 1_000)
      for (let place = next - mostNear / 2; place < next + mostNear / 2; place += 1) {
        const atMs = samples[place]?.atMs
        if (atMs !== undefined && Math.abs(atMs - at / 1_000) <= nearMs) times.add(atMs)
      }
    }
  }
  return [...times].sort((a, b) => a - b)
}

/** The mark of the nearest sample that holds the instrument. */
export function marksOf(samples: readonly Sample[]): MarkAt {
  return (symbol, atMs) => {
    let best: { readonly off: number; readonly mark: Decimal } | undefined
    for (const sample of samples) {
      const off = Math.abs(sample.atMs - atMs)
      if (off > nearMs || (best !== undefined && off >= best.off)) continue
      const mark = sample.positions?.find(each => each.symbol === symbol)?.mark_price
      if (mark !== undefined) best = { off, mark }
    }
    return best?.mark
  }
}

export interface SeenFills {
  readonly fills: readonly Fill[]
  /** Orders by client id. */
  readonly orders: ReadonlyMap<string, JournalOrder>
  /** Client ids of packages some of whose executions could not be shared out. */
  readonly unpriced: readonly string[]
}

/** Undefined until read. */
export function useFills(): SeenFills | undefined {
  const orders = useFilledOrders()
  const loaded = useSamples()
  const samples = loaded.face === 'ready' ? loaded.value : noSamples
  const timesKey = useMemo(() => timesAround(orders ?? [], samples).join(' '), [orders, samples])
  const times = useMemo(() => (timesKey === '' ? [] : timesKey.split(' ').map(each => Number.parseInt(each, 10))), [timesKey])
  const near = useFullSamples(times)
  const around = near.face === 'ready' ? near.value : undefined
  return useMemo(() => {
    if (orders === undefined || around === undefined) return undefined
    const markAt = marksOf(around)
    const fills: Fill[] = []
    const unpriced: string[] = []
    for (const order of orders) {
      const told = fillsOfOrder({ ...order, client_order_id: order.client_order_id as ClientOrderId }, markAt)
      fills.push(...told.fills)
      if (told.lacking.length > 0) unpriced.push(order.client_order_id)
    }
    return { fills, unpriced, orders: new Map(orders.map(order => [order.client_order_id, order])) }
  }, [orders, around])
}

export interface SeenRealised extends Realised {
  /** Since when executions are seen; undefined while nothing was. */
  readonly sinceMs: number | undefined
  readonly unpriced: readonly string[]
}

/** Ends of instruments that the venue's cash told of. */
export const settlementsOf = (rows: readonly JournalRow[]): Settlement[] =>
  rows.flatMap(({ what, symbol, price, atMs, isEstimated = false }) =>
    what === 'settlement' && symbol !== undefined && price !== undefined ? [{ symbol, price, atMs, isEstimated }] : [],
  )

export const fundingsOf = (rows: readonly JournalRow[]): Funding[] =>
  rows.flatMap(({ what, symbol, amount, atMs }) =>
    what === 'funding' && symbol !== undefined && amount !== undefined ? [{ symbol, amount, atMs }] : [],
  )

/** Realised P&L since the account was first seen by this browser, before fees; undefined until read. */
export function useRealised(method: CostMethod): SeenRealised | undefined {
  const seen = useFills()
  const first = useFirstSeen()
  const loaded = useSamples()
  const samples = loaded.face === 'ready' ? loaded.value : noSamples
  const held = useHeldSizes()
  const cash = useCashRows()
  return useMemo(() => {
    if (seen === undefined) return undefined
    // What was held at first holds the fills before it.
    const fills = first === undefined ? seen.fills : seen.fills.filter(fill => fill.atMs > first.atMs)
    const openings = first?.positions.map(({ symbol, size, average_entry_price }) => ({ symbol, size, average_entry_price }))
    const nowMs = serverNowMs()
    const symbols = new Set([...fills.map(fill => fill.symbol), ...(openings ?? []).map(each => each.symbol)])
    const told = settlementsOf(cash ?? [])
    const settled = new Set(told.map(each => each.symbol))
    const settlements = [
      ...told,
      ...estimatedSettlements(
        [...symbols].filter(symbol => !settled.has(symbol)),
        samples,
        nowMs,
      ),
    ]
    const fundings = fundingsOf(cash ?? [])
    const sinceMs = first?.atMs ?? fills.reduce<number | undefined>((least, fill) => Math.min(least ?? fill.atMs, fill.atMs), undefined)
    return { ...realisedOf({ fills, openings, settlements, fundings, held, nowMs }, method), sinceMs, unpriced: seen.unpriced }
  }, [seen, first, samples, held, method, cash])
}

/** Signed sizes by symbol; the same map while no size changes. */
function createSizeReader(): (positions: readonly Position[]) => ReadonlyMap<string, Decimal> {
  let last: { readonly positions?: readonly Position[]; readonly sizes: ReadonlyMap<string, Decimal> } = { sizes: new Map() }
  return positions => {
    if (last.positions === positions) return last.sizes
    const next = new Map(positions.map(each => [each.symbol, signedSize(each)] as const))
    const { sizes } = last
    const isSame = sizes.size === next.size && [...next].every(([symbol, size]) => sizes.get(symbol) === size)
    last = { positions, sizes: isSame ? sizes : next }
    return last.sizes
  }
}
const readSizes = createSizeReader()

function useHeldSizes(): ReadonlyMap<string, Decimal> | undefined {
  const { data, setAside } = usePositions()
  // A position that could not be read is not one that is gone.
  return data === undefined || setAside.length > 0 ? undefined : readSizes(data)
}
