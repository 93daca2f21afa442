/**
 * Age of the oldest live resource as a light: green live, amber late or with unreadable rows, red failing, grey asleep
 * or signed out. A press opens its words.
 */
import type { ConnectionState } from '../../api/polling/connection.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { FittingLine } from '../../ui/controls/fitting-line.tsx'
import { Popover } from '../../ui/controls/popover.tsx'
import { Age } from '../../ui/format/figures.tsx'
import { formatAge } from '../../ui/format/format-time.ts'
import { useTicking } from '../../ui/use-tick.ts'
import styles from './shell.module.css'
import type { StatusResource } from './status-strip.tsx'

export interface ConnectionLightProps {
  readonly state: ConnectionState
  readonly oldestAgoMs: () => number | undefined
  readonly resources: readonly StatusResource[]
  readonly lastFault?: { readonly message: string } | undefined
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

const sentences: Record<ConnectionState, string> = {
  live: 'Every figure is live.',
  delayed: 'Some figures are late.',
  data: 'Some rows could not be read.',
  failing: 'The venue does not answer. Figures are the last that were read.',
  sleeping: 'Nothing is read while the page is hidden.',
  signed_out: 'Signed out: no figure of an account is read.',
}

export function ConnectionLight({ state, oldestAgoMs, resources, lastFault, unread }: ConnectionLightProps) {
  const ago = useTicking(() => {
    const age = oldestAgoMs()
    return age === undefined ? undefined : formatAge(age)
  })
  return (
    <Popover
      label="Connection"
      testId="connection-light"
      state={state}
      className={styles.light}
      face={
        <>
          <span aria-hidden="true" className={styles.dot} />
          <FittingLine>
            <span>{text[state]}</span>
            {state !== 'signed_out' && <span className={styles.lightAge}>{ago}</span>}
          </FittingLine>
        </>
      }
    >
      <div className={styles.lightWords}>
        <strong>{sentences[state]}</strong>
        {unread !== undefined && <p>{unread}: figures made of them are not shown.</p>}
        {lastFault !== undefined && <p>{stripHostile(lastFault.message, 160)}</p>}
        <DefinitionList items={resources.map(({ name, agoMs }) => ({ term: name, value: <Age agoMs={agoMs} /> }))} />
      </div>
    </Popover>
  )
}
