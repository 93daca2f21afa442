/**
 * The journal by day and order: one line per order with its story and quote count. Rows without an order (settlement,
 * funding) are lines of their own. An order belongs to the day of its first row that passes the filter.
 */
import { add, type Decimal, div, gt, gte, mul, sum, zero } from '../../../core/domain/decimal.ts'
import { isForcedClose } from '../../../core/domain/order-outcome.ts'
import { isClosing, legsOfOrder, rowPhrase } from '../../../core/domain/trade-story/trade-words.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { startOfDay } from '../../ui/format/zoned-days.ts'
import { shown, shownFill } from '../../ui/order/order-phrase.tsx'
import type { JournalGridRow } from './journal-rows.ts'
import { detailText, eventText, isLiquidation, marketLabel } from './journal-text.ts'
import { type DayClosing, type DayRealised, realisedByDay } from './realised-days.ts'

export interface OrderLine {
  readonly id: string
  /** False for an event without an order, such as a settlement. */
  readonly isOrder: boolean
  readonly atMs: number
  readonly text: string
  readonly tone: 'fill' | 'danger' | 'quiet'
  /** Realised before fees by the rows of `story`; undefined if they closed nothing. */
  readonly realised: Decimal | undefined
  readonly tags: string
  readonly note: string | undefined
  /** Oldest first, without quotes. */
  readonly story: readonly JournalGridRow[]
  readonly quotes: readonly JournalGridRow[]
}

export interface JournalDay {
  readonly startMs: number
  readonly lines: readonly OrderLine[]
  /** Of the whole day, independent of the filter; undefined if nothing was realised. */
  readonly realised: DayRealised | undefined
}

type EventClosing = DayClosing & Pick<Closing, 'symbol'>

/** Key of what closed: one order's fills of one moment, or a settlement or funding of one instrument. */
const eventKey = ({ closedBy, symbol, isFunding, atMs }: Omit<EventClosing, 'realised'>): string =>
  `${closedBy ?? `${isFunding === true ? 'funding' : 'settlement'} ${symbol}`} ${atMs}`

/** Returns the result of the listed events only: an order may have closed more on another day. */
function resultsByEvent(closings: readonly EventClosing[]): (rows: readonly JournalGridRow[]) => Decimal | undefined {
  const results = new Map<string, Decimal>()
  for (const closing of closings) {
    const key = eventKey(closing)
    results.set(key, add(results.get(key) ?? zero, closing.realised))
  }
  return rows => {
    const keys = rows.flatMap(({ row: { kind, what, client_order_id: closedBy, symbol = '', atMs } }) =>
      kind === 'execution' || kind === 'cash'
        ? [eventKey({ closedBy, symbol, isFunding: what === 'funding' || undefined, atMs })]
        : [],
    )
    const found = [...new Set(keys)].flatMap(key => results.get(key) ?? [])
    return found.length === 0 ? undefined : sum(found)
  }
}

/** "Bought 1 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 2,685"; undefined without a fill. */
function fillText(rows: readonly JournalGridRow[]): string | undefined {
  const fills = rows.flatMap(({ row }) =>
    row.kind === 'execution' && row.quantity !== undefined && row.price !== undefined
      ? [{ quantity: row.quantity, price: row.price }]
      : [],
  )
  const [first] = rows
  const quantity = sum(fills.map(fill => fill.quantity))
  if (first === undefined || !gt(quantity, zero)) return undefined
  const average = div(sum(fills.map(fill => mul(fill.quantity, fill.price))), quantity)
  const side = first.side ?? rows.find(row => row.side !== undefined)?.side
  const closes = rows.some(({ row }) => isClosing(row))
  return shownFill({ legs: legsOfOrder({ symbol: symbolOf(rows) }), side, quantity, average, closes })
}

const symbolOf = (rows: readonly JournalGridRow[]): string =>
  rows.find(({ row }) => row.symbol !== undefined)?.row.symbol ?? ''

