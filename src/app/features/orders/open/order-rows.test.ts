import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { must } from '../../../../core/domain/must.ts'
import { clientOrderId, entityId, orderId } from '../../../../core/domain/ids.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import type { Execution, OrderRecord } from '../../../../core/domain/order.ts'
import { addEvidence } from '../../../../core/domain/own-order.ts'
import { dayMs, micros, minuteMs } from '../../../../core/domain/time.ts'
import { askedAgain } from '../../../model/orders/firm-order.ts'
import { lifeOf } from '../../../model/orders/order-life.ts'
import {
  canEndByTime,
  isAlive,
  knownFilled,
  rfqCards,
  type RfqCard,
  type RfqInputs,
} from '../../../model/orders/rfq-cards.ts'
import { dismissedSize } from '../../../model/orders/rfq-tries.ts'
import { type SentOrder, sentOrderOf, sentOrders } from '../../../model/orders/sent-order.ts'
import { openOrderRows, stateText } from '../../../model/orders/open-order-rows.ts'
import { acceptedState, startMs, testIntent } from '../../../../testing/journal.fixture.ts'
import { unresolvedText } from '../../../ui/order/rfq-out-text.ts'
import { testExecution } from '../../../../testing/execution.fixture.ts'
import { orderRecord } from '../../../../testing/order.fixture.ts'

const start = Date.UTC(2026, 10, 21, 14, 3, 22)
const spread = 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'

const execution = (id: string, quantity: string, price: string): Execution =>
  testExecution(quantity, price, id, micros(start * 1000))

