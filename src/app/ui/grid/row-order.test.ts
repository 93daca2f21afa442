import { expect, test } from 'vitest'
import { numberColumn } from './columns.ts'
import { compareRows } from './column-defs.ts'

interface Row {
  readonly a: number | undefined
}

test('the missing stand last once the grid turns the sign of a falling order', () => {
  const [missing, there] = [{ a: undefined }, { a: 1 }]
  const column = numberColumn<Row>({ id: 'a', header: 'A', value: row => row.a })
  expect(compareRows<Row>(missing, there, column, false)).toBeGreaterThan(0)
  expect(-compareRows<Row>(missing, there, column, true)).toBeGreaterThan(0)
})
