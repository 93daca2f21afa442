/** What ends next, for the top bar: a word that opens the list of all that ends. */
import { type ReactNode, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { serverNowMs } from '../../api/clock.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { Countdown } from '../../ui/controls/countdown.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { formatZoned, otherZone } from '../../ui/format/zoned-time.ts'
import { stripHostile } from '../../ui/format/strip-hostile.ts'
import { clockWords } from '../../ui/order/life-words.ts'
import styles from './attention.module.css'
import { type End, endKindWords } from './ends.ts'
import { useEnds } from './use-ends.ts'

export function NextEnd(): ReactNode {
  const ends = useEnds()
  const [open, setOpen] = useState(false)
  const [next] = ends
  useCommands([{ id: 'app.ends', name: 'What ends next', group: 'Everywhere', keys: 'shift+e', run: () => setOpen(true) }])
  return (
    <>
      {next !== undefined && (
        <button type="button" className={styles.next} title={stripHostile(next.name)} onClick={() => setOpen(true)}>
          <span className={styles.faint}>next:</span> {endKindWords[next.kind]}{' '}
          <span className="tabular">{clockWords(next.atMs, serverNowMs())}</span>
        </button>
      )}
      <Drawer open={open} onClose={() => setOpen(false)} title="What ends next" testId="ends">
        <EndsList ends={ends} />
      </Drawer>
    </>
  )
}

/** Everything that ends by itself, the next first. */
export function EndsList({ ends }: { readonly ends: readonly End[] }): ReactNode {
  if (ends.length === 0) return <p className={styles.nothing}>Nothing ends by itself: no RFQ or order is live, and no position expires.</p>
  return (
    <ol className={styles.ends}>
      {ends.map(end => (
        <li key={end.id} className={styles.end}>
          <span className={styles.endKind}>{endKindWords[end.kind]}</span>
          <span className={styles.endName}>
            {end.clientOrderId === undefined ? (
              stripHostile(end.name)
            ) : (
              <Link to="/orders" search={{ order: end.clientOrderId }}>
                {stripHostile(end.name)}
              </Link>
            )}
            <span className={styles.faint}>
              <time title={otherZone(end.atMs)}>{formatZoned(end.atMs)}</time>
              {end.latestMs !== undefined && ` at the earliest, ${clockWords(end.latestMs, serverNowMs())} at the latest`}
            </span>
          </span>
          <Countdown endMs={end.atMs} nowMs={serverNowMs} ended="any moment" />
        </li>
      ))}
    </ol>
  )
}
