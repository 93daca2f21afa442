/** Draws a header figure; pressing it explains it. An unknown figure says why, with its last known value dimmed. */
import type { ReactNode } from 'react'
import { gapText, type MissingInput } from '../../../../core/account/gap.ts'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import type { LastKnown } from '../../../../core/account/totals.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { Tooltip } from '../../../ui/controls/tooltip.tsx'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import styles from './header.module.css'

/** Inputs of header figures: the account now, or at a past minute. */
export type HeaderData = Pick<Portfolio, 'totals'> &
  Partial<Pick<Portfolio, 'gap' | 'net' | 'riskGap' | 'unpriced' | 'lastPriced' | 'positions'>>

export interface FigureText {
  readonly label: string
  readonly unit: string
  readonly testId: string
}

/** What a figure shows. With a gap, the reason replaces the hint. */
export interface FigureView {
  readonly value: ReactNode
  readonly hint?: ReactNode
  readonly title?: string | undefined
  /** Replaces the unit after the label. */
  readonly about?: string | undefined
  readonly picture?: ReactNode
  readonly gap?: MissingInput | undefined
  readonly last?: LastValue | undefined
  readonly stale?: boolean
}

interface LastValue {
  readonly text: string
  readonly atMs: number
}

export interface StatProps {
  readonly id: string
  readonly text: FigureText
  readonly stale: boolean
  /** Stable; undefined if the figure is not explained, as in the past. */
  readonly explain: (() => void) | undefined
}

/** Props of a figure that reads its own history. */
export interface LiveStatProps extends StatProps {
  readonly data: HeaderData
  readonly choices: AccountChoices
}

export const unknownOf = <Value,>(
  { gap, last }: Pick<FigureView, 'gap'> & { readonly last?: LastKnown<Value> | undefined },
  text: (value: Value) => string,
) => ({
  gap,
  last: last === undefined ? undefined : { text: text(last.value), atMs: last.atMs },
})

const lastText = ({ text, atMs }: LastValue): string => `Last known: ${text} at ${formatZoned(atMs)}`

interface HeaderStatProps extends StatProps {
  readonly view: FigureView
}

export function HeaderStat({ id, text, view, stale, explain }: HeaderStatProps) {
  const { label } = text
  const { value, hint, title, about = `, ${text.unit}`, picture, gap, last } = view
  const why = gap === undefined ? (title ?? `${label}${about}`) : `${label} is not known: ${gapText(gap)}`
  const before = last === undefined ? '' : `. ${lastText(last)}`
  const shown = {
    className: styles.stat,
    'data-figure': id,
    'data-stale': stale || view.stale === true,
    'data-testid': text.testId,
  }
  const content = (
    <>
      <span className={styles.label}>
        {label}
        <span className={styles.unit}>{about}</span>
      </span>
      <span className={styles.value}>
        {value}
        {last !== undefined && <Last last={last} />}
      </span>
      <span className={styles.hint}>{gap === undefined ? hint : <span className="warning">{gapText(gap)}</span>}</span>
      {picture}
    </>
  )
  return explain === undefined ? (
    <div {...shown} data-plain="" title={`${why}${before}`}>
      {content}
    </div>
  ) : (
    <Tooltip content={`${why}${before}. Press to see its calculation.`}>
      <button type="button" aria-haspopup="dialog" {...shown} onClick={explain}>
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

export function HeaderNote({ text, view, stale, explain }: HeaderStatProps) {
  const { value, about = '', gap, last } = view
  const label = `${text.label}${about}`
  const shown = {
    className: styles.note,
    'data-stale': stale,
    'data-testid': text.testId,
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
    <button type="button" aria-haspopup="dialog" {...shown} onClick={explain}>
      {content}
    </button>
  )
}
