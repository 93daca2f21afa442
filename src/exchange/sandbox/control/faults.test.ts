import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallName, type Fault, type Faults, createFaults, faultRequest, refusalOf } from './faults.ts'

const asked = (body: unknown): Fault => faultRequest.parse(body)
const timeout = (more: object = {}): Fault => asked({ account: 'ann', fault: 'timeout', ...more })
const having = (...all: readonly Fault[]): Faults => {
  const faults = createFaults()
  for (const each of all) faults.add(each)
  return faults
}

describe('a switch', () => {
  it('is for one order of its account unless it says otherwise', () => {
    expect(timeout()).toMatchObject({ count: 1, on: 'placeOrder', hold_ms: 60_000 })
    const faults = having(timeout())
    expect(faults.takeForRequest('bob', 'placeOrder')).toBeUndefined()
    expect(faults.takeForRequest('ann', 'cancelOrder')).toBeUndefined()
    expect(faults.takeForRequest(undefined, 'placeOrder')).toBeUndefined()
    expect(faults.takeForRequest('ann', 'placeOrder')).toMatchObject({ fault: 'timeout' })
    expect(faults.takeForRequest('ann', 'placeOrder')).toBeUndefined()
  })

  it('is used up one by one, says how many are left, and the oldest goes first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), counts => {
        const faults = having(...counts.map((count, index) => timeout({ count, hold_ms: index + 1 })))
        const taken: number[] = []
        const total = counts.reduce((sum, count) => sum + count, 0)
        for (let left = total; left > 0; left -= 1) {
          expect(faults.all().reduce((sum, each) => sum + each.count, 0)).toBe(left)
          const fault = faults.takeForRequest('ann', 'placeOrder')
          if (fault?.fault === 'timeout') taken.push(fault.hold_ms)
        }
        expect(taken).toEqual(counts.flatMap((count, index) => Array.from({ length: count }, () => index + 1)))
        expect(faults.all()).toEqual([])
      }),
    )
  })

  it('for any call is for every private one, and neither for a login nor for what is public', () => {
    const calls: readonly (readonly [CallName, boolean])[] = [
      ['placeOrder', true],
      ['balances', true],
      ['positions', true],
      ['authenticate', false],
      ['exchangeInfo', false],
      ['orderBook', false],
    ]
    for (const [name, isMeant] of calls)
      expect(having(timeout({ on: 'any' })).takeForRequest('ann', name) !== undefined, name).toBe(isMeant)
    expect(having(timeout({ on: 'authenticate' })).takeForRequest('ann', 'authenticate')).toBeDefined()
  })

  it('for a public call spoils it for anyone who makes it', () => {
    for (const account of ['bob', undefined])
      expect(having(timeout({ on: 'exchangeInfo' })).takeForRequest(account, 'exchangeInfo')).toBeDefined()
  })

  it('that rejects is for orders alone', () => {
    const reject = asked({ account: 'ann', fault: 'reject' })
    expect(reject).toMatchObject({ reason: 'insufficient_account_balance' })
    expect(having(reject).takeForRequest('ann', 'balances')).toBeUndefined()
    expect(having(reject).takeForRequest('ann', 'placeOrder')).toBe(reject)
  })

  it('that fills in part is taken by the exchange, never on the way', () => {
    const faults = having(asked({ account: 'ann', fault: 'partial_fill', fraction: '0.25' }), timeout())
    expect(faults.takePartialFill('bob')).toBeUndefined()
    expect(faults.takeForRequest('ann', 'placeOrder')).toMatchObject({ fault: 'timeout' })
    expect(faults.takePartialFill('ann')).toMatchObject({ fraction: '0.25' })
    expect(faults.takePartialFill('ann')).toBeUndefined()
  })

  it('goes with those of its account, or with all', () => {
    const [ann, bob] = [timeout(), asked({ account: 'bob', fault: 'slow' })]
    const faults = having(ann, bob)
    faults.clear('ann')
    expect(faults.all()).toEqual([bob])
    faults.add(ann)
    faults.clear()
    expect(faults.all()).toEqual([])
  })
})

describe('what is asked for', () => {
  it.each([
    [{ fault: 'timeout' }, 'no account'],
    [{ account: '', fault: 'timeout' }, 'an empty account'],
    [{ account: 'ann', fault: 'none' }, 'no such fault'],
    [{ account: 'ann', fault: 'timeout', count: 0 }, 'none of them'],
    [{ account: 'ann', fault: 'timeout', count: '1.5' }, 'half of one'],
    [{ account: 'ann', fault: 'timeout', hold_ms: 600_001 }, 'too long a hold'],
    [{ account: 'ann', fault: 'timeout', on: 'nothing' }, 'no such call'],
    [{ account: 'ann', fault: 'timeout', on: 'sandboxSession' }, 'a call of the sandbox alone'],
    [{ account: 'ann', fault: 'timeout', extra: 1 }, 'what nobody knows'],
    [{ account: 'ann', fault: 'partial_fill', fraction: '1' }, 'all of an order'],
    [{ account: 'ann', fault: 'partial_fill', fraction: '0' }, 'nothing of an order'],
    [{ account: 'ann', fault: 'reject', on: 'balances' }, 'a rejection of what is no order'],
    [{ account: 'ann', fault: 'drift' }, 'a drift of no field'],
    [{ account: 'ann', fault: 'refuse', status: 99 }, 'no HTTP status'],
  ])('%j is refused: %s', (body, _what) => expect(faultRequest.safeParse(body).success).toBe(false))

  it('numbers may be texts, as everywhere on the wire', () =>
    expect(asked({ account: 'ann', fault: 'slow', count: '3', delay_ms: '250' })).toMatchObject({
      count: 3,
      delay_ms: 250,
    }))

  it('a refusal is an error object, or the whole answer that is given', () => {
    const refuse = (more: object) => faultRequest.parse({ account: 'ann', fault: 'refuse', ...more })
    for (const [fault, body] of [
      [refuse({}), { error: { error_code: '16', message: 'invalid parameters' } }],
      [refuse({ error_code: '14', message: 'no' }), { error: { error_code: '14', message: 'no' } }],
      [refuse({ body: { cancel_order_response: { order_id: '1' } } }), { cancel_order_response: { order_id: '1' } }],
      [refuse({ body: [] }), []],
    ] as const)
      expect(fault.fault === 'refuse' && refusalOf(fault)).toEqual(body)
  })
})
