/**
 * Watches one account's alerts without a page, with the page's code: levels, notices of new rows, and upcoming ends.
 * Queues messages under the writer's fence. `deliver-alerts.ts` sends them.
 */
import { AccountModel } from '../core/account/account-model.ts'
import { endsOf, nearEnds } from '../core/account/alerts/ends.ts'
import { plainText } from '../core/account/alerts/figure-text.ts'
import { figuresOfAnswers, type ReadList } from '../core/account/alerts/figures-of-answers.ts'
import { type FigureInputs, needsAccount, needsQuotes, type Subject, valuesOf } from '../core/account/alerts/figures.ts'
import { forcedFills, noticesOf } from '../core/account/alerts/notices.ts'
import type { MissingInput } from '../core/account/gap.ts'
import type { Timers } from '../core/client/timers.ts'
import type { Position } from '../core/domain/account.ts'
import { parseDaySubject } from '../core/domain/alert.ts'
import { type Decimal, isZero } from '../core/domain/decimal.ts'
import type { JournalOrder } from '../core/domain/journal-order.ts'
import type { JournalRow } from '../core/domain/journal-row.ts'
import { type DayStart, dayStartMs } from '../core/domain/thinning.ts'
import { dayMs, hourMs, minuteMs, yearMs } from '../core/domain/time.ts'
import type { AccountSession } from './accounts/account-session.ts'
import type { AccountAlerts } from './accounts/accounts-file.ts'
import type { VenueFacts } from './accounts/venue-facts.ts'
import { type AlertMessage, messageOfCrossing, messageOfEnd, messageOfNotice } from './alerts/alert-message.ts'
import type { OutgoingAlert } from './store/alert-store.ts'
import type { HistoryReader, Writer } from './store/store.ts'

export interface WatchParts {
  readonly session: AccountSession
  readonly writer: Writer
  readonly reader: HistoryReader
  readonly timers: Timers
  readonly facts: VenueFacts
  readonly alerts: AccountAlerts
  readonly openOrders: () => readonly JournalOrder[]
  /** End of the earlier coverage, ms since 1970 UTC. */
  readonly followedBeforeMs: number | undefined
}

const newsForMs = dayMs
/** A fill may be booked slightly before the last observed time. */
const overlapMs = minuteMs

interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly rejected: readonly { readonly index: number; readonly path: string; readonly message: string }[]
}

