/** Watch lists for the current venue, stored in this browser; there is always one. */
import { useMemo, useState } from 'react'
import { useVenue } from '../../api/venue/venue.ts'
import { readStored, writeStored } from '../../ui/stored.ts'

export interface WatchList {
  readonly name: string
  readonly symbols: ReadonlySet<string>
}

export interface WatchLists {
  readonly lists: readonly WatchList[]
  readonly watched: ReadonlySet<string>
  readonly toggle: (name: string, symbol: string) => void
  /** False if the name is empty or taken, or there are too many lists. */
  readonly add: (name: string) => boolean
  readonly rename: (name: string, next: string) => boolean
  readonly remove: (name: string) => void
}

interface SavedLists {
  readonly venueKey: string
  readonly lists: readonly WatchList[]
}

const mostWatched = 500
export const mostLists = 20
const longestName = 30
const firstName = 'Watch list'
const keyOf = (venueKey: string): string => `legwork.watched.${venueKey}`

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** Parses stored lists; an earlier version stored one list without a name. */
export function parseWatchLists(stored: unknown): readonly WatchList[] {
  if (Array.isArray(stored) && stored.every(each => typeof each === 'string'))
    return [{ name: firstName, symbols: new Set(stored) }]
  const rows: readonly unknown[] = Array.isArray(stored) ? stored : []
  const lists = rows.flatMap(row => {
    const { name, symbols } = (typeof row === 'object' && row !== null ? row : {}) as {
      readonly name?: unknown
      readonly symbols?: unknown
    }
    return typeof name === 'string' && isName(name) ? [{ name, symbols: new Set(textsOf(symbols)) }] : []
  })
  const byName = [...new Map(lists.map(list => [list.name, list] as const)).values()]
  return byName.length === 0 ? [{ name: firstName, symbols: new Set() }] : byName.slice(0, mostLists)
}

const isName = (name: string): boolean => name.trim() !== '' && name.length <= longestName

const read = (venueKey: string): SavedLists => ({ venueKey, lists: parseWatchLists(readStored(keyOf(venueKey))) })

export function toggled({ name, symbols }: WatchList, symbol: string): WatchList {
  const next = new Set(symbols)
  if (!next.delete(symbol)) next.add(symbol)
  return { name, symbols: new Set([...next].slice(-mostWatched)) }
}

export function useWatchLists(): WatchLists {
  const { key: venueKey } = useVenue()
  const [saved, setSaved] = useState(() => read(venueKey))
  const present = saved.venueKey === venueKey ? saved : read(venueKey)
  if (present !== saved) setSaved(present)
  const { lists } = present
  return useMemo(() => {
    /** Reads again, since another tab may have changed them. */
    const change = (next: (lists: readonly WatchList[]) => readonly WatchList[] | undefined): boolean => {
      const changed = next(read(venueKey).lists)
      if (changed === undefined) return false
      writeStored(
        keyOf(venueKey),
        changed.map(list => ({ name: list.name, symbols: [...list.symbols] })),
      )
      setSaved({ venueKey, lists: changed })
      return true
    }
    const isFree = (all: readonly WatchList[], name: string): boolean =>
      isName(name) && all.every(list => list.name !== name)
    return {
      lists,
      watched: new Set(lists.flatMap(list => [...list.symbols])),
      toggle: (name, symbol) =>
        void change(all => all.map(list => (list.name === name ? toggled(list, symbol) : list))),
      add: name =>
        change(all =>
          all.length < mostLists && isFree(all, name.trim())
            ? [...all, { name: name.trim(), symbols: new Set() }]
            : undefined,
        ),
      rename: (name, next) =>
        change(all =>
          isFree(all, next.trim())
            ? all.map(list => (list.name === name ? { ...list, name: next.trim() } : list))
            : undefined,
        ),
      remove: name => void change(all => (all.length > 1 ? all.filter(list => list.name !== name) : undefined)),
    }
  }, [lists, venueKey])
}
