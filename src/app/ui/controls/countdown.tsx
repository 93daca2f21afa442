import type { ReactNode } from 'react'
import { formatCountdown } from '../format/format-time.ts'
import { formatZoned } from '../format/zoned-time.ts'
import { useTicking } from '../use-tick.ts'

export interface CountdownProps {
  /** Absolute end, ms since 1970. */
  readonly endMs: number
  readonly nowMs: () => number
  readonly ended?: ReactNode
}

export function Countdown({ endMs, nowMs, ended = 'ended' }: CountdownProps): ReactNode {
  const text = useTicking(() => {
    const left = endMs - nowMs()
    return left > 0 ? formatCountdown(left) : undefined
  })
  return (
    <time dateTime={new Date(endMs).toISOString()} title={`ends ${formatZoned(endMs)}`}>
      {text ?? ended}
    </time>
  )
}
