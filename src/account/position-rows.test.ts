import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Position } from '../domain/account.ts'
import { type Decimal, dec } from '../domain/decimal.ts'
import { deliverableId } from '../domain/ids.ts'
import { micros } from '../domain/time.ts'
import { PositionReader, type PositionRow, positionRows } from './position-rows.ts'

const symbols = ['BTC-USD-PERPETUAL', 'BTC-20261225-100000C', 'ETH-20261225-4000P', 'ETH-USD', 'odd']
const find = () => undefined

const position = fc
  .record({
    symbol: fc.constantFrom(...symbols),
    side: fc.constantFrom('long', 'short'),
    size: fc.constantFrom<Decimal>(dec('1'), dec('-2.5'), dec('0')),
    average_entry_price: fc.constantFrom<Decimal>(dec('100'), dec('101.5')),
    mark_price: fc.constantFrom<Decimal>(dec('99'), dec('120'), dec('101.5')),
    upnl: fc.constantFrom<Decimal>(dec('0'), dec('-1'), dec('20')),
  })
  .map(
    (each): Position => ({
      ...each,
      deliverable_id: deliverableId(1),
      product_type: each.symbol.endsWith('PERPETUAL') ? 'perpetual_future' : each.symbol === 'ETH-USD' ? 'spot' : 'option',
      timestamp: micros(1_795_000_000_000_000),
    }),
  )
/** A venue may move marks, trade, leave out and reorder from one poll to the next. */
const poll = fc.uniqueArray(position, { selector: each => `${each.symbol} ${each.side}`, maxLength: 6 })

const said = (row: PositionRow) => [
  row.id,
  row.side,
  row.size,
  row.entry,
  row.mark,
  row.upnl,
  row.ourUpnl,
  row.value,
  row.differs,
  row.entryValue,
  row.upnlFraction,
]

test('whatever polls follow one another, a reader says of the last what one says that saw no other', () => {
  fc.assert(
    fc.property(fc.array(poll, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(2), { maxLength: 6 }), (polls, repeats) => {
      const reader = new PositionReader()
      polls.forEach((positions, index) => {
        // The same positions again, as new objects with other marks: those go the short way.
        for (let again = 0; again <= (repeats[index] ?? 0); again += 1) {
          const marked = positions.map(each => ({ ...each, mark_price: dec(`${100 + again}.25`) }))
          expect(reader.read(marked, find).map(said)).toEqual(positionRows(marked, find).map(said))
        }
        expect(reader.read(positions, find).map(said)).toEqual(positionRows(positions, find).map(said))
      })
    }),
    { numRuns: 300 },
  )
})

test('a poll of other marks gives other rows of the same holdings, and rows whose position came as it was stay themselves', () => {
  const reader = new PositionReader()
  const [still, moved] = ['BTC-USD-PERPETUAL', 'ETH-USD'].map(
    (symbol): Position => ({
      symbol,
      side: 'long',
      size: dec('1'),
      average_entry_price: dec('100'),
      mark_price: dec('101'),
      upnl: dec('1'),
      deliverable_id: deliverableId(1),
      product_type: 'perpetual_future',
      timestamp: micros(1_795_000_000_000_000),
    }),
  ) as [Position, Position]
  const before = reader.read([moved, still], find)
  const now = reader.read([{ ...moved, mark_price: dec('102') }, still], find)
  expect(now.map(row => row.symbol)).toEqual(before.map(row => row.symbol))
  expect(now.find(row => row.symbol === still.symbol)).toBe(before.find(row => row.symbol === still.symbol))
  expect(now.find(row => row.symbol === moved.symbol)?.mark).toBe('102')
  expect(before.find(row => row.symbol === moved.symbol)?.mark).toBe('101')
})
