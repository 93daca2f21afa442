import { expect, test } from 'vitest'
import type { RecordsAreDomainValues } from './records.ts'

test('each decoded record is the domain value of its name: the compiler says so', () => {
  // A record that differs turns its place into `never`, and this line no longer compiles.
  const held: RecordsAreDomainValues = [true, true, true, true, true, true, true, true, true, true, true]
  expect(held).toHaveLength(11)
})
