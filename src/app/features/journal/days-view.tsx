/** The journal by day: one line per order with its story, quotes folded. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Pnl } from '../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { dayHeading, useToday } from './day-heading.ts'
import { DayRealisedText } from './day-realised.tsx'
import type { JournalDay, OrderLine } from './journal-days.ts'
import type { JournalGridRow } from './journal-rows.ts'
import { detailText, eventText } from './journal-text.ts'
import styles from './journal.module.css'
import type { LineOf } from './use-line-of.ts'
import { counted } from '../../../core/domain/words.ts'
import { registerRows } from '../../ui/panel/enter-rows.ts'

function useLineKeys(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = host
    if (current === null) return undefined
    const lines = () => [...current.querySelectorAll<HTMLElement>('summary[data-line]')]
    let last: HTMLElement | undefined
    const enter = (line: HTMLElement | undefined): boolean => {
      line?.focus()
      return line !== undefined
    }
    const press = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const all = lines()
      const at = all.findIndex(line => line === event.target)
      if (step === 0 || at === -1 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      enter(all[at + step])
    }
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && 'line' in target.dataset) last = target
    }
    const leave = registerRows(current, row => enter(row === 'last' && last?.isConnected === true ? last : lines()[0]))
    current.addEventListener('keydown', press)
    current.addEventListener('focusin', remember)
    return () => {
      leave()
      current.removeEventListener('keydown', press)
      current.removeEventListener('focusin', remember)
    }
  }, [host])
}

interface DaysViewProps {
  readonly days: readonly JournalDay[]
  readonly onOpen: (row: JournalGridRow) => void
  readonly lineOf: LineOf
  readonly onDay: (startMs: number) => void
  readonly empty: ReactNode
}

export function DaysView({ days, empty, ...rest }: DaysViewProps) {
  useAmountsHidden()
  const host = useRef<HTMLElement>(null)
  useLineKeys(host)
  const todayMs = useToday()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard
    <section ref={host} className={styles.days} aria-label="Journal by day" tabIndex={0} data-testid="journal-days">
      {days.length === 0 ? empty : days.map(day => <Day key={day.startMs} day={day} todayMs={todayMs} {...rest} />)}
    </section>
  )
}

function countText(lines: readonly OrderLine[]): string {
  const orders = lines.filter(({ isOrder }) => isOrder).length
  const others = lines.length - orders
  if (orders === 0) return counted(others, 'event')
  return others === 0 ? counted(orders, 'order') : `${counted(orders, 'order')}, ${counted(others, 'other event')}`
}

interface DayProps extends Omit<DaysViewProps, 'days' | 'empty'> {
  readonly day: JournalDay
  readonly todayMs: number
}

function Day({ day, todayMs, onOpen, lineOf, onDay }: DayProps) {
  const { startMs, lines, realised } = day
  const heading = dayHeading(startMs, todayMs)
  return (
    <section aria-label={heading}>
      <h3 className={styles.dayHead}>
        <span>{heading}</span>
        <span className={styles.fine}>{countText(lines)}</span>
        {realised !== undefined && (
          <span className={styles.dayResult}>
            <DayRealisedText sums={realised} />
          </span>
        )}
        <Button size="sm" variant="quiet" aria-label={`Page of ${heading}`} onClick={() => onDay(startMs)}>
          Day page
        </Button>
      </h3>
      {lines.map(line => (
        <Line key={line.id} line={line} onOpen={onOpen} lineOf={lineOf} />
      ))}
    </section>
  )
}

function Line({ line, onOpen, lineOf }: Pick<DaysViewProps, 'onOpen' | 'lineOf'> & { readonly line: OrderLine }) {
  const { atMs, text, tone, realised, tags, note, story, quotes } = line
  const entry = story.at(-1) ?? quotes[0]
  const showLine = entry && lineOf(entry.row)
  return (
    <details className={styles.line} data-tone={tone}>
      <summary data-line="">
        <span className={styles.lineTime}>{formatZoned(atMs, 'time')}</span>
        <span className={styles.lineText}>{text}</span>
        {tags !== '' && <span className={styles.fine}>{tags}</span>}
        {realised !== undefined && (
          <span className={styles.dayResult} title="Of what was closed, by average cost, before fees">
            realised <Pnl value={realised} places={2} />
          </span>
        )}
      </summary>
      <div className={styles.lineStory}>
        {note !== undefined && note !== '' && <p>{note}</p>}
        <ol>
          {story.map(row => (
            <Step key={row.id} row={row} />
          ))}
        </ol>
        {quotes.length > 0 && (
          <details>
            <summary>
              {quotes.length} {quotes.length === 1 ? 'quote' : 'quotes'}
            </summary>
            <ol>
              {quotes.slice(0, mostQuotes).map(row => (
                <Step key={row.id} row={row} />
              ))}
            </ol>
            {quotes.length > mostQuotes && <p className={styles.fine}>and {quotes.length - mostQuotes} before</p>}
          </details>
        )}
        {entry !== undefined && (
          <div className={styles.lineActions}>
            <Button size="sm" variant="quiet" onClick={() => onOpen(entry)}>
              Open entry and notes
            </Button>
            {showLine !== undefined && (
              <Button size="sm" variant="quiet" onClick={showLine}>
                P&L over time
              </Button>
            )}
          </div>
        )}
      </div>
    </details>
  )
}

const mostQuotes = 40

function Step({ row }: { readonly row: JournalGridRow }) {
  const detail = detailText(row.row, row)
  return (
    <li>
      <span className={styles.lineTime}>{formatZoned(row.row.atMs, 'time')}</span> {eventText(row.row)}
      {detail !== undefined && <span className={styles.fine}> {detail}</span>}
    </li>
  )
}
