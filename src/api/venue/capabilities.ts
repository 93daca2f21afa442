/**
 * Which of the optional calls the venue has, learnt from its answers: 404, 405 or 501 means it lacks one, any success that it has it.
 * Nothing that is lacking is asked again until the venue is another one.
 */
import type { EndpointName } from '../../contract/endpoints.ts'
import { createStore, useStore } from '../browser/store.ts'
import { onVenueChange } from './venue.ts'

export type Capability = 'unknown' | 'present' | 'absent'

type CoreName = 'exchangeInfo' | 'deliverableInfo' | 'placeOrder' | 'openOrders' | 'orderDetails' | 'balances' | 'positions'
type OptionalName = Exclude<EndpointName, CoreName>
export type Capabilities = Readonly<Record<OptionalName, Capability>>

const nothingKnown: Capabilities = {
  time: 'unknown',
  orderBook: 'unknown',
  marketSummary: 'unknown',
  cancelOrder: 'unknown',
  cancelAllOrders: 'unknown',
  refreshInterest: 'unknown',
  sandboxSession: 'unknown',
  endSandboxSession: 'unknown',
}

const capabilities = createStore<Capabilities>(nothingKnown)

export const readCapabilities = (): Capabilities => capabilities.get()
export const subscribeCapabilities = capabilities.subscribe
export const useCapabilities = (): Capabilities => useStore(capabilities)

export function learnCapability(name: EndpointName, found: 'present' | 'absent'): void {
  const known = capabilities.get()
  if (!(name in known) || known[name as OptionalName] === found) return
  capabilities.set({ ...known, [name]: found })
}

/** Forgets all when the venue becomes another; the answer stops it. */
export const watchVenueForCapabilities = (): (() => void) => onVenueChange(() => capabilities.set(nothingKnown))
