import { CircleDashed, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Skeleton } from '../controls/skeleton.tsx'
import { Age } from '../format/figures.tsx'
import type { Face } from './face.ts'
import styles from './panel.module.css'

type Standing = Exclude<Face, { kind: 'ready' } | { kind: 'stale' } | { kind: 'last' }>

/** Stands where the content would be: waiting, failed or empty. */
export function FaceView({ face }: { face: Standing }): ReactNode {
  if (face.kind === 'waiting') {
    return (
      <div className={styles.waiting}>
        <output className="visually-hidden">{face.label ?? 'Loading'}</output>
        <Skeleton />
      </div>
    )
  }
  const failed = face.kind === 'failed'
  return (
    <div className={styles.face} role={failed ? 'alert' : undefined}>
      {failed ? (
        <TriangleAlert size={18} className={styles.failedMark} aria-hidden="true" />
      ) : (
        <CircleDashed size={18} className={styles.emptyMark} aria-hidden="true" />
      )}
      <p className={styles.faceTitle}>{face.title}</p>
      {face.detail !== undefined && <p className={styles.faceDetail}>{face.detail}</p>}
      {failed && face.retry !== undefined && (
        <Button size="sm" icon={<RotateCw size={12} />} onClick={face.retry}>
          Retry
        </Button>
      )}
      {!failed && face.action}
    </div>
  )
}

/** Says that what is shown below is old. */
export function StaleBanner({ face }: { face: Extract<Face, { kind: 'stale' }> }): ReactNode {
  return (
    <div className={styles.stale}>
      <TriangleAlert size={12} aria-hidden="true" />
      <output className={styles.staleText}>
        Stale: <Age agoMs={face.agoMs} /> old{face.detail === undefined ? '' : ` · ${face.detail}`}
      </output>
      {face.retry !== undefined && (
        <Button size="sm" variant="quiet" onClick={face.retry}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** Says that what is shown is of an earlier look; it lies over the rows, so that nothing moves when they become live. */
export function LastKnownNote({ face }: { face: Extract<Face, { kind: 'last' }> }): ReactNode {
  return (
    <output className={styles.lastKnown}>
      Last known, <Age agoMs={face.agoMs} /> old: {face.detail ?? 'asking the venue'}
    </output>
  )
}
