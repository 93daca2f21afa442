import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { type JournalNote, type JournalRow, parseTags } from '../../../core/domain/journal-row.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { micros } from '../../../core/domain/time.ts'
import { fittingColumns } from '../../ui/grid/fit-columns.ts'
import { cashColumns, cashColumnSet } from './cash-columns.tsx'
import { isFiltered, journalFilterOf, noFilters } from './journal-filters.ts'
import { forcedResults, gridRows, tagsOf } from './journal-rows.ts'
import { detailText, eventText, isLiquidation } from './journal-text.ts'
import { executedPackage } from '../../../testing/executed-package.ts'
import { tradeBook } from '../../../core/domain/trades/trade-book.ts'
import { heldBefore, liquidated, resultRows, rolledFrom, structureOf, untagged } from './results.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'
import { journalOrder } from '../../../testing/journal.fixture.ts'

const now = Date.UTC(2026, 11, 25, 14)
const note = (subject: string, tags: string[], text = ''): [string, JournalNote] => [
  subject,
  { owner: 'o', subject, text, tags, atMs: 1 },
]
const row = (more: Partial<JournalRow>): JournalRow => ({
  id: 'r',
  atMs: now,
  kind: 'state',
  what: 'ended',
  client_order_id: 'a',
  ...more,
})

describe('rows of the journal', () => {
  it('are named by what their legs do, with the strikes, and by their title where no leg is known', () => {
    const nameOf = (of: Partial<JournalRow>) => gridRows([row(of)], new Map())[0]?.name
    expect(nameOf({ title: 'My condor' })).toBe('My condor')
    expect(nameOf({ title: 'Long call', symbol: 'BTC-20261225-100000C', side: 'buy' })).toBe(
      'Buy · BTC 25DEC26 100000 C',
    )
    const spread = 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'
    expect(nameOf({ symbol: spread, side: 'buy' })).toBe('Buy · Bull call spread 100/110 C · 25DEC26 BTC')
    expect(nameOf({ title: 'Bear call spread', symbol: spread, side: 'sell' })).toBe(
      'Buy · Bear call spread 100/110 C · 25DEC26 BTC',
    )
  })
  it('say nothing of how an acceptance came but where it had to be looked up', () => {
    const accepted = (detail: string) => detailText({ kind: 'answer', what: 'accepted', detail })
    expect([accepted('push'), accepted('look_up')]).toEqual([undefined, 'Found by looking it up.'])
  })
  it('say quotes in words, what is paid and what is received', () => {
    const quote = { kind: 'quote', what: 'quote', detail: 'buy -2050.0 × 3, sell -1990.5 × 2' } as const
    const symbol = 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'
    expect(detailText({ ...quote, symbol })).toBe('bid pay 2,050 × 3, ask receive 1,990.5 × 2')
    expect(detailText({ ...quote, symbol: 'BTC-USD-PERPETUAL', detail: 'buy 95000 × 3, no sell' })).toBe(
      'bid 95,000 × 3, no ask',
    )
  })
  it('keep their identity while nothing of them changed', () => {
    const rows = [row({ id: 'a' }), row({ id: 'b', client_order_id: 'b' })]
    const first = gridRows(rows, new Map([note('b', ['x'])]))
    const second = gridRows(rows, new Map([note('b', ['y'])]))
    expect([second[0] === first[0], second[1] === first[1], second[1]?.tags]).toEqual([true, false, '#y'])
  })
  it('say what happened in words; an unknown word is shown as it is', () => {
    // Another device's order: its list entry is no answer, and is later than the acceptance.
    expect(eventText({ kind: 'state', what: 'accepted' })).toBe('Found at the venue')
    expect(eventText({ kind: 'answer', what: 'accepted' })).toBe('Accepted')
    expect([eventText({ what: 'cancel done' }), eventText({ what: 'constructor' })]).toEqual([
      'Cancelled',
      'constructor',
    ])
    expect(detailText({ what: 'ended', detail: 'timeout' })).toBe('Its time ran out. (timeout)')
    expect(detailText({ what: 'ended', detail: 'something new' })).toBe('something new')
  })
})

