/** Positions by next expiry, each closed or rolled as one package: a press drafts it, nothing is sent. */
import { useState } from 'react'
import type { Position } from '../../../../core/domain/account.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { reopened } from '../../../links/builder-link.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { useNavigate } from '../../../ui/router/use-router.ts'
import { closingDraft, type ExpiringGroup, expiringGroups, rollingDraft } from './expiring-groups.ts'
import { Section } from './section.tsx'
import styles from './start.module.css'

const mostExpiries = 3

interface ExpiringProps {
  readonly index: InstrumentIndex
  readonly positions: readonly Position[] | undefined
  readonly nowMs: number
}

export function Expiring({ index, positions, nowMs }: ExpiringProps) {
  const navigate = useNavigate()
  const [note, setNote] = useState<string>()
  const next = expiringGroups(positions ?? [], nowMs).slice(0, mostExpiries)
  const draft = (made: ReturnType<typeof closingDraft>) => {
    setNote(made.note)
    if (made.search !== undefined) navigate({ to: '/build', search: reopened(made.search) })
  }
  if (positions !== undefined && next.length === 0) return null
  return (
    <Section title="Expiring next">
      {positions === undefined && <p className="muted">Positions are not known here.</p>}
      <ul className={styles.expiring}>
        {next.map(group => (
          <li key={`${group.base} ${group.expiryMs}`}>
            <span>
              {group.base} {shortExpiry(group.expiryMs)}
              <span className="muted">
                {' '}
                {group.held.length} {group.held.length === 1 ? 'position' : 'positions'}, in{' '}
                {formatDaysLeft(group.expiryMs - nowMs)}
              </span>
            </span>
            <Ways
              group={group}
              close={() => draft(closingDraft(group))}
              roll={() => draft(rollingDraft(group, index, nowMs))}
            />
          </li>
        ))}
      </ul>
      {note === undefined ? null : <output className={styles.why}>{note}</output>}
    </Section>
  )
}

interface WaysProps {
  readonly group: ExpiringGroup
  readonly close: () => void
  readonly roll: () => void
}

function Ways({ group: { base, expiryMs }, close, roll }: WaysProps) {
  const what = `${base} ${shortExpiry(expiryMs)}`
  return (
    <span className={styles.ways}>
      <Button size="sm" aria-label={`Close ${what}`} title="Draft the order that closes it" onClick={close}>
        Close
      </Button>
      <Button
        size="sm"
        aria-label={`Roll ${what}`}
        title="Draft the roll to the next expiry, at the same strikes"
        onClick={roll}
      >
        Roll
      </Button>
    </span>
  )
}
