import type { ReactNode } from 'react'
import { formatZoned, zoneLabel } from '../format/zoned-time.ts'
import { useTicking } from '../use-tick.ts'
import styles from './notes.module.css'

export interface LifeBarProps {
  readonly startMs: number
  readonly endEarliestMs: number
  readonly endLatestMs: number
  readonly nowMs: () => number
  /** True if the end is limited by the expiry of its legs. */
  readonly isWithLegs?: boolean | undefined
}

/** Remaining life of an order: the certain part solid, the last cycle hatched, since only the venue knows its end. */
export function LifeBar({ startMs, endEarliestMs, endLatestMs, nowMs, isWithLegs = false }: LifeBarProps): ReactNode {
  const whole = Math.max(1, endLatestMs - startMs)
  // Whole percent: the bar re-renders a hundred times in its life, not twice a second.
  const left = useTicking(() => Math.round((Math.max(0, Math.min(whole, endLatestMs - nowMs())) / whole) * 100))
  const certain = Math.max(0, Math.min(100, Math.round(((endEarliestMs - startMs) / whole) * 100)))
  const gone = 100 - left
  const latest = `${formatZoned(endLatestMs, 'minutes')} ${zoneLabel()}`
  const when = endEarliestMs === endLatestMs ? latest : `between ${formatZoned(endEarliestMs, 'minutes')} and ${latest}`
  const text = isWithLegs ? `ends with its legs, ${when}` : `ends ${when}`
  return (
    <span title={text} className={styles.life}>
      <span className="visually-hidden">{text}</span>
      <span className={styles.lifeCertain} style={{ left: `${gone}%`, right: `${100 - Math.max(gone, certain)}%` }} />
      <span className={styles.lifeUncertain} style={{ left: `${Math.max(gone, certain)}%`, right: 0 }} />
    </span>
  )
}
