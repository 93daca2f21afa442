/** The account at the past minute that this tab replays, from data of this browser and its recorder. */
import { readyOf } from '../../api/polling/saved.ts'
import { useMemo, useState } from 'react'
import { type PastState, sampleAt, stateAt, type StoredHistory } from '../../../core/account/past-state.ts'
import { dayOf, minuteEnd } from '../../../core/account/recorded-days.ts'
import {
  mergedByMinute,
  useFirstSeen,
  useFullSamples,
  useSamples,
  useSpanSamples,
} from '../../api/history/sample-hooks.ts'
import { useLoadedCashRows, useLoadedFilledOrders } from '../../api/journal/journal-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import type { SavedSample } from '../../../core/domain/sample.ts'
import { firstAtOrAfter } from '../../../core/domain/settlement.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { timesAround } from '../../../core/account/seen-fills.ts'

const noSamples: readonly SavedSample[] = []
const noOrders: readonly JournalOrder[] = []
const noCash: readonly JournalRow[] = []
const noFull: StoredHistory['full'] = []

export interface PastSamples {
  /** By time. For the replayed day in the finest stored resolution. */
  readonly samples: readonly SavedSample[]
  readonly fault: string | undefined
  readonly isReading: boolean
}

/** Samples around a past moment; without one, all that this browser stores. */
export function usePastSamples(atMs: number | undefined): PastSamples {
  const loaded = useSamples()
  const own = loaded.status === 'ready' ? loaded.value : noSamples
  const dayMsStart = atMs === undefined ? 0 : dayOf(atMs)
  const fine = useSpanSamples(own, dayMsStart, atMs === undefined ? 0 : dayMsStart + dayMs - 1)
  const samples = useMemo(() => (fine.isWhole ? mergedByMinute(own, fine.samples) : own), [own, fine])
  return {
    samples,
    fault: loaded.status === 'failed' ? loaded.message : undefined,
    isReading: loaded.status === 'waiting',
  }
}

function hourTimes(samples: readonly SavedSample[], atMs: number): readonly number[] {
  const startMs = Math.floor(atMs / hourMs) * hourMs
  return samples
    .slice(firstAtOrAfter(samples, startMs), firstAtOrAfter(samples, startMs + hourMs))
    .map(sample => sample.atMs)
}

export interface Past {
  /** The previous state while another minute loads. */
  readonly state: PastState | undefined
  readonly isReading: boolean
  readonly fault: string | undefined
}

export function usePast(momentMs: number): Past {
  const instantMs = minuteEnd(momentMs)
  const { samples, fault } = usePastSamples(momentMs)
  const filled = useLoadedFilledOrders()
  const booked = useLoadedCashRows()
  const orders = readyOf(filled)
  const cash = readyOf(booked)
  const first = useFirstSeen()
  const { index } = useInstruments()
  const hour = useFullSamples(useMemo(() => hourTimes(samples, momentMs), [samples, momentMs]))
  const near = useFullSamples(useMemo(() => timesAround(orders ?? noOrders, samples), [orders, samples]))
  const [hourRead, nearRead] = [
    hour.status === 'ready' ? hour.value : noFull,
    near.status === 'ready' ? near.value : noFull,
  ]
  const wanted = sampleAt(samples, instantMs)
  const isThere = wanted === undefined || hourRead.some(each => each.atMs === wanted.atMs)
  const isReading =
    orders === undefined ||
    cash === undefined ||
    near.status === 'waiting' ||
    hour.status === 'waiting' ||
    (!isThere && hour.status === 'ready' && hour.isSearching)
  const stored = useMemo(
    (): StoredHistory => ({
      samples,
      full: [...hourRead, ...nearRead],
      first,
      orders: orders ?? noOrders,
      cash: cash ?? noCash,
      find: symbol => index?.bySymbol(symbol),
    }),
    [samples, hourRead, nearRead, first, orders, cash, index],
  )
  const now = useMemo(() => (isReading ? undefined : stateAt(instantMs, stored)), [isReading, instantMs, stored])
  const [last, setLast] = useState(now)
  if (now !== undefined && now !== last) setLast(now)
  const failed = [filled, booked, hour, near].find(each => each.status === 'failed')
  return { state: now ?? last, isReading, fault: fault ?? (failed?.status === 'failed' ? failed.message : undefined) }
}
