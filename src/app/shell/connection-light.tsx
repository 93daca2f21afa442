/** Age of the oldest live resource as a light: green live, amber late, red failing, grey asleep or signed out. */
import { FittingLine } from '../../ui/controls/fitting-line.tsx'
import { useTicking } from '../../ui/use-tick.ts'
import { formatAge } from '../../ui/format/format-time.ts'
import styles from './shell.module.css'

export type ConnectionState = 'live' | 'delayed' | 'failing' | 'sleeping' | 'signed_out'

export interface ConnectionLightProps {
  readonly state: ConnectionState
  readonly oldestAgoMs: () => number | undefined
}

const words: Record<ConnectionState, string> = {
  live: 'live',
  delayed: 'late',
  failing: 'failing',
  sleeping: 'asleep',
  signed_out: 'signed out',
}

export function ConnectionLight({ state, oldestAgoMs }: ConnectionLightProps) {
  const ago = useTicking(() => {
    const age = oldestAgoMs()
    return age === undefined ? undefined : formatAge(age)
  })
  return (
    <span
      className={styles.light}
      data-testid="connection-light"
      data-state={state}
      title="Age of the oldest figure on screen that should be live"
    >
      <span aria-hidden="true" className={styles.dot} />
      <FittingLine>
        <span>{words[state]}</span>
        {state !== 'signed_out' && ago !== undefined && <span className={styles.lightAge}>{ago}</span>}
      </FittingLine>
    </span>
  )
}
