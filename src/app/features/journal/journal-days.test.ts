// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { must } from '../../../core/domain/must.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { acceptedState, testIntent } from '../../../testing/journal.fixture.ts'
import { inParis } from '../../../testing/paris-time.ts'
import { replacements } from '../../model/orders/replacements.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { setPreferences } from '../../ui/theme/preferences.ts'
import { dayHeading } from './day-heading.ts'
import { journalDays } from './journal-days.ts'
import { filledRfqs, gridRows } from './journal-rows.ts'
import { detailText } from './journal-text.ts'

const day = Date.UTC(2026, 10, 22)
const minute = 60_000
const condor = 'BTC-20261225-80000P@1/BTC-20261225-90000P@-1/BTC-20261225-110000C@-1/BTC-20261225-120000C@1'
let ids = 0
const row = (over: Partial<JournalRow> & Pick<JournalRow, 'atMs' | 'kind' | 'what'>): JournalRow => ({
  id: `r${(ids += 1)}`,
  ...over,
})
const symbol = 'BTC-USD-PERPETUAL'
const order = { client_order_id: 'lw-1', symbol, side: 'sell' }
const daysOf = (rows: readonly JournalRow[], closings: Parameters<typeof journalDays>[1] = []) =>
  journalDays(gridRows(rows.toReversed(), new Map()), closings)

