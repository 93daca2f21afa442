/** The connection as one light: visible data, its age, and failures. */
import { useMemo, useSyncExternalStore } from 'react'
import { type Arrival, type Freshness, freshnessOf, subscribeArrivals, watchedArrivals } from './arrivals.ts'
import type { ApiFault } from '../../../core/client/fault.ts'
import { isVisible, subscribeBeat } from '../browser/heartbeat.ts'
import { createStore } from '../browser/store.ts'
import { serverClock } from '../venue/clock.ts'
import { readSession, subscribeSession } from '../venue/session.ts'
import { systemTimers } from '../../../core/client/timers.ts'

/** `data`: answers arrive, but unreadable account rows make figures unknown. */
export type ConnectionState = 'live' | 'delayed' | 'data' | 'failing' | 'sleeping' | 'signed_out'

export interface ConnectionResource {
  readonly name: string
  readonly agoMs: () => number | undefined
  readonly freshness: Freshness
  readonly fault?: ApiFault | undefined
}

export interface Connection {
  readonly state: ConnectionState
  readonly oldestAgoMs: () => number | undefined
  readonly resources: readonly ConnectionResource[]
  readonly lastFault?: ApiFault | undefined
  readonly unread?: string | undefined
}

/** Resources slower than this do not indicate the connection state. */
const slowMs = 60_000
const livingArrivals = (): readonly Arrival[] => watchedArrivals().filter(each => each.intervalMs < slowMs)

const now = (): number => systemTimers.monotonicMs()

const unreadArrivals = (): readonly Arrival[] => watchedArrivals().filter(each => each.mustBeWhole && each.unread > 0)

const missing = createStore<readonly string[]>([])

export function reportMissing(text: string): () => void {
  missing.set([...missing.get(), text])
  return () => {
    const at = missing.get().indexOf(text)
    missing.set(missing.get().filter((_, index) => index !== at))
  }
}

function unreadText(): string | undefined {
  const parts = unreadArrivals().map(({ name, unread }) => `${unread} ${unread === 1 ? 'row' : 'rows'} of ${name}`)
  const unread = parts.length === 0 ? [] : [`${parts.join(' and ')} could not be read`]
  const clock = serverClock.hasStopped() ? ['the venue’s clock has stopped, so the age of its answers is unknown'] : []
  const texts = [...unread, ...clock, ...new Set(missing.get())]
  return texts.length === 0 ? undefined : texts.join('; ')
}

function stateOf(): ConnectionState {
  const session = readSession()
  if (session.status === 'signed_out' || session.isLapsed) return 'signed_out'
  if (!isVisible()) return 'sleeping'
  const known = livingArrivals().map(each => ({ freshness: freshnessOf(each, now()), isFailing: each.failures > 0 }))
  if (known.some(each => each.isFailing || each.freshness === 'stale')) return 'failing'
  if (unreadText() !== undefined) return 'data'
  return known.some(each => each.freshness !== 'live') ? 'delayed' : 'live'
}

function subscribe(listener: () => void): () => void {
  const ends = [
    subscribeBeat(listener),
    subscribeArrivals(listener),
    subscribeSession(listener),
    missing.subscribe(listener),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** A text that changes exactly when the connection must re-render; ages are read at render. */
function signature(): string {
  const state = stateOf()
  // A hidden page does not compute the rest until it is visible.
  if (state === 'sleeping') return state
  const parts = watchedArrivals().map(
    each => `${each.name} ${freshnessOf(each, now())} ${each.failures} ${each.fault?.message ?? ''}`,
  )
  return [state, unreadText() ?? '', ...parts].join('\n')
}

/** Groups resources of one name (several order books); the one received longest ago represents them. */
function oldestByName(watched: readonly Arrival[]): readonly Arrival[] {
  const byName = new Map<string, Arrival>()
  for (const each of watched) {
    const known = byName.get(each.name)
    if (known === undefined || (each.receivedMs ?? 0) < (known.receivedMs ?? 0)) byName.set(each.name, each)
  }
  return [...byName.values()]
}

function readConnection(_signature: string): Connection {
  const ago = (name: string) => () => {
    const receivedMs = oldestByName(watchedArrivals()).find(each => each.name === name)?.receivedMs
    return receivedMs === undefined ? undefined : now() - receivedMs
  }
  const watched = watchedArrivals()
  const failing = watched.filter(each => each.fault !== undefined).sort((a, b) => (b.faultMs ?? 0) - (a.faultMs ?? 0))
  return {
    state: stateOf(),
    oldestAgoMs: () => {
      const times = livingArrivals().flatMap(each => (each.receivedMs === undefined ? [] : [each.receivedMs]))
      return times.length === 0 ? undefined : now() - Math.min(...times)
    },
    resources: oldestByName(watched).map(each => ({
      name: each.name,
      agoMs: ago(each.name),
      freshness: freshnessOf(each, now()),
      fault: each.fault,
    })),
    lastFault: failing[0]?.fault,
    unread: unreadText(),
  }
}

export function useConnection(): Connection {
  const drawn = useSyncExternalStore(subscribe, signature, signature)
  return useMemo(() => readConnection(drawn), [drawn])
}
