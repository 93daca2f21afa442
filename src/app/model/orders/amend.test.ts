import { describe, expect, it } from 'vitest'
import type { CommandResult } from '../../api/account/order-commands.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId, entityId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OrderContext } from '../../../core/domain/order-context.ts'
import type { OrderBody, OrderDetails } from '../../../core/domain/order.ts'
import { micros } from '../../../core/domain/time.ts'
import { testIntent } from '../../../testing/journal.fixture.ts'
import { firmLimit, orderRecord } from '../../../testing/order.fixture.ts'
import { amend, type AmendParts } from './amend.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'

const first = { clientOrderId: 'first', filled: dec('1') }
const body: OrderBody = { ...firmLimit, side: 'buy', quantity: dec('4'), price: dec('9') }
const base = testIntent('new', { kind: 'draft' }, [])
const intent = {
  ...base,
  order: { ...body, client_order_id: base.client_order_id },
  context: { title: 'x', amends: first },
}

const done = (filled?: string): Awaited<ReturnType<AmendParts['cancel']>> => ({
  kind: 'done',
  answer: { cancel_order_response: filled === undefined ? {} : { filled_quantity: dec(filled) } },
})

function run(
  cancelled: Awaited<ReturnType<AmendParts['cancel']>>,
  more: Partial<AmendParts> = {},
  reviewed: Intent = intent,
) {
  const log: string[] = []
  const parts: AmendParts = {
    cancel: async order => {
      log.push(`cancel ${order.clientOrderId}`)
      return cancelled
    },
    lookUp: async () => {
      log.push('look up')
      return undefined
    },
    isUnderReview: () => true,
    draft: order => {
      log.push(`draft ${order.quantity}`)
      return clientOrderId('smaller')
    },
    confirm: id => {
      log.push(`confirm ${id}`)
      return { ok: true }
    },
    discard: id => void log.push(`discard ${id}`),
    ...more,
  }
  return amend(reviewed, first, parts).then(result => ({ result, log }))
}

const record = (cancelState: string, ...fills: string[]): OrderDetails => ({
  kind: 'found',
  at: micros(2),
  order: orderRecord('first', {
    symbol: 'A',
    quantity: dec('5'),
    order_state: fills.length === 0 ? 'accepted' : 'partial_fill',
    cancel_state: cancelState,
    executions: fills.map((quantity, index) => testExecution(quantity, '9', String(index))),
  }),
})

describe('amending an order', () => {
  it('sends the new one only after the venue’s word on the cancel, as it was reviewed', async () => {
    const { result, log } = await run(done('1'))
    expect(log).toEqual(['cancel first', `confirm ${base.client_order_id}`])
    expect(result).toEqual({ kind: 'sent', quantity: '4', filledMeanwhile: '0' })
  })

  it('what filled meanwhile, by that word, is not ordered again', async () => {
    const { result, log } = await run(done('2.5'))
    expect(log).toEqual(['cancel first', 'draft 2.5', 'confirm smaller'])
    expect(result).toMatchObject({ kind: 'sent', quantity: '2.5', filledMeanwhile: '1.5' })
    const all = await run(done('5'))
    expect(all.log).toEqual(['cancel first', `discard ${base.client_order_id}`])
    expect(all.result).toEqual({ kind: 'filled' })
  })

  it('a word on the fills that is older than the review makes the new order no larger', async () => {
    const { result, log } = await run(done('0.5'))
    expect(log).toEqual(['cancel first', `confirm ${base.client_order_id}`])
    expect(result).toEqual({ kind: 'sent', quantity: '4', filledMeanwhile: '0' })
  })

  it('a smaller order has its title, legs and RFQ, and the terms before it for what was then left; nothing computed for the whole', async () => {
    const drafted: OrderContext[] = []
    const more: Partial<AmendParts> = {
      draft: (_, context) => {
        drafted.push(context)
        return clientOrderId('smaller')
      },
    }
    const before = { price: dec('8'), quantity: dec('4'), cycles: 3 }
    const legs = [{ symbol: 'A', ratio: 1, tradeable_entity_id: entityId('1') }]
    const whole: OrderContext = {
      title: 'x',
      legs,
      rfq: 'rfq',
      warnings: ['wide'],
      facts: [{ term: 'Fee', value: '1' }],
      amends: { ...first, before },
    }
    await run(done('2.5'), more, { ...intent, context: whole })
    const { amends: _amends, ...others } = whole
    await run(done('2.5'), more, { ...intent, context: { ...whole, amends: first } })
    await run(done('2.5'), more, { ...intent, context: others })
    expect(drafted).toEqual([
      { title: 'x', legs, rfq: 'rfq', amends: { ...first, before: { ...before, quantity: '2.5' } } },
      { title: 'x', legs, rfq: 'rfq', amends: first },
      { title: 'x', legs, rfq: 'rfq' },
    ])
  })

  it('sends nothing where the cancel was refused, has no known outcome, or never left', async () => {
    const outcomes: Exclude<CommandResult<never>, { kind: 'done' }>[] = [
      { kind: 'refused', reason: 'order has been fully executed and cannot be cancelled' },
      { kind: 'unknown', fault: { kind: 'timeout', message: 'no answer' } },
      { kind: 'not_supported' },
      { kind: 'not_sent', why: 'locked' },
    ]
    for (const outcome of outcomes) {
      const { result, log } = await run(outcome)
      expect(result).toEqual({ kind: 'not_cancelled', outcome })
      expect(log).toEqual(['cancel first'])
    }
  })

  it('a cancel that does not say how much had filled is looked up, and where that is not known nothing is sent', async () => {
    const looked = await run(done(), { lookUp: async () => record('user_cancelled', '1', '0.5') })
    expect(looked.result).toMatchObject({ kind: 'sent', quantity: '3.5' })
    for (const reported of [undefined, record('none'), record('pending_cancel', '1')]) {
      const { result, log } = await run(done(), { lookUp: async () => reported })
      expect(result).toEqual({ kind: 'size_unknown' })
      expect(log).toEqual(['cancel first', `discard ${base.client_order_id}`])
    }
  })

  it('a review that was left meanwhile sends nothing, and a refusal of the desk is the outcome', async () => {
    const left = await run(done('2'), { isUnderReview: () => false })
    expect(left).toEqual({ result: { kind: 'not_sent', why: 'no_draft' }, log: ['cancel first'] })
    const refused = await run(done('1'), { confirm: () => ({ ok: false, reason: 'locked' }) })
    expect(refused.result).toEqual({ kind: 'not_sent', why: 'locked' })
  })

  it('is for what the first was for, also for less: an answer stays an answer', async () => {
    const contexts: OrderContext[] = []
    const parts = {
      draft: (_: OrderBody, context: OrderContext) => {
        contexts.push(context)
        return clientOrderId('smaller')
      },
    }
    await run(done('2'), parts, { ...intent, context: { ...intent.context, answers: '7', rfq: 'mine' } })
    expect(contexts).toMatchObject([{ answers: '7', rfq: 'mine' }])
  })
})
