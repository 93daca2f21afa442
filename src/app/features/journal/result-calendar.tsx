/** Realised result of each day of a month, in the chosen zone. */
import { useMemo, useState } from 'react'
import { sum, toNumber } from '../../../core/domain/decimal.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Heads } from '../../ui/controls/heads.tsx'
import { formatAmountNumber } from '../../ui/format/amounts.ts'
import { Pnl } from '../../ui/format/figures.tsx'
import { formatCompact, formatPnl } from '../../ui/format/format-decimal.ts'
import { startOfDate, zonedDate } from '../../ui/format/zoned-days.ts'
import { maskAmount } from '../../ui/format/privacy.ts'
import styles from './journal.module.css'
import { type DayRealised, partsOfDay, realisedByDay } from './realised-days.ts'

const heads = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

interface Month {
  readonly year: number
  readonly month: number
}

const monthOf = (atMs: number): Month => zonedDate(atMs)
const moved = ({ year, month }: Month, by: number): Month => monthOf(startOfDate(year, month + by, 1))
const isSame = (a: Month, b: Month): boolean => a.year === b.year && a.month === b.month

export function weeksOf({ year, month }: Month): (number | undefined)[][] {
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7
  const days = Array.from({ length: count }, (_, day) => startOfDate(year, month, day + 1))
  const cells = [...Array.from({ length: before }, () => undefined), ...days]
  const weeks = Math.ceil(cells.length / 7)
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (__, day) => cells[week * 7 + day]))
}

export function ResultCalendar({ closings }: { readonly closings: readonly Closing[] }) {
  const days = useMemo(() => realisedByDay(closings), [closings])
  const known = [...days.keys()]
  const [shown, setShown] = useState<Month>()
  if (known.length === 0) return null
  const [first, last] = [monthOf(Math.min(...known)), monthOf(Math.max(...known))]
  const month = shown ?? last
  const own = known.filter(day => isSame(monthOf(day), month)).flatMap(day => days.get(day)?.total ?? [])
  const name = `${months[month.month] ?? ''} ${month.year}`
  return (
    <section className={styles.calendar} aria-label={`Realised by day, ${name}`}>
      <div className={styles.resultsHead}>
        <Button
          size="sm"
          variant="quiet"
          aria-label="Month before"
          disabled={isSame(month, first)}
          onClick={() => setShown(moved(month, -1))}
        >
          ‹
        </Button>
        <strong>{name}</strong>
        <Button
          size="sm"
          variant="quiet"
          aria-label="Month after"
          disabled={isSame(month, last)}
          onClick={() => setShown(moved(month, 1))}
        >
          ›
        </Button>
        <span className={styles.dayResult}>
          <Pnl value={sum(own)} places={2} />
        </span>
      </div>
      <Days month={month} days={days} name={name} />
    </section>
  )
}

function Days({
  month,
  days,
  name,
}: {
  readonly month: Month
  readonly days: ReadonlyMap<number, DayRealised>
  readonly name: string
}) {
  return (
    <table aria-label={`Days of ${name}`}>
      <Heads of={heads} />
      <tbody>
        {weeksOf(month).map((week, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a week is its place
          <tr key={at}>
            {week.map((day, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a day is its place
              <td key={index}>{day === undefined ? null : <Cell day={day} value={days.get(day)} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shortResult = (amount: number): string =>
  Math.abs(amount) < 1_000
    ? formatAmountNumber(amount, { places: Math.abs(amount) < 1 && amount !== 0 ? 2 : 0, sign: 'always' })
    : maskAmount(`${amount > 0 ? '+' : ''}${formatCompact(amount)}`)

function Cell({ day, value }: { readonly day: number; readonly value: DayRealised | undefined }) {
  const number = zonedDate(day).date
  if (value === undefined) return <span className={styles.noDay}>{number}</span>
  const amount = toNumber(value.total)
  const parts = partsOfDay(value).map(part => `${part.name} ${formatPnl(part.value)}`)
  const tip = [`${formatPnl(value.total)} USD`, ...parts].join(' · ')
  return (
    <span className={styles.resultDay} data-tone={amount > 0 ? 'gain' : amount < 0 ? 'loss' : undefined} title={tip}>
      <span className={styles.noDay}>{number}</span>
      {shortResult(amount)}
    </span>
  )
}