describe('the journal by day and order', () => {
  it('groups and prints in the zone that was chosen: a buy at 23:16 UTC on Saturday is one at 00:16 on Sunday in Paris', () => {
    const atMs = Date.UTC(2026, 10, 28, 23, 16)
    const printed = () => {
      const days = daysOf(
        [row({ atMs, kind: 'execution', what: 'fill', quantity: dec('1'), price: dec('100'), ...order })],
        [{ symbol, closedBy: 'lw-1', realised: dec('7'), atMs }],
      )
      return days.map(each => [
        dayHeading(each.startMs),
        formatZoned(each.lines[0]?.atMs ?? 0, 'minutes'),
        each.realised?.total,
      ])
    }
    expect(printed()).toEqual([['Sat 28 Nov 2026', '23:16', '7']])
    const leave = inParis()
    setPreferences({ timeZone: 'local' })
    onTestFinished(() => {
      leave()
      setPreferences({ timeZone: 'utc' })
    })
    expect(printed()).toEqual([['Sun 29 Nov 2026', '00:16', '7']])
  })

  it('heads today, yesterday and the days before, and the year only if it is another', () => {
    const todayMs = Date.UTC(2026, 0, 2)
    expect([0, 1, 2].map(ago => dayHeading(todayMs - ago * dayMs, todayMs))).toEqual([
      'Today, Fri 2 Jan',
      'Yesterday, Thu 1 Jan',
      'Wed 31 Dec 2025',
    ])
  })

  it('has one line an order, with its story oldest first and its quotes apart', () => {
    const rows = [
      row({ atMs: day + 1 * minute, kind: 'intent', what: 'confirmed', ...order }),
      row({ atMs: day + 2 * minute, kind: 'quote', what: 'quote', ...order }),
      row({ atMs: day + 3 * minute, kind: 'quote', what: 'quote', ...order }),
      row({ atMs: day + 4 * minute, kind: 'execution', what: 'fill', quantity: dec('1'), price: dec('100'), ...order }),
      row({ atMs: day + 5 * minute, kind: 'execution', what: 'fill', quantity: dec('3'), price: dec('104'), ...order }),
    ]
    const [only, ...more] = daysOf(rows, [
      { symbol, closedBy: 'lw-1', realised: dec('7'), atMs: day + 4 * minute },
      { symbol, closedBy: 'lw-1', realised: dec('-2'), atMs: day + 5 * minute },
      { symbol, closedBy: undefined, isFunding: true, realised: dec('-1'), atMs: day + 6 * minute },
      { symbol, closedBy: undefined, realised: dec('0.5'), atMs: day + 7 * minute },
    ])
    expect(more).toEqual([])
    expect(only).toMatchObject({
      startMs: day,
      realised: { total: '4.5', trades: '5', settlements: '0.5', funding: '-1' },
    })
    const [line, ...others] = only?.lines ?? []
    expect(others).toEqual([])
    expect(line).toMatchObject({
      text: 'Sold 4 · BTC PERP at 103',
      atMs: day + 4 * minute,
      tone: 'fill',
      realised: '5',
    })
    expect(line?.story.map(each => each.row.what)).toEqual(['confirmed', 'fill', 'fill'])
    expect(line?.quotes).toHaveLength(2)
  })

  it('has the result of a settlement and of a funding in their lines, so that the lines add up to the day', () => {
    const option = 'BTC-20261122-90000C'
    const cash = (what: string, of: string, atMs: number, amount: string) =>
      row({ atMs, kind: 'cash', what, symbol: of, asset: 'USD', amount: dec(amount) })
    const rows = [cash('settlement', option, day, '-2922'), cash('funding', symbol, day + minute, '-1')]
    const [only] = daysOf(rows, [
      { symbol: option, closedBy: undefined, realised: dec('-2'), atMs: day },
      { symbol, closedBy: undefined, isFunding: true, realised: dec('-1'), atMs: day + minute },
      { symbol: option, closedBy: undefined, realised: dec('5'), atMs: day - minute },
    ])
    expect(only?.lines.map(line => line.realised)).toEqual(['-1', '-2'])
    expect(only?.realised?.total).toBe('-3')
  })

  it.each([
    [
      'buy',
      '-2910',
      'Iron condor BTC 18DEC26',
      'Bought 1 · Iron condor 80/90 P 110/120 C · 25DEC26 BTC, received 2,910',
    ],
    ['sell', '-1234', 'Bull call spread', 'Sold 1 · Iron condor 80/90 P 110/120 C · 25DEC26 BTC, paid 1,234'],
    [
      'buy',
      '-1124',
      'Close iron condor',
      'Bought to close 1 · Iron condor 80/90 P 110/120 C · 25DEC26 BTC, received 1,124',
    ],
  ])('a package by the legs that were executed: %s at %s of %s', (side, price, title, text) => {
    const filled = row({
      atMs: day,
      kind: 'execution',
      what: 'fill',
      client_order_id: 'c',
      title,
      symbol: condor,
      side,
      quantity: dec('1'),
      price: dec(price),
    })
    expect(daysOf([filled])[0]?.lines[0]?.text).toBe(text)
  })

  it('says of an RFQ how much of it was filled, and not that the trader cancelled one of which nothing was left', () => {
    const rfq = {
      client_order_id: 'q',
      market_id: 'none',
      symbol: condor,
      side: 'buy',
      quantity: dec('2'),
      title: 'Iron condor',
    }
    const rows = [
      row({ ...rfq, atMs: day, kind: 'intent', what: 'confirmed' }),
      row({ ...rfq, atMs: day + minute, kind: 'state', what: 'ended', detail: 'user_cancelled' }),
    ]
    const take = (id: string, quantity: string) =>
      ({ client_order_id: id, rfq: 'q', executions: [{ executed_quantity: dec(quantity) }] }) as unknown as JournalOrder
    const shown = (...takes: JournalOrder[]) => {
      const entries = gridRows(rows.toReversed(), new Map(), { filled: filledRfqs(takes) })
      const ended = must(entries[0], 'its end')
      return [journalDays(entries, [])[0]?.lines[0]?.text, detailText(ended.row, ended)]
    }
    const name = 'RFQ: Buy 2 · Iron condor 80/90 P 110/120 C · 25DEC26 BTC.'
    expect(shown(take('a', '0.5'), take('b', '1.5'))).toEqual([
      `${name} Filled.`,
      'Filled 2 of 2. Nothing was left, so it was cancelled. (user_cancelled)',
    ])
    const part = 'Filled 0.5 of 2. You cancelled it. (user_cancelled)'
    expect(shown(take('a', '0.5'))).toEqual([`${name} Ended. ${part}`, part])
    expect(shown()).toEqual([`${name} Ended. You cancelled it. (user_cancelled)`, 'You cancelled it. (user_cancelled)'])
  })

  it('says by which order an amended one was replaced, which the venue calls cancelled', () => {
    const rows = [
      row({ atMs: day, kind: 'intent', what: 'confirmed', quantity: dec('2'), market_id: '0', ...order }),
      row({ atMs: day + 1, kind: 'state', what: 'ended', detail: 'user_cancelled', ...order }),
    ]
    const next = testIntent('lw-2', acceptedState('lw-2'), [])
    const amends = { clientOrderId: clientOrderId('lw-1'), filled: dec('0') }
    const amended = replacements([{ ...next, context: { title: 'BTC-USD', amends } }])
    const entries = gridRows(rows.toReversed(), new Map(), { replacements: amended })
    expect(journalDays(entries, [])[0]?.lines[0]?.text).toBe(
      'Sell 2 · BTC PERP. Ended. You amended it: replaced by Buy 3 · BTC-USD, at 100. (user_cancelled)',
    )
  })

  it('says what became of an order without a fill', () => {
    const rows = [
      row({ atMs: day, kind: 'intent', what: 'confirmed', quantity: dec('2'), market_id: '0', ...order }),
      row({ atMs: day + 1, kind: 'answer', what: 'rejected', detail: 'insufficient_account_balance', ...order }),
    ]
    expect(daysOf(rows)[0]?.lines[0]).toMatchObject({ tone: 'quiet', realised: undefined })
    expect(daysOf(rows)[0]?.lines[0]?.text).toMatch(/^Sell 2 · BTC PERP\. Rejected\. Not enough /)
  })

  it('says of an order that found nothing how it ended, though its acceptance came later', () => {
    const rows = [
      row({ atMs: day, kind: 'intent', what: 'confirmed', quantity: dec('2'), ...order }),
      row({ atMs: day + 1, kind: 'state', what: 'ended', detail: 'immediate_with_insufficient_liquidity', ...order }),
      row({ atMs: day + 2, kind: 'answer', what: 'accepted', detail: 'push', ...order }),
    ]
    expect(daysOf(rows)[0]?.lines[0]?.text).toMatch(/^Sell 2 · BTC PERP\. Ended\. Immediate or cancel: /)
  })

  it('shows a forced closing as a liquidation', () => {
    const forced = row({
      ...order,
      atMs: day,
      kind: 'execution',
      what: 'fill',
      client_order_id: 'liquidation-9',
      quantity: dec('2'),
      price: dec('90'),
    })
    expect(daysOf([forced])[0]?.lines[0]).toMatchObject({
      text: 'Liquidation: Sold 2 · BTC PERP at 90',
      tone: 'danger',
    })
  })

  it('keeps what belongs to no order as a line of its own, and each day apart, newest first', () => {
    const rows = [
      row({ atMs: day - 1, kind: 'command', what: 'cancel all asked' }),
      row({ atMs: day + 1, kind: 'command', what: 'cancel all asked' }),
      row({ atMs: day + 2, kind: 'command', what: 'cancel all done' }),
    ]
    expect(daysOf(rows).map(each => [each.startMs, each.lines.map(line => line.text), each.realised])).toEqual([
      [day, ['Cancel all: done', 'Cancel all asked'], undefined],
      [day - 86_400_000, ['Cancel all asked'], undefined],
    ])
  })
})
