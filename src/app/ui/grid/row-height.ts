import { useMedia } from '../panel/use-width.ts'
import { usePreferences } from '../theme/preferences.ts'

const heights = { normal: 28, compact: 22 } as const

export const twoLinesPx = 44

/** Height of a row in px: a finger needs more than a pointer, at any density. */
export function useRowHeight({
  rowPx,
  compact,
}: {
  readonly rowPx?: number | undefined
  readonly compact?: boolean | undefined
}): number {
  const { density } = usePreferences()
  const height = rowPx ?? heights[compact === true ? 'compact' : density]
  return Math.max(height, useMedia('(pointer: coarse)') ? twoLinesPx : 0)
}
