// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { emptyEntry, type OrderEntry, summariseEntry } from '../../../../core/domain/package/order-entry.ts'
import type { PriceFault } from '../../../../core/domain/price-entry.ts'
import { call, lookup, nowMs, put } from '../../../../testing/universe.fixture.ts'
import { entryErrors } from './entry-text.ts'
import { type GuardedPrice, isOverride, usePriceOverride } from './price-override.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const firm: OrderEntry = {
  ...emptyEntry,
  mode: 'firm',
  legs: [{ symbol: call(100), ratio: 1 }],
  quantity: '1',
  price: '100',
}
const errorsOf = (change: Partial<OrderEntry>) =>
  entryErrors(summariseEntry({ ...firm, ...change }, { lookup, nowMs }).problems)

describe('what is wrong with an entry', () => {
  it('is nothing for an order that may be sent', () => expect(errorsOf({})).toEqual({}))

  it.each([
    [{ quantity: '' }, 'quantity', 'Enter a quantity.'],
    [{ quantity: 'ten' }, 'quantity', 'Not a number: type 10, 0.5 or 1000.'],
    [{ price: 'cheap' }, 'price', 'Not a price: type 120, 0.5 or 1250.'],
    [{ cycles: '1.5' }, 'cycles', 'Enter a whole number of cycles, 1 to 65534.'],
    [{ side: undefined }, 'side', 'Choose buy or sell.'],
    [{ legs: [] }, 'legs', 'No legs yet. Click a bid or an ask in the chain.'],
    [{ legs: [{ symbol: call(100), ratio: 1.5 }] }, 'legs', `The ratio of ${call(100)} is not a whole number.`],
  ] as const)('with %o it stands at %s', (change, field, text) => expect(errorsOf(change)[field]).toBe(text))

  it('names what has expired apart from what the venue never listed', () => {
    const gone = 'BTC-20200327-100000C'
    const text = errorsOf({ legs: [gone, 'BTC-20261225-1C', put(90)].map(symbol => ({ symbol, ratio: 1 })) }).legs
    expect(text).toBe(`Expired: ${gone}. The venue does not list BTC-20261225-1C. Remove or replace.`)
  })

  it('names the nearest prices where a net price cannot be shared by the common ratio', () => {
    const legs = legsOf({ [call(100)]: 3, [call(110)]: -3 })
    expect(errorsOf({ legs, price: '100' }).price).toBe('Not divisible by the common ratio 3. Nearest: 99 or 100.5.')
    for (const price of ['99', '100.5']) expect(errorsOf({ legs, price }).price).toBeUndefined()
  })
})

const faults: readonly PriceFault[] = [{ kind: 'sure_loss', bound: 1, mended: undefined }]
const guarded = (price: string | undefined, more: Partial<GuardedPrice> = {}): GuardedPrice => ({
  side: 'buy',
  price: price === undefined ? undefined : dec(price),
  faults,
  ...more,
})

describe('the word that lets a price stand', () => {
  const start = (first: GuardedPrice) => renderHook(usePriceOverride, { initialProps: first })

  it('is needed for a price with a fault, and for no other', () => {
    expect(start(guarded('5')).result.current.isBlocked).toBe(true)
    expect(start(guarded('5', { faults: [] })).result.current.isBlocked).toBe(false)
    expect(start(guarded(undefined)).result.current.isBlocked).toBe(false)
  })

  it('holds for the price it was typed at: another price, or the other side, asks again', () => {
    const { result, rerender } = start(guarded('5'))
    act(() => result.current.setText(' Send ANYWAY '))
    expect(result.current).toMatchObject({ isBlocked: false, isOverridden: true })
    rerender(guarded('6'))
    expect(result.current).toMatchObject({ isBlocked: true, isOverridden: false, text: '' })
    rerender(guarded('5', { side: 'sell' }))
    expect(result.current.isBlocked).toBe(true)
  })

  it('overrides nothing where nothing is wrong', () => {
    const { result, rerender } = start(guarded('5'))
    act(() => result.current.setText('send anyway'))
    rerender(guarded('5', { faults: [] }))
    expect(result.current).toMatchObject({ isBlocked: false, isOverridden: false })
  })

  it.each(['', 'send', 'sendanyway', 'do not send anyway'])('is not “%s”', text => expect(isOverride(text)).toBe(false))
})
