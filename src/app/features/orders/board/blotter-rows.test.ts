import { expect, test } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { countRfq } from '../../../../core/domain/trade-story/trade-count.ts'
import { rfqCard } from '../../../../testing/rfq-card.fixture.ts'
import { stateText } from './state-text.ts'
import { type BlotterRow, blotterRows } from './blotter-rows.ts'
import { openOrderRow } from '../../../model/orders/open-order-rows.ts'
import type { OutcomeRow } from './outcome-rows.ts'
import { orderRecord } from '../../../../testing/order.fixture.ts'

const nothing = {
  cards: [],
  orders: [],
  outcomes: [],
  intents: [],
  isListKnown: true,
  todayMs: 0,
  opened: new Set<string>(),
}
const namesOf = (rows: readonly BlotterRow[]): readonly string[] =>
  rows.map(row => (row.kind === 'group' ? `${row.title} ${row.count}` : row.id))
const record = orderRecord('works', { quantity: dec('10') })
const outcome = (id: string, kind: OutcomeRow['kind']): OutcomeRow => ({
  id,
  isRfq: false,
  rfq: undefined,
  kind,
  text: '',
  end: undefined,
  raw: undefined,
  atMs: 0,
  filledMs: undefined,
  averagePrice: undefined,
  limit: undefined,
  filled: undefined,
  quantity: dec('1'),
  phrased: { legs: [], side: 'buy', closes: false, quantity: dec('1') },
})

test('an empty group has no line, but working orders that are not known are not called none', () => {
  expect(namesOf(blotterRows(nothing))).toEqual([])
  expect(namesOf(blotterRows({ ...nothing, isListKnown: false }))).toEqual(['Working orders are not known 0'])
})

test('RFQs stand with the newest first; a filled one stays while the venue lists it, an ended one does not', () => {
  const card = (id: string, placedMs: number, more: Partial<Parameters<typeof rfqCard>[0]> = {}) =>
    rfqCard({ id, clientOrderId: id, placedMs, ...more })
  const cards = [
    card('old', 1),
    card('new', 2),
    card('listed', 3, { state: 'filled', isListed: true }),
    card('filled', 4, { state: 'filled', isListed: false }),
    card('ended', 5, { state: 'ended' }),
  ]
  expect(namesOf(blotterRows({ ...nothing, cards })).slice(0, 4)).toEqual(['Live 3', 'listed', 'new', 'old'])
})

test('an order stands once, where it is now; one that the venue has otherwise than it was sent is also named as that', () => {
  const orders = [openOrderRow(record, undefined)]
  const rows = (kind: OutcomeRow['kind']) =>
    namesOf(blotterRows({ ...nothing, orders, outcomes: [outcome('works', kind), outcome('over', 'filled')] }))
  expect(rows('working')).toEqual(['Working 1', 'works', 'Today 1', 'over'])
  expect(rows('not as sent')).toEqual(['Working 1', 'works', 'Today 2', 'outcome works', 'over'])
})

test('what is done of an RFQ names what works and what is in doubt beside it', () => {
  const count = countRfq(dec('4'), [{ filled: dec('1'), working: dec('2'), inDoubt: dec('0.5') }])
  const [, row] = blotterRows({ ...nothing, cards: [rfqCard({ quantity: dec('4'), count })] })
  expect(row === undefined ? '' : stateText(row)).toBe('Bought 1 of 4, 2 working, 0.5 in doubt')
})

test('what was done of an RFQ is one row, which opens to its orders; an order whose RFQ is not shown stands by itself', () => {
  const rfq = { ...outcome('asked', 'filled'), isRfq: true }
  const takes = ['second', 'first'].map(id => ({ ...outcome(id, 'filled'), rfq: 'asked' }))
  const outcomes = [...takes, rfq, { ...outcome('other', 'filled'), rfq: 'of another device' }]
  const rows = (opened: readonly string[]) => blotterRows({ ...nothing, outcomes, opened: new Set(opened) })
  expect(namesOf(rows([]))).toEqual(['Today 2', 'asked', 'other'])
  expect(namesOf(rows(['asked']))).toEqual(['Today 2', 'asked', 'second', 'first', 'other'])
  const strange = { ...outcome('strange', 'not as sent'), rfq: 'asked' }
  expect(namesOf(blotterRows({ ...nothing, outcomes: [strange, rfq] }))).toEqual(['Today 2', 'strange', 'asked'])
  const cards = [rfqCard({ id: 'live', clientOrderId: 'live' })]
  const ofLive = { ...nothing, cards, outcomes: [{ ...outcome('take', 'filled'), rfq: 'live' }] }
  expect(namesOf(blotterRows(ofLive))).toEqual(['Live 1', 'live'])
  expect(namesOf(blotterRows({ ...ofLive, opened: new Set(['live']) }))).toEqual(['Live 1', 'live', 'take'])
})

test('outcomes of earlier days stand below those of today, by the time of the last fill if there is one', () => {
  const at = (id: string, atMs: number, filledMs?: number) => ({ ...outcome(id, 'filled'), atMs, filledMs })
  const outcomes = [at('new', 12), at('old', 9), at('late', 8, 11)]
  expect(namesOf(blotterRows({ ...nothing, outcomes, todayMs: 10 }))).toEqual([
    'Today 2',
    'new',
    'late',
    'Earlier 1',
    'old',
  ])
})

test.each<readonly [Partial<OutcomeRow>, string]>([
  [{ kind: 'filled' }, 'Filled'],
  [{ kind: 'filled', filledMs: Date.UTC(2026, 10, 21, 12, 18, 40) }, 'Filled 12:18'],
  [{ kind: 'ended', filled: dec('0'), quantity: dec('0.2'), end: 'cancelled' }, '0 of 0.2, cancelled'],
  [{ kind: 'part filled', filled: dec('4'), quantity: dec('10') }, '4 of 10, working'],
  [
    {
      kind: 'ended',
      isRfq: true,
      filled: dec('1.8'),
      quantity: dec('3'),
      phrased: { legs: [{ symbol: 'BTC-USD', ratio: 1 }], side: 'sell', closes: false, quantity: dec('3') },
    },
    'Sold 1.8 of 3',
  ],
  [{ kind: 'ended', filled: undefined, quantity: dec('3'), end: 'ended' }, '? of 3, ended'],
  [{ kind: 'rejected', text: 'Price off its step. Round it to the price step.' }, 'Price off its step'],
])('the state of an outcome is a few words: %o is %s', (more, words) => {
  const row: BlotterRow = {
    kind: 'outcome',
    id: 'x',
    outcome: { ...outcome('x', 'filled'), ...more },
    depth: 1,
    isOpen: undefined,
  }
  expect(stateText(row)).toBe(words)
})
