/** One total of the header: the figure, and on hover or focus what it is made of, where from and how old. */
import type { ReactNode } from 'react'
import { Stat } from '../../ui/controls/stat.tsx'
import { Tooltip } from '../../ui/controls/tooltip.tsx'
import { Age, Amount, Pnl } from '../../ui/format/figures.tsx'
import styles from './portfolio.module.css'
import type { Total } from './portfolio-totals.ts'

interface TotalStatProps {
  readonly label: string
  readonly total: Total
  /** What the figure is, in a sentence. */
  readonly definition: string
  readonly source: string
  readonly agoMs: () => number | undefined
  readonly stale: boolean
  readonly hint?: ReactNode
  readonly signed?: boolean
  readonly testId?: string
}

const partsShown = 8

function Explanation({ total, definition, source, agoMs, signed = false }: TotalStatProps) {
  const rest = total.parts.length - partsShown
  return (
    <div className={styles.explanation}>
      <p>{definition}</p>
      {total.parts.length > 0 && (
        <dl className={styles.parts}>
          {total.parts.slice(0, partsShown).map(part => (
            <div key={part.name}>
              <dt>{part.name}</dt>
              <dd>{signed ? <Pnl value={part.value} /> : <Amount value={part.value} places={2} />}</dd>
            </div>
          ))}
          {rest > 0 && (
            <div>
              <dt>and {rest} more</dt>
            </div>
          )}
        </dl>
      )}
      {total.leftOut.length > 0 && <p className={styles.leftOut}>Left out, no index in USD: {total.leftOut.join(', ')}</p>}
      {total.value === undefined && <p className={styles.leftOut}>Not shown: an input is missing.</p>}
      <p className={styles.source}>
        {source} · oldest input <Age agoMs={agoMs} />
      </p>
    </div>
  )
}

export function TotalStat(props: TotalStatProps) {
  const { label, total, stale, hint, signed = false, testId } = props
  const value = signed ? <Pnl value={total.value} /> : <Amount value={total.value} places={2} />
  const said = total.leftOut.length > 0 ? <span className={styles.leftOut}>without {total.leftOut.join(', ')}</span> : hint
  return (
    <Tooltip content={<Explanation {...props} />}>
      <button type="button" className={styles.total}>
        <Stat label={label} value={value} hint={said} stale={stale} {...(testId === undefined ? {} : { testId })} />
      </button>
    </Tooltip>
  )
}
