import { expect, test } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { unreachedText } from './firm-up.tsx'

test.each([
  ['buy', '2000', 'IOC', 'It cannot fill now: the best quote is pay 2,237, 237 away, and IOC does not wait.'],
  ['buy', '-2300', 'GTC', 'It does not fill now: the best quote is pay 2,237, 4,537 away. It waits.'],
  ['buy', '2237', 'IOC', undefined],
  ['sell', '2300', 'IOC', 'It cannot fill now: the best quote is receive 2,237, 63 away, and IOC does not wait.'],
  ['sell', '2230', 'IOC', undefined],
] as const)('firming up to %s at %s %s against 2,237 says: %s', (side, price, tif, text) => {
  expect(unreachedText(side, dec(price), dec('2237'), tif)).toBe(text)
})
