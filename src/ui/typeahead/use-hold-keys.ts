import { useLayoutEffect } from 'react'
import { holdKeys } from './hold-keys.ts'

/** Holds keys for what is awaited until it has the focus, or is awaited no more: closed before it had the focus, it leaves the keys to the page. */
export function useHoldKeys(awaited: string | undefined): void {
  useLayoutEffect(() => (awaited === undefined ? undefined : holdKeys()), [awaited])
}
