import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveBar, parseLayout, withShare } from './split-pane.tsx'

test.each([
  [{ before: 300, after: 500, leastBefore: 100, leastAfter: 100 }, 100, 400],
  [{ before: 300, after: 500, leastBefore: 100, leastAfter: 100 }, -250, 100],
  [{ before: 300, after: 500, leastBefore: 100, leastAfter: 100 }, 1000, 700],
  [{ before: 50, after: 50, leastBefore: 100, leastAfter: 100 }, 10, 0],
])('the bar of %o moved by %d leaves the first %d px', (neighbours, by, px) => {
  expect(moveBar(neighbours, by) * (neighbours.before + neighbours.after)).toBeCloseTo(px)
})

test('moving a bar keeps the sum, and the panes that are not its neighbours', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), share => {
      const next = withShare({ a: 20, b: 50, c: 30 }, 'a', 'b', share)
      expect(next['c']).toBe(30)
      expect((next['a'] ?? 0) + (next['b'] ?? 0)).toBeCloseTo(70)
      expect(parseLayout(next, ['a', 'b', 'c'])).toEqual(next)
    }),
  )
})

test.each([
  undefined,
  null,
  3,
  {},
  { a: 50 },
  { a: 50, x: 50 },
  { a: 50, b: '50' },
  { a: 0, b: 100 },
  { a: 150, b: -50 },
])('stored %j is not a layout of two panes', stored => expect(parseLayout(stored, ['a', 'b'])).toBeUndefined())
