import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseArray } from './parse-array.ts'

it('an array parsed in pieces equals the whole, whatever its texts and inner arrays contain', async () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('},{', '"},{"', '\\', '[{},{}]'))
  const inner = fc.array(fc.record({ deep: text }), { maxLength: 3 })
  const rows = fc.array(fc.record({ a: text, b: fc.oneof(fc.integer(), inner) }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 60 }), async (values, length) => {
      expect(await parseArray(JSON.stringify(values), length)).toEqual(values)
    }),
  )
})

it.each(['', '[', '{}', '[{"a":1},{"a":2]', '[{"a":1},{"a":2}]]', 'no'])(
  'anything but an array is undefined: %s',
  async text => {
    expect(await parseArray(text, 4)).toBeUndefined()
  },
)

it('other tasks have their turn between the pieces', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ index }))
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setTimeout(count)
  }
  setTimeout(count)
  await parseArray(JSON.stringify(rows), 200)
  isDone = true
  expect(turns).toBeGreaterThan(2)
})
