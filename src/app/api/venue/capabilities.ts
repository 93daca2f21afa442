/**
 * Optional calls of the venue, learnt from answers: 404, 405 or 501 means absent, any success means present. Absent
 * calls are not tried again until the venue changes.
 */
import type { EndpointName } from '../../../core/contract/endpoints.ts'
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

export const watchVenueForCapabilities = (): (() => void) => onVenueChange(() => capabilities.set(nothingKnown))
