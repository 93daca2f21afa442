/**
 * A page belongs to the venue it was served for, and names it in each request to its own server. If the server now
 * stands for another venue, the page stops all requests until it is reloaded.
 */
import { venueHeader } from '../../../core/contract/header-names.ts'
import { createStore, useStore } from '../browser/store.ts'
import { onVenueChange, readVenue } from './venue.ts'

const other = createStore<string | undefined>(undefined)

export const otherVenue = (): string | undefined => other.get()
export const useOtherVenue = (): string | undefined => useStore(other)
export const onOtherVenue = other.subscribe

export function noteOtherVenue(name: string): void {
  other.set(name)
}

// Another address in Settings does not concern the server.
onVenueChange(() => other.set(undefined))

export function pageHeaders(address: string): Readonly<Record<string, string>> | undefined {
  return address === '' ? { [venueHeader]: readVenue().key } : undefined
}
