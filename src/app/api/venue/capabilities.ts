/**
 * Optional calls of the venue, learnt from answers: 404, 405 or 501 means absent, any success means present. Absent
 * calls are not tried again until the venue changes.
 */
import {
  type EndpointName,
  endpointNames,
  isOptional,
  type OptionalEndpoint,
} from '../../../core/contract/endpoints.ts'
import { createStore, useStore } from '../browser/store.ts'
import { onVenueChange } from './venue.ts'

export type Capability = 'unknown' | 'present' | 'absent'

export type Capabilities = Readonly<Record<OptionalEndpoint, Capability>>

const nothingKnown = Object.fromEntries(endpointNames.filter(isOptional).map(name => [name, 'unknown'])) as Capabilities

const capabilities = createStore<Capabilities>(nothingKnown)

export const readCapabilities = (): Capabilities => capabilities.get()
export const subscribeCapabilities = capabilities.subscribe
export const useCapabilities = (): Capabilities => useStore(capabilities)

export function learnCapability(name: EndpointName, found: 'present' | 'absent'): void {
  const known = capabilities.get()
  if (!isOptional(name) || known[name] === found) return
  capabilities.set({ ...known, [name]: found })
}

export const watchVenueForCapabilities = (): (() => void) => onVenueChange(() => capabilities.set(nothingKnown))
