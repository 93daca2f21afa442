import { useLayoutEffect } from 'react'

/** Marks `<html data-ready="true">` while the current screen shows live data; a screen calls it once. */
export function useReady(ready: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.ready = String(ready)
    return () => {
      document.documentElement.dataset.ready = 'false'
    }
  }, [ready])
}
