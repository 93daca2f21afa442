import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './address.ts'

test('a joined symbol stays readable in the address', () => {
  expect(stringifySearch({ legs: 'A@1/B@-1', qty: '10', none: undefined })).toBe('?legs=A@1/B@-1&qty=10')
})
test('what is written is read back, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ minLength: 1 }).filter(name => name !== '__proto__'),
        fc.string(),
      ),
      search => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
      },
    ),
  )
})
test('numbers are text: nothing is read as JSON', () =>
  expect(parseSearch('?qty=10&legs=%22x%22')).toEqual({ qty: '10', legs: '"x"' }))