describe('a liquidation', () => {
  const forced = row({
    kind: 'execution',
    what: 'fill',
    client_order_id: 'liquidation-4033',
    title: '',
    symbol: 'BTC-USD-PERPETUAL',
    detail: 'of 3.02',
  })
  const done = { ...forced, id: 'done', kind: 'state' as const, what: 'filled', detail: undefined }
  it('is called one in every row, and says what was closed at what loss', () => {
    expect([eventText(forced), eventText(done)]).toEqual(['Liquidation fill', 'Liquidation'])
    const realised = forcedResults([
      {
        symbol: 'x',
        closedBy: 'liquidation-4033',
        openedBy: undefined,
        quantity: dec('1'),
        realised: dec('-500.25'),
        atMs: 1,
      },
      { symbol: 'x', closedBy: 'liquidation-4033', openedBy: 'a', quantity: dec('1'), realised: dec('-0.5'), atMs: 2 },
      { symbol: 'x', closedBy: 'own', openedBy: 'a', quantity: dec('1'), realised: dec('9'), atMs: 3 },
    ])
    const [reported] = gridRows([done], new Map(), { realised })
    expect(reported && detailText(reported.row, reported)).toBe(
      'closed by the venue (liquidation), realised −500.75 USD before fees',
    )
    expect([isLiquidation(forced), isLiquidation(done), isLiquidation({ ...done, title: 'Long call' })]).toEqual([
      true,
      true,
      false,
    ])
  })
  it('that cancelled an order says so', () => {
    const cancelled = row({ what: 'ended', detail: 'liquidation', title: 'Long call' })
    expect([eventText(cancelled), isLiquidation(cancelled)]).toEqual(['Cancelled by liquidation', true])
  })
})

describe('filters', () => {
  it('ask only for what they say, and for quotes only where they say so', () => {
    expect(journalFilterOf(noFilters, new Map(), {}, now)).toEqual({
      kinds: ['intent', 'answer', 'state', 'execution', 'command', 'cash'],
    })
    expect(isFiltered(noFilters)).toBe(false)
    const notes = new Map([note('a', ['roll']), note('b', ['other'])])
    expect(
      journalFilterOf({ text: ' fill ', kind: 'execution', period: 'today', tag: 'roll' }, notes, { a: 'w' }, now),
    ).toEqual({
      text: 'fill',
      noted: { a: 'w' },
      kinds: ['execution'],
      fromMs: Date.UTC(2026, 11, 25),
      subjects: ['a'],
    })
  })
  it('know every tag in use once', () =>
    expect(tagsOf(new Map([note('a', ['b', 'a']), note('b', ['a'])]))).toEqual(['a', 'b']))
  it('tags are typed as one likes', () =>
    expect(parseTags(' #Roll, earnings;roll  ##x ')).toEqual(['roll', 'earnings', 'x']))
})