const record = (client: string, over: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord(client, { quantity: dec('10'), price: dec('100'), order_id: orderId(`1${client}`), ...over })

const sent = (client: string, over: Partial<SentOrder> = {}): SentOrder => ({
  client_order_id: clientOrderId(client),
  market_id: 'none',
  symbol: spread,
  side: 'buy',
  type: 'LIMIT',
  time_in_force: 'GTC',
  quantity: dec('10'),
  recv_window: 3,
  outcome: 'accepted',
  atMs: start,
  ioi_cache_timeout: 1800,
  ...over,
})

const knownOf = (...records: readonly OrderRecord[]): RfqInputs['orders'] =>
  new Map(
    records.map(one => [
      one.client_order_id,
      addEvidence(undefined, one.client_order_id, { kind: 'record', record: one }),
    ]),
  )

const board = (over: Partial<RfqInputs>) =>
  rfqCards({
    open: [],
    openMs: start + minuteMs,
    sent: [],
    orders: new Map(),
    refreshed: new Map(),
    fillsKnown: { kind: 'now' },
    nowMs: start + minuteMs,
    ...over,
  })

const isLive = ({ state }: RfqCard): boolean => state === 'live'

describe('open order rows', () => {
  it('RFQs are not among the open orders', () => {
    const rows = openOrderRows(
      [record('a'), record('b', { market_id: 'none' }), record('c', { market_id: '255' })],
      new Map(),
    )
    expect(rows.map(row => row.id)).toEqual(['a'])
  })

  it('the life is known of what this browser sent, and of nothing else', () => {
    const own = sent('a', { market_id: '0' })
    const [known, foreign] = openOrderRows([record('a'), record('b')], new Map([['a', own]]))
    expect(known?.life).toMatchObject({
      startMs: start,
      endEarliestMs: start + 20 * minuteMs,
      endLatestMs: start + 30 * minuteMs,
    })
    expect(foreign?.life).toBeUndefined()
  })

  it('an order that does not rest has no life', () => {
    expect(lifeOf(sent('a', { market_id: '0', time_in_force: 'IOC' }))).toBeUndefined()
    expect(lifeOf(sent('a', { market_id: '0', outcome: 'unknown' }))).toBeUndefined()
  })

  it('an unchanged record keeps its row', () => {
    const open = [record('a')]
    expect(openOrderRows(open, new Map())[0]).toBe(openOrderRows(open, new Map())[0])
  })

  it('a state the contract does not name is shown as it came', () => {
    expect(stateText({ order_state: 'partial_fill', cancel_state: 'none' })).toBe('part filled')
    expect(stateText({ order_state: 'on_hold', cancel_state: 'pending_cancel' })).toBe('on hold, pending cancel')
  })
})

describe('the RFQ board', () => {
  const rfqRecord = record('q', { market_id: 'none', symbol: spread, price: undefined })

  it('an RFQ counts down from its acceptance by the time-out the venue gave, and from its refresh', () => {
    const long = sent('q', { recv_window: 100 })
    const ends = (atMs: number) => ({ endEarliestMs: atMs, endLatestMs: atMs })
    expect(board({ sent: [long], open: [rfqRecord] })[0]).toMatchObject({
      state: 'live',
      life: ends(start + 30 * minuteMs),
    })
    const refreshed = new Map([['q', start + 5 * minuteMs]])
    expect(board({ sent: [long], open: [rfqRecord], refreshed })[0]).toMatchObject({
      life: ends(start + 35 * minuteMs),
    })
  })

  it('an RFQ no longer listed has ended, unless the list is older than its acceptance', () => {
    expect(board({ sent: [sent('q')] })[0]?.state).toBe('ended')
    expect(board({ sent: [sent('q')], openMs: start - 1 })[0]?.state).toBe('live')
    expect(board({ sent: [sent('q')], open: undefined })[0]?.state).toBe('live')
    expect(board({ sent: [sent('q')], open: undefined, nowMs: start + 31 * minuteMs })[0]?.state).toBe('ended')
  })

  it('time alone changes no card, unless it can end one that the venue has not answered for', () => {
    const sentAs = fc.record({
      outcome: fc.constantFrom('accepted', 'pending', 'unknown', 'rejected', 'dead'),
      market_id: fc.constantFrom('none', '0'),
      atMs: fc.integer({ min: start - minuteMs, max: start + minuteMs }),
      isListed: fc.boolean(),
    })
    const asked = fc.record({
      orders: fc.array(sentAs, { maxLength: 4 }),
      isKnown: fc.boolean(),
      openMs: fc.option(fc.constant(start), { nil: undefined }),
    })
    let standing = 0
    fc.assert(
      fc.property(asked, ({ orders, isKnown, openMs }) => {
        const all = orders.map(({ isListed, ...over }, at) => ({ isListed, order: sent(`q${at}`, over) }))
        const listed = all
          .filter(each => each.isListed)
          .map(({ order }) => record(order.client_order_id, { market_id: order.market_id }))
        const inputs = { open: isKnown ? listed : undefined, openMs, sent: all.map(({ order }) => order) }
        if (canEndByTime(inputs)) return
        standing += 1
        expect(board({ ...inputs, nowMs: start + 90 * dayMs })).toEqual(board({ ...inputs, nowMs: start }))
      }),
    )
    expect(standing).toBeGreaterThan(10)
    const late = { open: [], openMs: start - 1, sent: [sent('q')] }
    expect(canEndByTime(late)).toBe(true)
    expect(board({ ...late, nowMs: start + 31 * minuteMs })[0]?.state).toBe('ended')
  })

  it('a fill of the same legs that was not taken from its card is not an RFQ’s', () => {
    const other = sent('f', { market_id: '0', atMs: start + 1, price: dec('120') })
    const filled = record('f', { symbol: spread, order_state: 'filled', executions: [execution('1', '10', '119')] })
    const [card] = board({ sent: [sent('q'), other], orders: knownOf(filled) })
    expect(card).toMatchObject({ traded: false, tries: [], count: { left: '10' } })
  })

  it('an RFQ whose whole size was filled is done: it is not among the live ones, and nothing is left to take', () => {
    const firm = sent('f', { market_id: '0', atMs: start + 1, rfq: 'q' })
    const filled = record('f', { symbol: spread, order_state: 'filled', executions: [execution('1', '10', '119')] })
    const cards = board({ sent: [sent('q'), firm], open: [rfqRecord], orders: knownOf(filled) })
    const tries = [{ clientOrderId: 'f', state: 'filled' }]
    expect(cards[0]).toMatchObject({ state: 'filled', isListed: true, traded: true, count: { left: '0' }, tries })
    expect(cards.filter(isLive)).toEqual([])
    const orders = knownOf(filled, { ...rfqRecord, cancel_state: 'user_cancelled' })
    expect(board({ sent: [sent('q'), firm], orders })[0]).toMatchObject({ state: 'filled', endReason: undefined })
  })

  it('what was dismissed is not looked up for ever', () => {
    const firm = sent('f', { market_id: '0', atMs: start + 1, rfq: 'q', outcome: 'dead' })
    expect(board({ sent: [sent('q'), firm], open: [rfqRecord] })[0]?.tries[0]?.state).toBe('dismissed')
    expect(board({ sent: [sent('q', { outcome: 'dead' })], open: undefined })[0]?.state).toBe('ended')
  })

  it('a firm order filled by an amount that the venue does not list may have filled all: no more is taken for it, and it is not called done', () => {
    const firm = sent('f', { market_id: '0', atMs: start + 1, rfq: 'q', quantity: dec('10') })
    const half = record('f', { order_state: 'partial_fill', symbol: spread })
    const [card] = board({ sent: [sent('q'), firm], open: [rfqRecord, half] })
    expect(card).toMatchObject({
      count: { left: '0', inDoubt: '10' },
      state: 'checking',
      traded: true,
      tries: [{ state: 'part filled' }],
    })
  })

  it('an RFQ whose acceptance never came counts down by the time-out of another, and says so', () => {
    const found = sent('found', { ioi_cache_timeout: undefined, recv_window: undefined })
    const open = [record('found', { market_id: 'none', symbol: spread })]
    expect(board({ sent: [found], open })[0]).toMatchObject({ life: undefined })
    expect(board({ sent: [found, sent('q', { ioi_cache_timeout: 600 })], open })[0]).toMatchObject({
      id: 'found',
      life: { endLatestMs: start + 10 * minuteMs },
      endIsEstimate: true,
    })
  })

  it('an RFQ of a single instrument ends with its cycles: the time-out of another is not its own', () => {
    const single = sent('one', { symbol: 'BTC-USD', ioi_cache_timeout: undefined, recv_window: 5, atMs: start + 1 })
    expect(board({ sent: [single, sent('q', { ioi_cache_timeout: 600 })] })[0]).toMatchObject({
      id: 'one',
      life: { endLatestMs: start + 1 + 50 * minuteMs, isFixed: true },
      endIsEstimate: false,
    })
  })

  it('a firm order belongs to the RFQ it was sent from, whichever was asked last', () => {
    const firm = (id: string, rfq?: string) => sent(id, { market_id: '0', atMs: start + 20, price: dec('1'), rfq })
    const cards = board({ sent: [firm('other'), sent('q1'), sent('q2', { atMs: start + 10 }), firm('f', 'q2')] })
    expect(cards.map(card => [card.id, card.tries.map(one => one.clientOrderId)])).toEqual([
      ['q2', ['f']],
      ['q1', []],
    ])
  })

  it('a try is not said to be unfilled before its record was seen', () => {
    const firm = sent('f', { market_id: '0', atMs: start + 1, rfq: 'q' })
    const state = (inputs: Partial<RfqInputs>) => board({ sent: [sent('q'), firm], ...inputs })[0]?.tries[0]?.state
    expect(state({})).toBe('accepted')
    expect(state({ open: [record('f')] })).toBe('working')
    expect(state({ orders: knownOf(record('f')) })).toBe('accepted')
    expect(state({ orders: knownOf(record('f', { cancel_state: 'timeout' })) })).toBe('not filled')
  })

  it('counts off what firm orders on its side filled, and not what others did', () => {
    const firm = (id: string, side: string) =>
      sent(id, { market_id: '0', atMs: start + 1, side, quantity: dec('10'), price: dec('1'), rfq: 'q' })
    const filled = (id: string, quantity: string) =>
      record(id, { symbol: spread, cancel_state: 'timeout', executions: [execution(id, quantity, '119')] })
    const orders = knownOf(filled('f', '4'), filled('g', '3'))
    const [card] = board({ sent: [sent('q'), firm('f', 'buy'), firm('g', 'sell')], open: [rfqRecord], orders })
    expect(card).toMatchObject({ count: { left: '6', filled: '4' }, traded: true })
    expect(card?.tries.map(one => [one.state, one.fills?.filled])).toEqual([
      ['part filled', '4'],
      ['part filled', '3'],
    ])
  })

  it('is unresolved, not checking, once nothing looks up the orders that may have taken the rest', () => {
    const firm = (id: string, over: Partial<SentOrder>) =>
      sent(id, { market_id: '0', atMs: start + 1, rfq: 'q', quantity: dec('5'), outcome: 'dead', ...over })
    const card = (...tries: SentOrder[]) => board({ sent: [sent('q'), ...tries], open: [rfqRecord] })[0] as RfqCard
    const given = card(firm('f', {}), firm('g', {}))
    expect(given).toMatchObject({ state: 'unresolved', count: { inDoubt: '10', left: '0' } })
    expect(isAlive(given)).toBe(true)
    expect(unresolvedText(dismissedSize(given))).toBe('10 dismissed, outcome unknown: cancel and ask again')
    expect(card(firm('f', {}), firm('g', { outcome: 'unknown' })).state).toBe('checking')
    expect(card(firm('f', {})).state).toBe('live')
    // What was dismissed is asked for again, what works is not.
    const asked = testIntent('q', { kind: 'unseen', looks: 1 }, [])
    const intent = { ...asked, order: { ...asked.order, quantity: dec('10') } }
    expect(askedAgain(intent, given, false).quantity).toBe('10')
    const resting = record('r', { symbol: spread, quantity: dec('5') })
    const [half] = board({
      sent: [sent('q'), firm('f', {}), firm('r', { outcome: 'accepted' })],
      open: [rfqRecord, resting],
    })
    expect(askedAgain(intent, half as RfqCard, false).quantity).toBe('5')
  })

  it('a firm order of another device with its legs and side counts: what rests, and what filled since it was asked for', () => {
    const resting = record('r', { symbol: spread, quantity: dec('3') })
    const at = (id: string, ms: number) =>
      record(id, {
        symbol: spread,
        quantity: dec('2'),
        cancel_state: 'immediate_with_insufficient_liquidity',
        executions: [{ ...execution(id, '1', '119'), utc_timestamp: micros(ms * 1000) }],
      })
    const elsewhere = [
      resting,
      at('before', start - 1),
      at('since', start + 1),
      record('x', { symbol: spread, side: 'sell' }),
    ]
    const [card] = board({ sent: [sent('q')], open: [rfqRecord, resting], orders: knownOf(...elsewhere) })
    expect(card).toMatchObject({ count: { working: '3', filled: '1', left: '6' } })
    expect(card?.tries.map(one => one.clientOrderId)).toEqual(['r', 'since'])
    // An RFQ of another device counts from when it is first seen.
    const orders = new Map([
      ...knownOf(...elsewhere),
      ['q', addEvidence(undefined, clientOrderId('q'), { kind: 'since', atMs: start })],
    ])
    expect(board({ open: [rfqRecord, resting], orders })[0]).toMatchObject({ count: { working: '3', filled: '1' } })
  })

  describe('of another device', () => {
    const id = (value: string) => ({ order_id: orderId(value), symbol: spread })
    const asked = record('q', { ...id('20'), market_id: 'none', price: undefined })
    const seenLate = addEvidence(undefined, clientOrderId('q'), { kind: 'since', atMs: start + 60_000 })
    const filled = (client: string, order: string, quantity: string, over: Partial<OrderRecord> = {}) =>
      record(client, {
        ...id(order),
        quantity: dec(quantity),
        order_state: 'filled',
        executions: [execution(client, quantity, '119')],
        ...over,
      })
    const cardOf = (records: readonly OrderRecord[], over: Partial<RfqInputs> = {}) =>
      board({ open: [asked], orders: new Map([...knownOf(...records), ['q', seenLate]]), ...over })[0]

    const filledOf = (card: RfqCard | undefined) => knownFilled(must(card, 'a card'))

    it('counts what filled before this browser first saw it, by the numbers that the venue gives its orders', () => {
      const card = cardOf([
        filled('older', '9', '2'),
        filled('newer', '21', '3'),
        filled('other side', '22', '4', { side: 'sell' }),
      ])
      expect(card).toMatchObject({ state: 'live', count: { filled: '3', left: '7' } })
      expect(card?.tries.map(one => one.clientOrderId)).toEqual(['newer'])
    })

    it('counts an order that is known by its trades only', () => {
      expect(cardOf([filled('t', '21', '3', { market_id: '', type: '' })])).toMatchObject({
        count: { filled: '3', left: '7' },
      })
    })

    it('counts a fill for the later of two that are alike', () => {
      const later = record('later', { ...id('30'), market_id: 'none', price: undefined })
      const cards = board({ open: [asked, later], orders: knownOf(filled('a', '25', '1'), filled('b', '31', '2')) })
      expect(cards.map(card => [card.id, card.count.filled])).toEqual([
        ['q', '1'],
        ['later', '2'],
      ])
    })

    it('is checking, with no count, until the fills of other devices were read', () => {
      const card = cardOf([filled('newer', '21', '3')], { fillsKnown: { kind: 'reading' } })
      expect(card?.state).toBe('checking')
      expect(filledOf(card)).toBeUndefined()
    })

    it('has no count where the venue reports no trades, or numbers no orders; one that was sent from here has', () => {
      const unreported = { fillsKnown: { kind: 'unreported' } } as const
      expect(filledOf(cardOf([], unreported))).toBeUndefined()
      expect(filledOf(board({ open: [{ ...asked, order_id: orderId('x') }] })[0])).toBeUndefined()
      expect(filledOf(board({ open: [rfqRecord], sent: [sent('q')], ...unreported })[0])).toBe('0')
    })
  })

  it('a firm order without an outcome is a level tried too, and so is one on an RFQ of another program', () => {
    const lost = sent('f', { market_id: '0', atMs: start + 1, outcome: 'unknown', rfq: 'q' })
    expect(board({ sent: [sent('q'), lost], open: [rfqRecord] })[0]?.tries).toMatchObject([
      { state: 'unknown', fills: undefined },
    ])
    expect(board({ sent: [lost], open: [rfqRecord] })[0]).toMatchObject({
      placedMs: undefined,
      tries: [{ clientOrderId: 'f' }],
    })
  })

  it('unknown ones come first, then live ones by their end; rejected ones are no RFQs', () => {
    const rejected = sent('r', { outcome: 'rejected' })
    const later = sent('later', { atMs: start + 5 })
    const open = [record('later', { market_id: 'none', symbol: spread }), rfqRecord]
    const cards = board({
      sent: [sent('u', { outcome: 'unknown' }), rejected, later, sent('q'), sent('old', { atMs: start - 99 })],
      open,
    })
    expect(cards.map(card => [card.id, card.state])).toEqual([
      ['u', 'unknown'],
      ['q', 'live'],
      ['later', 'live'],
      ['old', 'ended'],
    ])
    expect(cards.filter(isLive)).toHaveLength(2)
  })

  it('an RFQ sent from elsewhere is shown without a countdown', () => {
    expect(board({ open: [rfqRecord] })[0]).toMatchObject({
      id: 'q',
      state: 'live',
      life: undefined,
      placedMs: undefined,
    })
  })
})

describe('what was sent', () => {
  const intent = (state: Intent['state']): Intent => testIntent('c', state, [], 'none')

  it('an accepted order counts from the venue’s time, another from our own', () => {
    expect(sentOrderOf(intent(acceptedState('c', 1800)))).toMatchObject({
      outcome: 'accepted',
      atMs: startMs + 5,
      ioi_cache_timeout: 1800,
    })
    const unknown = { kind: 'unknown', why: 'time-out', nextLookUpAtMs: undefined, looks: 0 } as const
    expect(sentOrderOf(intent(unknown))).toMatchObject({ outcome: 'unknown', atMs: startMs })
  })

  it('a package is known by its joined symbol before the venue answers', () => {
    const single = intent({ kind: 'sending' })
    const legs = [
      { symbol: 'A', tradeable_entity_id: entityId(1), ratio: 1 },
      { symbol: 'B', tradeable_entity_id: entityId(2), ratio: -1 },
    ]
    expect(sentOrderOf({ ...single, order: { ...single.order, symbol: undefined, legs } }).symbol).toBe('A@1/B@-1')
  })

  it('an unchanged intent gives the same order', () => {
    const one = intent({ kind: 'sending' })
    expect(sentOrders([one])[0]).toBe(sentOrders([one])[0])
  })
})
