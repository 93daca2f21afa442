/**
 * Age of the oldest live resource as a light: green live, amber late or with unreadable rows, red failing, grey asleep
 * or signed out.
 */
import { FittingLine } from '../../ui/controls/fitting-line.tsx'
import { useTicking } from '../../ui/use-tick.ts'
import { formatAge } from '../../ui/format/format-time.ts'
import styles from './shell.module.css'

export type ConnectionState = 'live' | 'delayed' | 'data' | 'failing' | 'sleeping' | 'signed_out'

export interface ConnectionLightProps {
  readonly state: ConnectionState
  readonly oldestAgoMs: () => number | undefined
  /** Account data that could not be read. */
  readonly unread?: string | undefined
}

const text: Record<ConnectionState, string> = {
  live: 'live',
  delayed: 'late',
  data: 'data',
  failing: 'failing',
  sleeping: 'asleep',
  signed_out: 'signed out',
}

export function ConnectionLight({ state, oldestAgoMs, unread }: ConnectionLightProps) {
  const ago = useTicking(() => {
    const age = oldestAgoMs()
    return age === undefined ? undefined : formatAge(age)
  })
  return (
    <span
      className={styles.light}
      data-testid="connection-light"
      data-state={state}
      title={
        unread === undefined ? 'Age of the oldest figure on screen that should be live' : `${unread}: figures made of them are not shown`
      }
    >
      <span aria-hidden="true" className={styles.dot} />
      <FittingLine>
        <span>{text[state]}</span>
        {state !== 'signed_out' && <span className={styles.lightAge}>{ago}</span>}
      </FittingLine>
    </span>
  )
}
