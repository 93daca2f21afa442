import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Address, Destination, SearchText } from './address.ts'
import type { Router } from './router.ts'

export const RouterContext = createContext<Router | undefined>(undefined)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === undefined) throw new Error('There is no RouterContext around this.')
  return router
}

export function useAddress<Part>(select: (address: Address) => Part): Part {
  const router = useRouter()
  const read = (): Part => select(router.location)
  return useSyncExternalStore(router.subscribe, read, read)
}

const searchOfAddress = ({ search }: Address): SearchText => search

/** The parameters; the same object while unchanged. */
export const useSearch = (): SearchText => useAddress(searchOfAddress)

export const useNavigate = (): ((destination: Destination) => void) => useRouter().navigate

export function useCloseOnBack(close: () => void): void {
  const router = useRouter()
  const onBack = useEffectEvent(close)
  useEffect(() => router.closeOnBack(() => onBack()), [router])
}
