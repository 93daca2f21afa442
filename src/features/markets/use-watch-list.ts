/** The instruments that the reader watches at the present venue, kept in this browser. */
import { useCallback, useState } from 'react'
import { useVenue } from '../../api/venue/venue.ts'
import { readStored, writeStored } from '../../ui/stored.ts'

export interface WatchList {
  readonly symbols: ReadonlySet<string>
  readonly toggle: (symbol: string) => void
}

interface Kept {
  readonly venueKey: string
  readonly symbols: ReadonlySet<string>
}

/** The oldest make room. */
const mostWatched = 500
const keyOf = (venueKey: string): string => `legwork.watched.${venueKey}`

function read(venueKey: string): Kept {
  const stored = readStored(keyOf(venueKey))
  const symbols = Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : []
  return { venueKey, symbols: new Set(symbols) }
}

export function useWatchList(): WatchList {
  const { key: venueKey } = useVenue()
  const [kept, setKept] = useState(() => read(venueKey))
  const present = kept.venueKey === venueKey ? kept : read(venueKey)
  if (present !== kept) setKept(present)
  const toggle = useCallback(
    (symbol: string) => {
      // Another tab may have changed it meanwhile.
      const symbols = new Set(read(venueKey).symbols)
      if (!symbols.delete(symbol)) symbols.add(symbol)
      const list = [...symbols].slice(-mostWatched)
      writeStored(keyOf(venueKey), list)
      setKept({ venueKey, symbols: new Set(list) })
    },
    [venueKey],
  )
  return { symbols: present.symbols, toggle }
}
