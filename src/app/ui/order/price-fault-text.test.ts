import { describe, expect, test } from 'vitest'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'
import type { PriceFault } from '../../../core/domain/price-entry.ts'
import { priceFaultText } from './price-block.tsx'

const text = (fault: PriceFault, side: Side, price?: string) =>
  priceFaultText(fault, { side, price: price === undefined ? undefined : dec(price) })
const wrongWay = (mid: string, mended: string): PriceFault => ({
  kind: 'wrong_way',
  mid: dec(mid),
  mended: dec(mended),
})

describe('a price that cannot be meant', () => {
  test.each<readonly [side: Side, price: string, mid: string, mended: string, title: string, mend: string]>([
    [
      'buy',
      '3000',
      '-3225',
      '-3000',
      'Wrong way round: you pay 3,000, where at the leg mid you receive 3,225',
      'Receive 3,000 instead',
    ],
    [
      'sell',
      '3000',
      '-3225',
      '-3000',
      'Wrong way round: you receive 3,000, where at the leg mid you pay 3,225',
      'Pay 3,000 instead',
    ],
    [
      'sell',
      '-80',
      '75.5',
      '80',
      'Wrong way round: you pay 80, where at the leg mid you receive 75.5',
      'Receive 80 instead',
    ],
    [
      'buy',
      '-0.5',
      '0.25',
      '0.5',
      'Wrong way round: you receive 0.5, where at the leg mid you pay 0.25',
      'Pay 0.5 instead',
    ],
  ])(
    'of a %s at %s where the legs are worth %s names both ways round, and the way that is meant',
    (side, price, mid, mended, title, mend) => {
      expect(text(wrongWay(mid, mended), side, price)).toEqual({ title, mend })
    },
  )

  test('with a certain loss says what it is worth and what it costs, by the side', () => {
    const bound = (value: number, mended?: Decimal): PriceFault => ({ kind: 'sure_loss', bound: value, mended })
    expect(text(bound(10_000), 'buy', '10500')).toEqual({
      title: 'Guaranteed loss: worth at most +10,000.00 at expiry, and you pay 10,500',
      mend: undefined,
    })
    expect(text(bound(0, dec('2950')), 'sell', '-10')).toEqual({
      title: 'Guaranteed loss: worth at least 0.00 at expiry, and you pay 10',
      mend: 'Receive 2,950 instead',
    })
  })

  test('beyond the legs or the model says by how much, and what those come to for this side', () => {
    const legs: PriceFault = { kind: 'beyond_legs', natural: dec('-3200'), percent: 12.4, mended: dec('-3200') }
    expect(text(legs, 'buy', '-2800').title).toBe('12 % worse than the legs one by one, where you receive 3,200')
    expect(text(legs, 'sell', '-3600').title).toBe('12 % worse than the legs one by one, where you pay 3,200')
    const model: PriceFault = {
      kind: 'beyond_model',
      modelValue: -3277.5,
      percent: Number.POSITIVE_INFINITY,
      mended: undefined,
    }
    expect(text(model, 'buy', '1').title).toBe('Far worse than the model, where you receive 3,277.50')
    expect(text(model, 'sell', '-9000').title).toBe('Far worse than the model, where you pay 3,277.50')
  })

  test('of nothing is said in words, never as a bare zero', () => {
    expect(text(wrongWay('0', '0'), 'buy', '0')).toEqual({
      title: 'Wrong way round: you pay nothing, where at the leg mid you pay nothing',
      mend: 'Pay nothing instead',
    })
  })

  test('at the market without book or quotes has nothing to be set to', () => {
    expect(text({ kind: 'no_estimate', mended: undefined }, 'buy')).toMatchObject({ mend: undefined })
  })
})
