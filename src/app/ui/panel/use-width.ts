import { useCallback, useSyncExternalStore } from 'react'

export type Width = 'narrow' | 'medium' | 'wide'

const medium = '(min-width: 768px)'
const wide = '(min-width: 1280px)'
const vast = '(min-width: 2200px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

export const useIsUltrawide = (): boolean => useMedia(vast)

export function useWidth(): Width {
  const [isMedium, isWide] = [useMedia(medium), useMedia(wide)]
  return isWide ? 'wide' : isMedium ? 'medium' : 'narrow'
}
