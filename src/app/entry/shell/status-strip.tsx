/**
 * The line under the top bar: a venue that does not answer, orders without an outcome, a lock, a fault, and the views
 * of the screen. Its space is always reserved, so that nothing moves. Portfolio begins with a row that leaves its end
 * free, and so do the tabs of Build on a phone: there the line lies over that row instead. In a wider window Build and
 * Settings have the status in the top bar.
 */
import type { ReactNode } from 'react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Age } from '../../ui/format/figures.tsx'
import { Link } from '../../ui/router/link.tsx'
import styles from './shell.module.css'

export interface StatusResource {
  readonly name: string
  readonly agoMs: () => number | undefined
  readonly freshness: 'live' | 'delayed' | 'stale' | 'unknown'
  readonly fault?: { readonly kind: string } | undefined
}

export interface StatusStripProps {
  readonly screen: string
  readonly children: ReactNode
  readonly isFailing: boolean
}

export interface StatusProps {
  readonly isFailing: boolean
  readonly lastFault: string | undefined
  readonly resources: readonly StatusResource[]
  readonly pending: number
  readonly locked: boolean
  readonly onRetry?: (() => void) | undefined
}

export function StatusStrip({ screen, children, isFailing }: StatusStripProps) {
  return (
    <div className={styles.strip} data-screen={screen} data-failing={isFailing}>
      {children}
    </div>
  )
}

export function Status({ isFailing, lastFault, resources, pending, locked, onRetry }: StatusProps) {
  return (
    <section className={styles.status} data-failing={isFailing} aria-label="Status">
      {(isFailing || locked || pending > 0) && (
        <span className={styles.words}>
          {locked && (
            <span className={styles.statusWarning}>
              Trading locked<span className={styles.more}> in this tab</span>
            </span>
          )}
          {pending > 0 && (
            <Link to="/orders" className={styles.statusWarning}>
              {pending} <span className={styles.more}>{pending === 1 ? 'order ' : 'orders '}</span>unconfirmed
            </Link>
          )}
          {isFailing && <Failure resources={resources} />}
        </span>
      )}
      {lastFault !== undefined && <span className={styles.statusFault}>{stripHostile(lastFault, 160)}</span>}
      {isFailing && onRetry !== undefined && (
        <Button size="sm" variant="quiet" icon={<RotateCw size={12} />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </section>
  )
}

const isOld = ({ freshness, fault }: StatusResource): boolean =>
  fault !== undefined || freshness === 'stale' || freshness === 'unknown'

function Failure({ resources }: Pick<StatusProps, 'resources'>) {
  const old = resources.filter(isOld)
  const isUnreachable = old.length === resources.length || old.some(({ fault }) => fault?.kind === 'network')
  const names = old.map(({ name }) => name).join(', ')
  const oldestMs = (): number | undefined => {
    const ages = old.flatMap(each => each.agoMs() ?? [])
    return ages.length === 0 ? undefined : Math.max(...ages)
  }
  return (
    <strong className={styles.failure}>
      <TriangleAlert size={12} aria-hidden="true" />
      <span>
        {isUnreachable ? 'Venue unreachable' : `No answer about ${names}`}
        <span>
          <Age agoMs={oldestMs} words={age => ` for ${age}`} />.
        </span>
        <span> Figures are old.</span>
      </span>
    </strong>
  )
}
