import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId, orderId } from '../../../core/domain/ids.ts'
import type { Intent, IntentState } from '../../../core/domain/intent.ts'
import type { OrderRejected } from '../../../core/domain/order.ts'
import { micros } from '../../../core/domain/time.ts'
import { type IntentEvent, isDuplicateReason, step } from './machine.ts'
import { orderIntent, orderRecord, orderAccepted } from '../../../testing/order.fixture.ts'

const id = clientOrderId('one')
const moment = { nowMs: 1_000, random: 0.5 }
const draft = orderIntent(id, {
  order: { symbol: 'BTC-USD', price: dec(2), recv_window: 1 },
  body: '{}',
  context: { title: 'Buy' },
  sends: 0,
})
const acceptance = orderAccepted(id)
const rejection = (reason: string): OrderRejected => ({
  utc_timestamp: micros(1),
  market_id: '0',
  type: 'LIMIT',
  client_order_id: id,
  reason,
})
const record = orderRecord(id)

const after = (events: readonly IntentEvent[], from: Intent = draft): Intent =>
  events.reduce((intent, event) => step(intent, event, moment).intent, from)
const effects = (intent: Intent, event: IntentEvent): string[] =>
  step(intent, event, moment).effects.map(each => each.kind)
const confirmed: IntentEvent = { kind: 'confirmed', withoutDurability: false }
const sending = after([confirmed, { kind: 'stored' }])
const unknown = after([{ kind: 'lost', why: 'gone' }], sending)
const notFound: IntentEvent = { kind: 'not_found', sends: 1 }
const unseen = after(
  Array.from({ length: 6 }, () => notFound),
  unknown,
)

describe('the venue’s words about an order without an outcome', () => {
  const lost: IntentEvent = { kind: 'lost', why: 'invalid parameters', reason: 'invalid parameters' }
  const times = (count: number) => Array.from({ length: count }, () => notFound)

  it('stay with it while it is looked up, once it was not found, and when it is looked up again', () => {
    for (const events of [
      [],
      times(6),
      [...times(6), { kind: 'look_again' } as const],
      [...times(6), { kind: 'look_again' } as const, notFound],
    ])
      expect(after([lost, ...events], sending).state).toMatchObject({ reason: 'invalid parameters' })
  })

  it('count though they come after the time-out, and settle nothing', () => {
    const overdue = after([{ kind: 'overdue', why: 'No answer' }], sending)
    expect(after([lost], overdue).state).toMatchObject({
      kind: 'unknown',
      why: 'No answer',
      reason: 'invalid parameters',
    })
    expect(after([lost], unseen).state).toMatchObject({ kind: 'unseen', reason: 'invalid parameters' })
  })
})

