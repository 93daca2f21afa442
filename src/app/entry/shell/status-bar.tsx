/** The footer: the last fault, age of the oldest resource, and orders with an open outcome. */
import { Age } from '../../ui/format/figures.tsx'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import styles from './shell.module.css'
import { Link } from '../../ui/router/link.tsx'

export interface StatusResource {
  readonly name: string
  readonly agoMs: () => number | undefined
  readonly freshness: 'live' | 'delayed' | 'stale' | 'unknown'
}

export interface StatusBarProps {
  readonly lastFault: string | undefined
  readonly resources: readonly StatusResource[]
  readonly pending: number
  readonly locked: boolean
}

function oldestOf(resources: readonly StatusResource[]): number | undefined {
  const ages = resources.map(each => each.agoMs())
  return ages.reduce<number | undefined>(
    (oldest, age) => (age === undefined || oldest === undefined ? undefined : Math.max(oldest, age)),
    0,
  )
}

/** One age while everything is live; otherwise the late resources by name. */
export function StatusBar({ lastFault, resources, pending, locked }: StatusBarProps) {
  const late = resources.filter(each => each.freshness !== 'live').toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return (
    <footer className={styles.status} aria-label="Status">
      {locked && <span className={styles.statusWarning}>Trading locked in this tab</span>}
      {pending > 0 && (
        <Link to="/orders" className={styles.statusWarning}>
          {pending === 1 ? '1 order unconfirmed' : `${pending} orders unconfirmed`}
        </Link>
      )}
      <span className={styles.statusFault}>{lastFault !== undefined ? stripHostile(lastFault, 160) : pending > 0 ? '' : 'No errors'}</span>
      <span className={styles.statusResources}>
        {late.map(resource => (
          <span key={resource.name} className={styles.statusResource} data-freshness={resource.freshness}>
            {resource.name} <Age agoMs={resource.agoMs} />
          </span>
        ))}
        {late.length === 0 && resources.length > 0 && (
          <span className={styles.statusResource} data-freshness="live" title={resources.map(each => each.name).join(', ')}>
            oldest <Age agoMs={() => oldestOf(resources)} />
          </span>
        )}
      </span>
    </footer>
  )
}
