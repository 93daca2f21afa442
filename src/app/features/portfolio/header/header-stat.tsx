/** One header figure; pressing it explains it. An unknown figure says why, with its last known value dimmed. */
import type { ReactNode } from 'react'
import { gapText } from '../../../../core/account/gap.ts'
import type { LastKnown } from '../../../../core/account/totals.ts'
import { Tooltip } from '../../../ui/controls/tooltip.tsx'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { type FigureId, figures, type GapProps } from './figures.ts'
import styles from './header.module.css'

export interface LastValue {
  readonly text: string
  readonly atMs: number
}

export const unknownOf = <Value,>(
  { gap, last }: Pick<GapProps, 'gap'> & { readonly last?: LastKnown<Value> | undefined },
  text: (value: Value) => string,
) => ({
  gap,
  last: last === undefined ? undefined : { text: text(last.value), atMs: last.atMs },
})

const lastText = ({ text, atMs }: LastValue): string => `Last known: ${text} at ${formatZoned(atMs)}`

interface HeaderStatProps extends GapProps {
  readonly id: FigureId
  readonly about?: string | undefined
  readonly value: ReactNode
  readonly hint?: ReactNode
  readonly picture?: ReactNode
  readonly title?: string | undefined
  readonly last?: LastValue | undefined
}

export function HeaderStat({ id, about, value, hint, picture, title, gap, last, stale, explain }: HeaderStatProps) {
  const { label, testId } = figures[id]
  const unit = about ?? `, ${figures[id].unit}`
  const why = gap === undefined ? (title ?? `${label}${unit}`) : `${label} is not known: ${gapText(gap)}`
  const before = last === undefined ? '' : `. ${lastText(last)}`
  const content = (
    <>
      <span className={styles.label}>
        {label}
        <span className={styles.unit}>{unit}</span>
      </span>
      <span className={styles.value}>
        {value}
        {last !== undefined && <Last last={last} />}
      </span>
      <span className={styles.hint}>
        {gap === undefined ? hint : <span className={styles.warning}>{gapText(gap)}</span>}
      </span>
      {picture}
    </>
  )
  if (explain === undefined)
    return (
      <div
        className={styles.stat}
        data-figure={id}
        data-plain=""
        data-stale={stale}
        data-testid={testId}
        title={`${why}${before}`}
      >
        {content}
      </div>
    )
  return (
    <Tooltip content={`${why}${before}. Press to see its calculation.`}>
      <button
        type="button"
        className={styles.stat}
        data-figure={id}
        aria-haspopup="dialog"
        data-stale={stale}
        data-testid={testId}
        onClick={() => explain(id)}
      >
        {content}
      </button>
    </Tooltip>
  )
}

const Last = ({ last }: { readonly last: LastValue }) => (
  <span className={styles.last} data-testid="last-known">
    <span className="visually-hidden">last known </span>
    {last.text} <span className={styles.lastTime}>{formatZoned(last.atMs, 'time')}</span>
  </span>
)

export function HeaderNote({
  id,
  about = '',
  value,
  gap,
  last,
  stale,
  explain,
}: Omit<HeaderStatProps, 'hint' | 'title'>) {
  const label = `${figures[id].label}${about}`
  const shown = {
    className: styles.note,
    'data-stale': stale,
    'data-testid': figures[id].testId,
    title: gap === undefined ? undefined : `${label} is not known: ${gapText(gap)}`,
  }
  const content = (
    <>
      <span className={styles.label}>{label}</span> <span className={styles.noteValue}>{value}</span>
      {last !== undefined && <Last last={last} />}
    </>
  )
  return explain === undefined ? (
    <div {...shown} data-plain="">
      {content}
    </div>
  ) : (
    <button type="button" aria-haspopup="dialog" {...shown} onClick={() => explain(id)}>
      {content}
    </button>
  )
}