/** Final events of an order. Later rows only state how the app learnt of the end. */
const finals = new Set(['ended', 'rejected', 'filled', 'forgotten', 'unlisted', 'dead'])

function stateText(rows: readonly JournalGridRow[]): string {
  const last = rows.findLast(({ row }) => finals.has(row.what) || row.what === 'listed_again') ?? rows.at(-1)
  if (last === undefined) return ''
  const market = marketLabel(rows.find(({ row }) => row.market_id !== undefined)?.row ?? {})
  const size = rows.find(({ row }) => row.quantity !== undefined)?.row.quantity
  const what = rowPhrase({ title: last.name, side: last.row.side, symbol: symbolOf(rows) }, size, shown) || 'Order'
  const detail = detailText(last.row, last)
  const isFilled = market === 'RFQ' && last.filled !== undefined && size !== undefined && gte(last.filled, size)
  const end = isFilled ? 'Filled.' : `${eventText(last.row)}${detail === undefined ? '' : `. ${detail}`}`
  return `${market === 'RFQ' ? 'RFQ: ' : ''}${what}. ${end}`
}

const nameOf = (rows: readonly JournalGridRow[]): string => rows.find(row => row.name !== '')?.name ?? 'order'

function lineOf(id: string, newestFirst: readonly JournalGridRow[], realised: Decimal | undefined): OrderLine {
  const quotes = newestFirst.filter(({ row }) => row.kind === 'quote')
  const story = newestFirst.filter(({ row }) => row.kind !== 'quote').toReversed()
  const [first] = story.length > 0 ? story : quotes.toReversed()
  const filled = fillText(story)
  const forced = story.some(({ row }) => isLiquidation(row) || isForcedClose(row))
  const text = filled ?? (story.length > 0 ? stateText(story) : `${nameOf(quotes)}: quotes`)
  return {
    id,
    isOrder: true,
    atMs: story.find(({ row }) => row.kind === 'execution')?.row.atMs ?? first?.row.atMs ?? 0,
    text: forced && filled !== undefined ? `Liquidation: ${text}` : text,
    tone: forced ? 'danger' : filled === undefined ? 'quiet' : 'fill',
    realised,
    tags: first?.tags ?? '',
    note: first?.note,
    story,
    quotes,
  }
}

function loneLine(row: JournalGridRow, realised: Decimal | undefined): OrderLine {
  const detail = detailText(row.row, row)
  const text = [eventText(row.row), row.name].filter(word => word !== '').join(' ')
  return {
    id: row.id,
    isOrder: false,
    atMs: row.row.atMs,
    text: detail === undefined ? text : `${text}: ${detail}`,
    tone: isLiquidation(row.row) ? 'danger' : 'quiet',
    realised,
    tags: row.tags,
    note: row.note,
    story: [row],
    quotes: [],
  }
}

/** `rows` must be newest first. */
export function journalDays(rows: readonly JournalGridRow[], closings: readonly EventClosing[]): JournalDay[] {
  const resultOf = resultsByEvent(closings)
  const byDay = realisedByDay(closings)
  const orders = new Map<string, JournalGridRow[]>()
  const lines: OrderLine[] = []
  for (const row of rows) {
    const id = row.row.client_order_id
    if (id === undefined) {
      lines.push(loneLine(row, resultOf([row])))
      continue
    }
    const known = orders.get(id)
    if (known === undefined) orders.set(id, [row])
    else known.push(row)
  }
  for (const [id, own] of orders) lines.push(lineOf(id, own, resultOf(own)))
  const days = new Map<number, OrderLine[]>()
  for (const line of lines.sort((a, b) => b.atMs - a.atMs)) {
    const startMs = startOfDay(line.atMs)
    const day = days.get(startMs)
    if (day === undefined) days.set(startMs, [line])
    else day.push(line)
  }
  return [...days].map(([startMs, own]) => ({ startMs, lines: own, realised: byDay.get(startMs) }))
}
