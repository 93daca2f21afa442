import type { ReactNode } from 'react'
import { formatCountdown } from '../format/format-time.ts'
import { formatZoned } from '../format/zoned-time.ts'
import { useTicking } from '../use-tick.ts'

export interface CountdownProps {
  /** The one absolute end, ms since 1970. */
  readonly endMs: number
  /** The clock it runs by: the venue's. */
  readonly nowMs: () => number
  readonly ended?: ReactNode
}

/** Time left to an absolute end. */
export function Countdown({ endMs, nowMs, ended = 'ended' }: CountdownProps): ReactNode {
  const text = useTicking(() => {
    const left = endMs - nowMs()
    return left > 0 ? formatCountdown(left) : undefined
  })
  return (
    <time className="tabular" dateTime={new Date(endMs).toISOString()} title={`ends ${formatZoned(endMs)}`}>
      {text ?? ended}
    </time>
  )
}