export class AlertWatch {
  readonly #parts: WatchParts
  readonly #model = new AccountModel()
  readonly #entries = new Map<string, Decimal>()
  readonly #reportedEnds = new Set<string>()
  readonly #to: readonly string[]
  readonly #newsFromMs: number
  #held: readonly string[] = []
  #forced: readonly JournalRow[] = []
  #hours: { readonly untilMs: number; readonly samples: NonNullable<FigureInputs['samples']> } | undefined

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#to = parts.alerts.to.map(each => each.name)
    this.#newsFromMs = (parts.followedBeforeMs ?? parts.session.clock.nowMs()) - overlapMs
  }

  positions(held: readonly Position[]): void {
    this.#held = held.filter(each => !isZero(each.size)).map(each => each.symbol)
    for (const { symbol, size, average_entry_price } of held)
      if (!isZero(size)) this.#entries.set(symbol, average_entry_price)
  }

  news(fresh: readonly JournalRow[]): { readonly outgoing: readonly OutgoingAlert[]; readonly nowMs: number } {
    const nowMs = this.#parts.session.clock.nowMs()
    const rows = fresh.filter(row => row.atMs >= Math.max(this.#newsFromMs, nowMs - newsForMs))
    const before = this.#forced
    this.#forced = forcedFills(before, rows)
    const facts = {
      text: plainText,
      entryOf: (symbol: string) => this.#entries.get(symbol),
    }
    const notices = noticesOf(rows, facts, before).filter(each => this.#parts.alerts.events.has(each.kind))
    const latestMs = rows.reduce((latest, row) => Math.max(latest, row.atMs), 0)
    return {
      outgoing: notices.map(each => this.#outgoing(messageOfNotice(each, latestMs))),
      nowMs: this.#parts.timers.wallMs(),
    }
  }

  readonly #outgoing = (message: AlertMessage): OutgoingAlert => ({ message, to: this.#to })

  async look(): Promise<number> {
    const { reader, session, writer, timers } = this.#parts
    const alerts = (await reader.alerts(session.owner)).map(each => each.alert)
    const valueOf = alerts.length === 0 ? undefined : await this.read(alerts)
    const nowMs = session.clock.nowMs()
    const at = { venueMs: nowMs, nowMs: timers.wallMs() }
    const crossed =
      valueOf === undefined
        ? 0
        : await writer.alerts.judge(valueOf, at, crossing => this.#outgoing(messageOfCrossing(crossing, nowMs)))
    if (this.#parts.alerts.events.has('end_soon')) {
      const ends = endsOf({ orders: this.#parts.openOrders(), symbols: this.#held, tokenEndsMs: undefined, nowMs })
      const near = nearEnds(ends, nowMs).filter(({ key }) => !this.#reportedEnds.has(key))
      if (near.length > 0) {
        const outgoing = near.map(({ key, end }) => this.#outgoing(messageOfEnd(key, end, nowMs)))
        await writer.alerts.queue(outgoing, timers.wallMs())
      }
      for (const { key } of near) this.#reportedEnds.add(key)
    }
    return crossed
  }

  async read(alerts: readonly Subject[]): Promise<(subject: Subject) => Decimal | undefined> {
    const { session, facts } = this.#parts
    const { client, owner, clock } = session
    const [positions, balances, summary, index] = await Promise.all([
      client.call('positions', { owner }),
      alerts.some(needsAccount) ? client.call('balances', { owner }) : undefined,
      alerts.some(needsQuotes) ? facts.summary() : undefined,
      facts.listing(),
    ])
    const nowMs = clock.nowMs()
    const market =
      summary === 'failed'
        ? undefined
        : summary === undefined
          ? ('none' as const)
          : { data: summary.data, gap: gapOf('market prices', { rows: summary.data, rejected: summary.rejectedRows }) }
    const inputs = figuresOfAnswers(this.#model, {
      positions: positions.ok ? listOf('positions', positions.answer.positions_response.positions) : undefined,
      balances: balances?.ok === true ? listOf('balances', balances.answer.balance_response) : undefined,
      market,
      index,
      samples: await this.#samples(alerts, nowMs),
      nowMs,
    })
    const values = valuesOf(inputs)
    // A figure uses another source only if prices are missing permanently, not after one failed request.
    return subject => (summary === 'failed' && needsQuotes(subject) ? undefined : values(subject))
  }

  /** Samples around the day starts of the alerts, and hourly ones of a year if an alert is on a rank. */
  async #samples(alerts: readonly Subject[], nowMs: number): Promise<FigureInputs['samples']> {
    const starts = new Set(
      alerts.flatMap(each => (each.kind === 'day' ? [parseDaySubject(each.subject).dayStart] : [])),
    )
    const { reader, session } = this.#parts
    const found = await Promise.all(
      [...starts].map(async start => {
        const startMs = dayStartMs(nowMs, (start === '00:00' ? start : '08:00') satisfies DayStart)
        return reader.samples(session.owner, startMs - 10 * minuteMs, startMs + hourMs + minuteMs)
      }),
    )
    if (alerts.some(each => each.kind === 'rank')) found.push(await this.#year(nowMs))
    return found.flat().toSorted((a, b) => a.atMs - b.atMs)
  }

  async #year(nowMs: number): Promise<NonNullable<FigureInputs['samples']>> {
    const { reader, session } = this.#parts
    const untilMs = dayStartMs(nowMs, '08:00')
    if (this.#hours?.untilMs !== untilMs) {
      const samples = await reader.samples(session.owner, untilMs - yearMs, untilMs, 1)
      this.#hours = { untilMs, samples: samples.filter(each => each.volatility !== undefined) }
    }
    return [...this.#hours.samples, ...(await reader.samples(session.owner, untilMs, nowMs, 1))]
  }
}

const listOf = <Row>(what: string, { rows, rejected }: Rows<Row>): ReadList<readonly Row[]> => ({
  data: rows,
  gap: gapOf(what, { rows, rejected }),
})

function gapOf(
  what: string,
  {
    rows,
    rejected,
  }: { readonly rows: { readonly size: number } | readonly unknown[]; readonly rejected: Rows<unknown>['rejected'] },
): MissingInput | undefined {
  if (rejected.length === 0) return undefined
  return { kind: 'unread', what, rows: rejected, of: rejected.length + ('size' in rows ? rows.size : rows.length) }
}
