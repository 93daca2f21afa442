import { expect, it } from 'vitest'
import { takenRfq } from '../../../testing/taken-rfq.fixture.ts'
import { testOwner } from '../../../testing/journal.fixture.ts'
import { fillsMade } from './quality-explain.tsx'

it('the fills of a time made what they cost against fair, each counted after its begin until its end', () => {
  const atMs = Date.UTC(2026, 10, 20, 9)
  const fillMs = atMs + 10_000
  const orders = [takenRfq(testOwner, 'a', atMs, 10), takenRfq(testOwner, 'b', atMs + 1, -4)].flat()
  expect(fillsMade(orders, fillMs - 1, fillMs)).toEqual({ made: '-20', unpriced: 0 })
  expect(fillsMade(orders, fillMs, fillMs + 1)).toEqual({ made: '8', unpriced: 0 })
  expect(fillsMade(orders, 0, fillMs + 1)).toEqual({ made: '-12', unpriced: 0 })
  expect(fillsMade(orders, fillMs + 1, fillMs + 2)).toEqual({ made: undefined, unpriced: 0 })
  const bare = orders.map(order => ({ ...order, points: undefined }))
  expect(fillsMade(bare, 0, fillMs + 1)).toEqual({ made: undefined, unpriced: 2 })
})
