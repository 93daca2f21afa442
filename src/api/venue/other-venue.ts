/**
 * A page belongs to the venue it was served for, and says so with each request to its own server. When that answers that it stands in front
 * of another venue now, this page is over: it asks and sends nothing more until it is reloaded, whatever the server says later.
 */
import { venueHeader } from '../../contract/header-names.ts'
import { createStore, useStore } from '../browser/store.ts'
import { onVenueChange, readVenue } from './venue.ts'

/** The venue that answered instead of ours. */
const other = createStore<string | undefined>(undefined)

export const otherVenue = (): string | undefined => other.get()
export const useOtherVenue = (): string | undefined => useStore(other)
export const onOtherVenue = other.subscribe

export function noteOtherVenue(name: string): void {
  other.set(name)
}

// Another address under Settings is not the server's affair.
onVenueChange(() => other.set(undefined))

/** What goes with requests to the page's own server; undefined to any other, which knows nothing of it. */
export function pageHeaders(address: string): Readonly<Record<string, string>> | undefined {
  return address === '' ? { [venueHeader]: readVenue().key } : undefined
}
