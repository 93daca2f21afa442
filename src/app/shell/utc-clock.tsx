/** The venue's time, in UTC unless the reader chose otherwise, with how far this machine's clock is off. */
import { FittingLine } from '../../ui/controls/fitting-line.tsx'
import { useTicking } from '../../ui/use-tick.ts'
import { formatZoned, otherZone, zoneLabel } from '../../ui/format/zoned-time.ts'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { formatOffset } from '../../ui/format/format-time.ts'
import styles from './shell.module.css'

export interface UtcClockProps {
  readonly nowMs: () => number
  /** Server minus this machine; undefined before the first answer. */
  readonly offsetMs: number | undefined
}

export function UtcClock({ nowMs, offsetMs }: UtcClockProps) {
  usePreferences()
  const now = useTicking(() => Math.floor(nowMs() / 1_000) * 1_000)
  const offset = offsetMs === undefined ? undefined : formatOffset(offsetMs)
  return (
    <span className={styles.clock} title={`${otherZone(now)}. The difference is the venue's clock against this machine's.`}>
      <FittingLine>
        <time className="tabular">{formatZoned(now, 'time')}</time>
        <span className={styles.faint}>{zoneLabel()}</span>
        <span className={styles.offset}>{offset !== undefined && `(${offset})`}</span>
      </FittingLine>
    </span>
  )
}
