import { describe, expect, it } from 'vitest'
import { dec, mul, sum } from './decimal.ts'
import { executedPackages, type FilledOrder } from './fill.ts'
import { clientOrderId } from './ids.ts'
import { microsFromMs } from './time.ts'
import { testExecution } from '../../testing/execution.fixture.ts'

const order = (side: string, price: string, bookings?: FilledOrder['bookings']): FilledOrder => ({
  client_order_id: clientOrderId('a'),
  symbol: 'A@1/B@-2',
  side,
  bookings,
  executions: [testExecution('3', price, 't', microsFromMs(5))],
})
const marks = (known: Readonly<Record<string, string>>) => (symbol: string) =>
  known[symbol] === undefined ? undefined : dec(known[symbol])
const said = (given: FilledOrder, known: Readonly<Record<string, string>> = {}) =>
  executedPackages(given, marks(known)).flatMap(each =>
    each.legs.map(leg => `${leg.symbol} ${leg.ratio} ${leg.price} ${String(leg.isEstimated)}`),
  )

describe('an execution as trades take it', () => {
  it('stands at what the venue booked, with ratios as executed', () => {
    const booked = { t: [{ price: dec('50') }, { price: dec('20') }] }
    expect(said(order('buy', '10', booked))).toEqual(['A 1 50 false', 'B -2 20 false'])
    expect(said(order('sell', '10', booked))).toEqual(['A -1 50 false', 'B 2 20 false'])
  })

  it('gives a leg without a mark what the package’s price leaves for it, and always adds up to that price', () => {
    expect(said(order('buy', '10'), { A: '52' })).toEqual(['A 1 52 true', 'B -2 21 true'])
    expect(said(order('buy', '10'), { B: '21' })).toEqual(['A 1 52 true', 'B -2 21 true'])
    for (const known of [{}, { A: '3' }, { A: '50', B: '20.5' }] as const) {
      const [only] = executedPackages(order('buy', '10'), marks(known))
      expect(sum(only?.legs.map(leg => mul(leg.price, dec(leg.ratio))) ?? [])).toBe('10')
    }
  })
})
