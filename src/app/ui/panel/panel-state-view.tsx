import { CircleDashed, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Skeleton } from '../controls/waiting.tsx'
import { Age } from '../format/figures.tsx'
import type { PanelState } from './panel-state.ts'
import styles from './panel.module.css'

type StandIn = Exclude<PanelState, { kind: 'ready' } | { kind: 'stale' } | { kind: 'last' }>

export function PanelStateView({ state }: { state: StandIn }): ReactNode {
  if (state.kind === 'waiting') {
    return (
      <div className={styles.waiting}>
        <output className="visually-hidden">{state.label ?? 'Loading'}</output>
        <Skeleton />
      </div>
    )
  }
  const failed = state.kind === 'failed'
  return (
    <div className={styles.state} role={failed ? 'alert' : undefined}>
      {failed ? (
        <TriangleAlert size={18} className={styles.failedMark} aria-hidden="true" />
      ) : (
        <CircleDashed size={18} className={styles.emptyMark} aria-hidden="true" />
      )}
      <p className={styles.stateTitle}>{state.title}</p>
      {state.detail !== undefined && <p className={styles.stateDetail}>{state.detail}</p>}
      {failed && state.retry !== undefined && (
        <Button size="sm" icon={<RotateCw size={12} />} onClick={state.retry}>
          Retry
        </Button>
      )}
      {!failed && state.action}
    </div>
  )
}

export const ReadingStored = (): ReactNode => (
  <PanelStateView state={{ kind: 'waiting', label: 'Reading what is stored' }} />
)

export function StaleBanner({ state }: { state: Extract<PanelState, { kind: 'stale' }> }): ReactNode {
  return (
    <div className={styles.stale} data-stale-note={state.detail === undefined ? 'age' : 'detail'}>
      <TriangleAlert size={12} aria-hidden="true" />
      <output className={styles.staleText}>
        Stale
        <Age agoMs={state.agoMs} words={age => `: ${age} old`} />
        {state.detail === undefined ? '' : ` · ${state.detail}`}
      </output>
      {state.retry !== undefined && (
        <Button size="sm" variant="quiet" onClick={state.retry}>
          Retry
        </Button>
      )}
    </div>
  )
}

export function LastKnownNote({ state }: { state: Extract<PanelState, { kind: 'last' }> }): ReactNode {
  return (
    <output className={styles.lastKnown}>
      Last known
      <Age agoMs={state.agoMs} words={age => `, ${age} old`} />: {state.detail ?? 'asking the venue'}
    </output>
  )
}
