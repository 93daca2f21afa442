import { expect, it } from 'vitest'
import { startMs, testOwner } from '../../../../testing/journal.fixture.ts'
import { takenRfq } from '../../../../testing/taken-rfq.fixture.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import { asCash, quoteMoments } from './quotes-over-time.tsx'

it('the chart of an RFQ has its points, its takes and the prices in between, each until the next', () => {
  const [rfq, take] = takenRfq(testOwner, 'a', startMs)
  const trail = [...(rfq.quotes?.trail ?? []), { atMs: startMs + 6_000, price: dec('3015') }]
  const quoted = { ...rfq, quotes: rfq.quotes === undefined ? undefined : { ...rfq.quotes, trail } }
  expect(quoteMoments(quoted, [take]).map(({ atMs, bid, ask, fair }) => [atMs - startMs, bid, ask, fair])).toEqual([
    [0, undefined, undefined, '3000'],
    [4_000, '2980', '3010', '3000'],
    [6_000, '2980', '3015', '3000'],
    [10_000, '2980', '3015', '3000'],
  ])
})

it('a package that one side pays for and the other receives is drawn by amounts above zero, its bids and asks turned', () => {
  const priced = (bid: string, ask: string) => [{ atMs: 1, bid: dec(bid), ask: dec(ask), fair: undefined }]
  expect(asCash(priced('-3630', '-3610'))).toEqual(priced('3610', '3630'))
  // Around zero the sign tells who pays.
  expect(asCash(priced('-10', '5'))).toEqual(priced('-10', '5'))
})