describe('life of an intent', () => {
  it('is stored before it is sent, and sent once', () => {
    expect(effects(draft, confirmed)).toEqual(['begin'])
    expect(effects(after([confirmed]), { kind: 'stored' })).toEqual(['send'])
    expect(effects(sending, { kind: 'stored' })).toEqual([])
    expect(effects(sending, confirmed)).toEqual([])
  })

  it('waits for the trader when it cannot be stored', () => {
    const unstored = after([confirmed, { kind: 'store_failed', message: 'full' }])
    expect(unstored).toMatchObject({ state: { kind: 'unstored', message: 'full' }, sends: 0 })
    expect(effects(unstored, { kind: 'confirmed', withoutDurability: true })).toEqual(['send', 'save'])
  })

  it('is unknown after anything but an answer that parses', () => {
    expect(unknown.state.kind).toBe('unknown')
    expect(after([{ kind: 'overdue', why: 'late' }], sending).state.kind).toBe('unknown')
    expect(after([{ kind: 'woke' }], sending).state.kind).toBe('unknown')
  })

  it('takes an answer that comes late', () => {
    expect(after([{ kind: 'accepted', accepted: acceptance }], unknown).state).toMatchObject({
      kind: 'accepted',
      by: 'answer',
    })
    expect(after([{ kind: 'rejected', rejected: rejection('invalid_fields') }], unknown).state.kind).toBe('rejected')
  })

  it('is unseen only past the bound of its look-ups, and a failed look-up brings it no nearer to that', () => {
    expect(
      after(
        Array.from({ length: 5 }, () => notFound),
        unknown,
      ).state.kind,
    ).toBe('unknown')
    expect(unseen.state.kind).toBe('unseen')
    const failed: IntentEvent = { kind: 'look_failed', sends: 1 }
    const afterFailures = after(
      Array.from({ length: 50 }, () => failed),
      unknown,
    )
    expect(afterFailures.state.kind).toBe('unknown')
    expect(after([notFound], afterFailures).state.kind).toBe('unseen')
  })

  it('looks after 0.5, 1, 2, 4, 8 and 15 s', () => {
    let intent = unknown
    let totalMs = 0
    const waits = step(sending, { kind: 'lost', why: '' }, moment).effects
    for (let look = 0; look < 6; look += 1) {
      const effect = look === 0 ? waits.find(each => each.kind === 'look') : step(intent, notFound, moment).effects[0]
      if (look > 0) intent = step(intent, notFound, moment).intent
      totalMs += effect?.kind === 'look' ? effect.afterMs : 0
      expect(totalMs).toBe([500, 1_000, 2_000, 4_000, 8_000, 15_000][look])
    }
  })

  it('waits as long as the venue asks', () => {
    const [effect] = step(unknown, { kind: 'look_failed', sends: 1, retryAfterMs: 60_000 }, moment).effects
    expect(effect).toEqual({ kind: 'look', afterMs: 60_000 })
  })

  it('ignores look-ups that began before the last sending', () => {
    const again = after([{ kind: 'send_again' }, { kind: 'stored' }, { kind: 'lost', why: '' }], unseen)
    expect(again).toMatchObject({ sends: 2, state: { kind: 'unknown' } })
    expect(step(again, notFound, moment).intent).toBe(again)
  })

  it('is sent again only from unseen, by the trader, and stored as sent twice first', () => {
    expect(effects(unknown, { kind: 'send_again' })).toEqual([])
    expect(effects(unseen, { kind: 'send_again' })).toEqual(['rest', 'begin'])
    const back = after([{ kind: 'send_again' }, { kind: 'store_failed', message: 'full' }], unseen)
    expect(back).toMatchObject({ sends: 1, state: { kind: 'unseen' } })
  })

  it('takes a rejection as duplicate for proof that the venue knows it', () => {
    const known = after([{ kind: 'rejected', rejected: rejection('duplicate_client_order_id') }], sending)
    expect(known.state).toMatchObject({ kind: 'unknown', duplicate: true })
    expect(
      ['duplicate_client_order_id', 'client_order_id already exists', 'Order ID not unique'].every(isDuplicateReason),
    ).toBe(true)
    expect(['invalid_legs', 'insufficient_account_balance', 'trading_suspended'].some(isDuplicateReason)).toBe(false)
  })

  it('holds a rejection of one of two sendings back until nothing was found', () => {
    const twice = after([{ kind: 'send_again' }, { kind: 'stored' }], unseen)
    const held = after([{ kind: 'rejected', rejected: rejection('insufficient_account_balance') }], twice)
    expect(held.state.kind).toBe('unknown')
    const settled = after(
      Array.from({ length: 6 }, () => ({ kind: 'not_found', sends: 2 }) as const),
      held,
    )
    expect(settled.state).toMatchObject({ kind: 'rejected', isChecked: false })
    expect(after([{ kind: 'seen', by: 'look_up', order: record }], held).state.kind).toBe('accepted')
  })

  it('checks a rejection soon and once more when no copy that the browser sent by itself can be under way', () => {
    const refused = after([{ kind: 'rejected', rejected: rejection('insufficient_account_balance') }], sending)
    expect(refused.state).toMatchObject({ kind: 'rejected', isChecked: false })
    const later = (ms: number) => step(refused, notFound, { ...moment, nowMs: moment.nowMs + ms })
    expect(later(4_300)).toEqual({ intent: refused, effects: [{ kind: 'look', afterMs: 70_700 }] })
    expect(later(75_000)).toMatchObject({ intent: { state: { isChecked: true } }, effects: [{ kind: 'save' }] })
    expect(effects(later(75_000).intent, { kind: 'woke' })).toEqual([])
    expect(effects(refused, { kind: 'woke' })).toEqual(['look'])
  })

  it('checks a rejection of an earlier version once', () => {
    const stored: Intent = { ...sending, state: { kind: 'rejected', rejected: rejection('x'), isChecked: false } }
    expect(after([notFound], stored).state).toMatchObject({ isChecked: true })
  })

  it('is accepted once it was seen, whatever was believed before', () => {
    const dead = after([{ kind: 'mark_dead' }], unseen)
    const refused = after([{ kind: 'rejected', rejected: rejection('x') }], sending)
    for (const from of [sending, unknown, unseen, dead, refused]) {
      expect(after([{ kind: 'seen', by: 'open_orders', order: record }], from).state.kind, from.state.kind).toBe(
        'accepted',
      )
    }
  })

  it('never leaves acceptance, never sends without a word, and never changes what is sent', () => {
    const anyEvent = fc.constantFrom<IntentEvent>(
      confirmed,
      { kind: 'confirmed', withoutDurability: true },
      { kind: 'stored' },
      { kind: 'store_failed', message: '' },
      { kind: 'overdue', why: '' },
      { kind: 'accepted', accepted: acceptance },
      { kind: 'rejected', rejected: rejection('x') },
      { kind: 'rejected', rejected: rejection('duplicate') },
      { kind: 'lost', why: '' },
      { kind: 'seen', by: 'look_up', order: record },
      { kind: 'look_started' },
      notFound,
      { kind: 'not_found', sends: 2 },
      { kind: 'look_failed', sends: 1 },
      { kind: 'woke' },
      { kind: 'look_again' },
      { kind: 'send_again' },
      { kind: 'mark_dead' },
    )
    const evidence: ReadonlySet<IntentEvent['kind']> = new Set(['accepted', 'rejected', 'seen', 'not_found'])
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), events => {
        let intent = draft
        let text = 0
        let posts = 0
        for (const event of events) {
          const before: IntentState['kind'] = intent.state.kind
          const next = step(intent, event, moment)
          const now = next.intent.state.kind
          if (event.kind === 'confirmed' || event.kind === 'send_again') text += next.intent === intent ? 0 : 1
          posts += next.effects.filter(effect => effect.kind === 'send').length
          if (before === 'accepted') expect(now).toBe('accepted')
          if ((now === 'accepted' || now === 'rejected') && now !== before) expect(evidence.has(event.kind)).toBe(true)
          expect([next.intent.order, next.intent.body]).toEqual([draft.order, draft.body])
          expect(posts).toBeLessThanOrEqual(text)
          intent = next.intent
        }
        expect(intent.history.length).toBeLessThanOrEqual(60)
      }),
    )
  })
})

