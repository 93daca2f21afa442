/**
 * When the interest of an RFQ was last refreshed from this browser, by client id (server time, ms). Kept over a reload, since the venue's
 * records carry no times; entries over a day old are forgotten.
 */
import { useSyncExternalStore } from 'react'
import { dayMs } from '../../domain/time.ts'
import { readStored, writeStored } from '../../api/browser/stored.ts'

const key = 'legwork.rfq-refreshed'
const listeners = new Set<() => void>()

function read(): ReadonlyMap<string, number> {
  const stored = readStored('local', key)
  if (typeof stored !== 'object' || stored === null) return new Map()
  return new Map(Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

let refreshed: ReadonlyMap<string, number> | undefined
const current = (): ReadonlyMap<string, number> => (refreshed ??= read())

/** The interest in the RFQ was refreshed at `atMs`, server time. */
export function noteRefreshed(clientOrderId: string, atMs: number): void {
  const young = [...current()].filter(([, at]) => atMs - at < dayMs)
  refreshed = new Map([...young, [clientOrderId, atMs]])
  writeStored('local', key, Object.fromEntries(refreshed))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useRefreshed = (): ReadonlyMap<string, number> => useSyncExternalStore(subscribe, current)
