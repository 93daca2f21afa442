import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Position } from '../domain/account.ts'
import { dec, type Decimal } from '../domain/decimal.ts'
import { deliverableId } from '../domain/ids.ts'
import { micros } from '../domain/time.ts'
import { type PositionRow, positionRows } from './position-rows.ts'

const symbols = ['BTC-USD-PERPETUAL', 'BTC-20261225-100000C', 'ETH-20261225-4000P', 'ETH-USD', 'odd']

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
      product_type: each.symbol.endsWith('PERPETUAL')
        ? 'perpetual_future'
        : each.symbol === 'ETH-USD'
          ? 'spot'
          : 'option',
      timestamp: micros(1_795_000_000_000_000),
    }),
  )
/** Between two polls a venue may move marks, trade, omit and reorder positions. */
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

test('whatever polls follow one another over a listing, the rows of the last are those of one that saw no other', () => {
  fc.assert(
    fc.property(fc.array(poll, { minLength: 1, maxLength: 6 }), polls => {
      const find = () => undefined
      for (const positions of polls)
        expect(positionRows(positions, find).map(said)).toEqual(positionRows(positions, () => undefined).map(said))
    }),
    { numRuns: 300 },
  )
})
