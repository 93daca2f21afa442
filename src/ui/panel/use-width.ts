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

/** The room of this moment. */
export const readWidth = (): Width => (matchMedia(wide).matches ? 'wide' : matchMedia(medium).matches ? 'medium' : 'narrow')

const vast = '(min-width: 2200px)'

function subscribeVast(listener: () => void): () => void {
  const query = matchMedia(vast)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const readIsVast = (): boolean => matchMedia(vast).matches

/** Is there room for two of what elsewhere stands one after the other? */
export const useIsVast = (): boolean => useSyncExternalStore(subscribeVast, readIsVast, () => false)

/** Room on the screen: narrow (< 768 px, one pane), medium (two panes and a drawer), wide (≥ 1280 px, three panes). */
export const useWidth = (): Width => useSyncExternalStore(subscribe, readWidth, () => 'wide' as const)
