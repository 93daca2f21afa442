import { useSyncExternalStore } from 'react'

export type Width = 'narrow' | 'medium' | 'wide'

const medium = '(min-width: 768px)'
const wide = '(min-width: 1280px)'

function subscribe(listener: () => void): () => void {
  const queries = [matchMedia(medium), matchMedia(wide)]
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export const readWidth = (): Width => (matchMedia(wide).matches ? 'wide' : matchMedia(medium).matches ? 'medium' : 'narrow')

const vast = '(min-width: 2200px)'

function subscribeUltrawide(listener: () => void): () => void {
  const query = matchMedia(vast)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const readIsUltrawide = (): boolean => matchMedia(vast).matches

/** True if the window has room for two columns of what is otherwise stacked. */
export const useIsUltrawide = (): boolean => useSyncExternalStore(subscribeUltrawide, readIsUltrawide, () => false)

export const useWidth = (): Width => useSyncExternalStore(subscribe, readWidth, () => 'wide' as const)
