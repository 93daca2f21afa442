import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Position } from '../domain/account.ts'
import { dec, type Decimal } from '../domain/decimal.ts'
import { deliverableId } from '../domain/ids.ts'
import { micros } from '../domain/time.ts'
import { createTradedReader } from './traded-positions.ts'
import { heldPosition } from '../../testing/held-position.ts'

const position = heldPosition('BTC-USD-PERPETUAL', '2', '100', '101')
const other = { ...position, symbol: 'ETH-USD-PERPETUAL' }

const marked = (each: Position, mark: string): Position => ({
  ...each,
  timestamp: micros(1_795_000_001_000_000),
  mark_price: dec(mark),
  upnl: dec('7'),
  margin_value: dec('3'),
})

describe('positions apart from their marks', () => {
  test('are the same list while only marks, their times and margins change', () => {
    const read = createTradedReader()
    const first = read([position, other])
    expect(read([marked(position, '102'), marked(other, '103')])).toBe(first)
    expect(read([marked(position, '104'), marked(other, '105')])).toBe(first)
  })

  const trades: readonly (readonly [string, Partial<Position>])[] = [
    ['a size', { size: dec('3') }],
    ['an entry', { average_entry_price: dec('100.5') }],
    ['a side', { side: 'short' }],
    ['a symbol', { symbol: 'SOL-USD-PERPETUAL' }],
    ['a deliverable', { deliverable_id: deliverableId(2) }],
    ['a product', { product_type: 'option' }],
  ]
  test.each(trades)('are another list when %s changes', (_, change) => {
    const read = createTradedReader()
    const first = read([other, position])
    const changed = { ...marked(position, '102'), ...change }
    const next = read([marked(other, '103'), changed])
    expect(next).not.toBe(first)
    expect(next[1]).toBe(changed)
  })

  test.each<readonly [string, readonly Position[]]>([
    ['one more', [position, other, { ...other, symbol: 'SOL-USD-PERPETUAL' }]],
    ['one fewer', [position]],
    ['another order', [other, position]],
    ['none', []],
  ])('are another list with %s of them', (_, next) => {
    const read = createTradedReader()
    const first = read([position, other])
    expect(read(next)).not.toBe(first)
    expect(read(next)).toEqual(next)
  })

  test('whatever polls follow one another, say what the last one says of instruments, sizes and entries', () => {
    const size = fc.constantFrom('1', '2')
    const list = fc.array(
      fc.record({ symbol: fc.constantFrom('A', 'B'), size, average_entry_price: size, mark_price: size }),
      {
        maxLength: 3,
      },
    )
    const facts = (all: readonly Pick<Position, 'symbol' | 'size' | 'average_entry_price'>[]) =>
      all.map(each => [each.symbol, each.size, each.average_entry_price])
    fc.assert(
      fc.property(fc.array(list, { maxLength: 6 }), polls => {
        const read = createTradedReader()
        for (const poll of polls) {
          const positions = poll.map(each => ({ ...position, ...each }) as Position & Record<'size', Decimal>)
          expect(facts(read(positions))).toEqual(facts(positions))
        }
      }),
    )
  })
})