describe('results', () => {
  const order = (id: string, symbol: string, side = 'buy'): [string, JournalOrder] => [
    id,
    journalOrder(id, { symbol, side, sentAtMs: 1, executions: [testExecution('1', '1', id, micros(1_000))] }),
  ]
  const closing = (openedBy: string | undefined, realised: string): Closing => ({
    symbol: 'x',
    closedBy: 'z',
    openedBy,
    quantity: dec('1'),
    realised: dec(realised),
    atMs: 1,
  })
  const orders = new Map([
    order('a', 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'),
    order('b', 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'),
    order('c', 'BTC-20261225-100000P', 'sell'),
  ])
  const closings = [closing('a', '10'), closing('a', '-4'), closing('b', '-1'), closing(undefined, '7')]
  it('count for the structure of the order that opened', () => {
    expect(
      resultRows(orders, closings, new Map(), 'structure').map(each => [
        each.name,
        each.orders,
        each.closed,
        each.won,
        each.realised,
      ]),
    ).toEqual([
      ['Bull call spread', 2, 2, 1, '5'],
      ['Short put', 1, 0, 0, '0'],
      [heldBefore, 0, 1, 1, '7'],
    ])
  })
  it('a new spread that closes one leg of an earlier trade counts under its own name, and with that trade once it closes all', () => {
    const put = (strike: number) => `BTC-20261225-${strike}P`
    const all = new Map([order('short', put(80_000), 'sell'), order('spread', `${put(80_000)}@1/${put(85_000)}@-1`)])
    const closes = (symbol: string): Closing => ({ ...closing('short', '1'), symbol, closedBy: 'spread' })
    const countOf = (closed: readonly Closing[]) =>
      resultRows(all, closed, new Map(), 'structure').map(each => [each.name, each.orders, each.realised])
    expect(countOf([closes(put(80_000))])).toEqual([
      ['Bull put spread', 1, '0'],
      ['Short put', 1, '1'],
    ])
    expect(countOf([closes(put(80_000)), closes(put(85_000))])).toEqual([['Short put', 2, '2']])
  })
  it('a roll counts with the trade that it continues, as in Trades', () => {
    const put = (strike: number) => `BTC-20261225-${strike}P`
    const all = new Map([
      order('short', put(80_000), 'sell'),
      order('roll', `${put(80_000)}@1/${put(85_000)}@-1`),
      order('end', put(85_000)),
    ])
    const { open, closed } = tradeBook({
      executions: [
        executedPackage('short', 1, '1', { [put(80_000)]: [-1, '10'] }),
        executedPackage('roll', 2, '1', { [put(80_000)]: [1, '8'], [put(85_000)]: [-1, '11'] }),
        executedPackage('end', 3, '1', { [put(85_000)]: [1, '12'] }),
      ],
      held: undefined,
      nowMs: 4,
    })
    const closings = [
      { ...closing('short', '2'), symbol: put(80_000), closedBy: 'roll' },
      { ...closing('roll', '-1'), symbol: put(85_000), closedBy: 'end' },
    ]
    const rows = resultRows(all, closings, new Map(), 'structure', rolledFrom([...open, ...closed]))
    expect(rows.map(each => [each.name, each.orders, each.closed, each.realised])).toEqual([['Short put', 3, 1, '1']])
  })
  it('coins sold from a balance are sold, not short', () => {
    expect(structureOf({ symbol: 'BTC-USD', side: 'sell' })).toBe('Sold spot')
  })
  it('an order that turns a position counts under its own name: it closes the old one and opens a new one', () => {
    const call = 'BTC-20261225-100000C'
    const [id, turn] = order('turn', call, 'sell')
    const [fill] = turn.executions
    const sold = { ...turn, executions: fill === undefined ? [] : [{ ...fill, executed_quantity: dec('3') }] }
    const all = new Map([order('long', call), [id, sold] as const, order('back', call)])
    const closed = [
      { ...closing('long', '-5'), symbol: call, closedBy: 'turn' },
      { ...closing('turn', '2'), symbol: call, closedBy: 'back' },
    ]
    expect(
      resultRows(all, closed, new Map(), 'structure').map(each => [each.name, each.orders, each.closed, each.realised]),
    ).toEqual([
      ['Short call', 2, 1, '2'],
      ['Long call', 1, 1, '-5'],
    ])
  })
  it('an order with two tags counts for both, one without for none', () => {
    const rows = resultRows(orders, closings, new Map([note('a', ['x', 'y'])]), 'tag')
    expect(rows.map(each => [each.name, each.orders, each.realised])).toEqual([
      [untagged, 2, '-1'],
      ['#x', 1, '6'],
      ['#y', 1, '6'],
      [heldBefore, 0, '7'],
    ])
  })
  it('what the venue closed by force stands by itself, and the sum of all results stays the same', () => {
    const all = new Map([...orders, order('liquidation-7', 'BTC-USD-PERPETUAL')])
    const rows = resultRows(
      all,
      [...closings, { ...closing('a', '-500'), closedBy: 'liquidation-7' }],
      new Map(),
      'structure',
    )
    expect(rows.map(each => [each.name, each.orders, each.closed, each.lost, each.realised])).toEqual([
      ['Bull call spread', 2, 2, 1, '5'],
      [liquidated, 1, 1, 1, '-500'],
      ['Short put', 1, 0, 0, '0'],
      [heldBefore, 0, 1, 0, '7'],
    ])
  })
})

describe('the cash by day', () => {
  it('shows on a phone what its days closed at and what is not explained, and all of it where there is room', () => {
    const shown = (widthPx: number) => fittingColumns(cashColumns('USD'), cashColumnSet, widthPx, false)
    expect(shown(378)).toEqual(['closing', 'unexplained'])
    expect(shown(960)).toEqual(cashColumnSet.ids)
  })
})
