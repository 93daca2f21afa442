import { useLayoutEffect } from 'react'
import { holdKeys } from './hold-keys.ts'

/** Buffers keys for an awaited overlay until it has the focus or is no longer awaited. */
export function useHoldKeys(awaited: string | undefined): void {
  useLayoutEffect(() => (awaited === undefined ? undefined : holdKeys()), [awaited])
}