describe('a push', () => {
  it('and the answer differ: the one that states another order than was sent counts, whichever came first, with the id of either', () => {
    const other = { ...acceptance, quantity: dec('900'), order_id: undefined }
    const same = { ...acceptance, order_id: orderId('7') }
    for (const [first, second] of [
      [same, other],
      [other, same],
    ] as const) {
      const { intent } = step(
        step(sent, { kind: 'pushed', accepted: first }, moment).intent,
        { kind: 'accepted', accepted: second },
        moment,
      )
      expect(intent.state).toMatchObject({ accepted: { quantity: '900', order_id: '7' } })
    }
  })

  const sent: Intent = { ...draft, state: { kind: 'sending' }, sends: 1 }
  const push: IntentEvent = { kind: 'pushed', accepted: acceptance }

  it('is an outcome before the answer of the POST, whatever that says afterwards', () => {
    const { intent, effects } = step(sent, push, moment)
    expect(intent.state).toEqual({ kind: 'accepted', by: 'push', accepted: acceptance })
    expect(effects.map(each => each.kind)).toEqual(['rest', 'save', 'outcome'])
    for (const late of [
      { kind: 'rejected', rejected: rejection('insufficient_account_balance') },
      { kind: 'lost', why: 'reset' },
      { kind: 'overdue', why: 'late' },
      push,
    ] as const)
      expect(step(intent, late, moment).intent).toBe(intent)
  })

  it('ends every state but that of a draft', () => {
    const rejected: IntentState = { kind: 'rejected', rejected: rejection('x'), isChecked: true }
    for (const state of [{ kind: 'unseen', looks: 6 }, { kind: 'dead' }, rejected] as const)
      expect(step({ ...sent, state }, { kind: 'pushed' }, moment).intent.state).toEqual({
        kind: 'accepted',
        by: 'push',
      })
    expect(step(draft, push, moment).intent).toBe(draft)
  })

  it('without the id of the order is completed by the answer of the POST', () => {
    const { intent } = step(sent, push, moment)
    const whole = { ...acceptance, order_id: orderId('77') }
    const answered = step(intent, { kind: 'accepted', accepted: whole }, moment)
    expect(answered.intent.state).toMatchObject({ kind: 'accepted', accepted: { order_id: '77' } })
    expect(step(answered.intent, push, moment).intent).toBe(answered.intent)
  })
})
