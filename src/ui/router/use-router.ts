/** The router of the page, for components: what is shown, and how to go elsewhere. */
import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Address, Destination, SearchText } from './address.ts'
import type { Router } from './router.ts'

export const RouterContext = createContext<Router | undefined>(undefined)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === undefined) throw new Error('There is no RouterContext around this.')
  return router
}

/** Part of the address that is shown: text, or one of its own objects, since another is another each time. Drawn again when it changes. */
export function useAddress<Part>(select: (address: Address) => Part): Part {
  const router = useRouter()
  const read = (): Part => select(router.location)
  return useSyncExternalStore(router.subscribe, read, read)
}

const searchOfAddress = ({ search }: Address): SearchText => search

/** The parameters of the address; the same object while none changes. */
export const useSearch = (): SearchText => useAddress(searchOfAddress)

/** Goes elsewhere; the same function while the page stands. */
export const useNavigate = (): ((destination: Destination) => void) => useRouter().navigate

/** While it stands, the browser's Back closes it and goes nowhere. */
export function useCloseOnBack(close: () => void): void {
  const router = useRouter()
  const onBack = useEffectEvent(close)
  useEffect(() => router.closeOnBack(() => onBack()), [router])
}
