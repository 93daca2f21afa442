import { useLayoutEffect } from 'react'
import { holdKeys } from './hold-keys.ts'

export function useHoldKeys(awaited: string | undefined): void {
  useLayoutEffect(() => (awaited === undefined ? undefined : holdKeys()), [awaited])
}
