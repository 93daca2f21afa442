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

const read = (): Width => (matchMedia(wide).matches ? 'wide' : matchMedia(medium).matches ? 'medium' : 'narrow')

/** Room on the screen: narrow (< 768 px, one pane), medium (two panes and a drawer), wide (≥ 1280 px, three panes). */
export const useWidth = (): Width => useSyncExternalStore(subscribe, read, () => 'wide' as const)
