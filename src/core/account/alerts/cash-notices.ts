/** Notices of cash that moved without an order: settlements, funding, transfers. One notice per time and kind. */
import { transferWords } from '../../domain/cash-event.ts'
import { type Decimal, isZero, sum, zero } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import type { JournalRow } from '../../domain/journal-row.ts'
import type { FigureText } from './figure-text.ts'
import type { Notice } from './notice.ts'

const mostNames = 3

function namesOf(rows: readonly JournalRow[]): string {
  const names = rows.map(row => shortName(row.symbol ?? ''))
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `${names.slice(0, mostNames).join(', ')}${more}`
}

const paidOf = (rows: readonly JournalRow[], text: FigureText): string => {
  const total: Decimal = sum(rows.map(row => row.amount ?? zero))
  return `${isZero(total) ? '0' : text.pnl(total)} ${rows[0]?.asset ?? 'USD'}`
}

function noticeOf(rows: readonly JournalRow[], text: FigureText): Notice | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const base = { id: rows.map(row => row.id).join(' '), kind: 'cash', tone: 'neutral', clientOrderId: '' } as const
  const isReckoned = rows.some(row => row.isEstimated === true)
  switch (first.what) {
    case 'settlement': {
      const calculated = isReckoned ? ' The venue’s cash gives the sum; what each settled at is calculated.' : ''
      return {
        ...base,
        title: `Settled: ${namesOf(rows)}`,
        body: `Paid ${paidOf(rows, text)} at ${text.at(first.atMs)}.${calculated}`,
      }
    }
    case 'funding': {
      const shared =
        rows.length > 1
          ? ' The share of each is calculated by its rate.'
          : ' Estimated: the cash that nothing else explains.'
      const calculated = isReckoned ? shared : ''
      return {
        ...base,
        title: `Funding: ${namesOf(rows)}`,
        body: `${paidOf(rows, text)} at ${text.at(first.atMs)}.${calculated}`,
      }
    }
    case 'fee':
      return {
        ...base,
        title: 'Fee',
        body: `${paidOf(rows, text)}, seen by ${text.at(first.atMs)}. Estimated: no fill explains it.`,
      }
    default:
      return {
        ...base,
        tone: 'warning',
        title: 'Cash moved without a fill',
        body: `${paidOf(rows, text)}: ${transferWords(sum(rows.map(row => row.amount ?? zero)))}, seen by ${text.at(first.atMs)}.`,
      }
  }
}

export function cashNotices(rows: readonly JournalRow[], text: FigureText): Notice[] {
  const groups = new Map<string, JournalRow[]>()
  for (const row of rows) {
    if (row.kind !== 'cash') continue
    const key = `${row.what} ${row.atMs} ${row.asset}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap(group => noticeOf(group, text) ?? [])
}
