/** P&L of a trade over this browser's samples, with its best and worst point. */
import { readyOf } from '../../api/polling/saved.ts'
import { useMemo } from 'react'
import { useFullSamples, useSamples } from '../../api/history/sample-hooks.ts'
import type { Loadable } from '../../api/polling/saved.ts'
import { type TradeLine, tradeLine } from '../../../core/domain/trades/trade-line.ts'
import type { Trade } from '../../../core/domain/trades/trade.ts'

const none: readonly number[] = []

/** Mount it separately for each trade: while samples load it shows the previous ones. */
export function useTradeLine(trade: Trade): Loadable<TradeLine> {
  const loaded = useSamples()
  const samples = readyOf(loaded)
  const { openedMs = 0, closedMs = Number.POSITIVE_INFINITY } = trade
  const times = useMemo(
    () => samples?.flatMap(({ atMs }) => (atMs >= openedMs && atMs < closedMs ? [atMs] : [])) ?? none,
    [samples, openedMs, closedMs],
  )
  const full = useFullSamples(times)
  const marked = readyOf(full)
  const line = useMemo(() => (marked === undefined ? undefined : tradeLine(trade, marked)), [trade, marked])
  if (loaded.status !== 'ready') return loaded
  if (full.status !== 'ready') return full
  return line === undefined ? { status: 'waiting' } : { status: 'ready', value: line, isSearching: full.isSearching }
}
