/** Briefly shows what a key did to the draft. */
import { useCallback, useEffect, useState } from 'react'

export interface KeyFlash {
  readonly symbol: string | undefined
  readonly text: string
}

const shownMs = 1_500

export function useKeyFlash() {
  const [flash, setFlash] = useState<KeyFlash>()
  useEffect(() => {
    if (flash === undefined) return undefined
    const timer = setTimeout(() => setFlash(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [flash])
  return { flash, say: useCallback((symbol: string | undefined, text: string) => setFlash({ symbol, text }), []) }
}
