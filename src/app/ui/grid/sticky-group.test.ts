import { expect, test } from 'vitest'
import { groupsAbove } from './sticky-group.tsx'

const rows = ['BTC', ' PERP', ' DEC', '  spread', '   call', 'ETH', ' JAN', '  put']
const depth = (row: string): number => row.length - row.trimStart().length
const above = (index: number) => groupsAbove(rows, index, depth).map(row => row.trim())

test('a row stands in the groups over it, and in none of those beside them', () => {
  expect(above(4)).toEqual(['BTC', 'DEC', 'spread'])
  expect(above(7)).toEqual(['ETH', 'JAN'])
  expect([above(0), above(5), above(99)]).toEqual([[], [], []])
})
