import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from '../domain/zod.ts'
import { plainReader } from './plain-rows.ts'
import { balanceRecord, deliverableRecord, orderRecord, positionRecord } from './records.ts'
import { rowsOf } from './rows.ts'

const position = {
  symbol: 'BTC-20261225-100000C',
  deliverable_id: '412',
  product_type: 'option',
  timestamp: '1795000000000000000',
  side: 'short',
  size: '-2.5',
  average_entry_price: '1500.0',
  mark_price: '1612.25',
  upnl: '-280.625',
  margin_value: '12.0',
}
const balance = {
  deliverable_id: '2',
  symbol: 'USD',
  timestamp: '1795000000000000',
  cash_balance: '10.0',
  reserved_balance: '0.0',
  available_balance: '10.0',
  withdrawable_balance: '10.0',
}

/** Values that writers have been seen to send, and values that none should. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    null,
    undefined,
    0,
    -1.5,
    1e21,
    Number.NaN,
    true,
    [],
    {},
    '1e-7',
    '+1',
    ' 1',
    '-0',
    '00.10',
    '1.',
    '.5',
    'x'.repeat(2_001),
  ),
  fc.constantFrom<unknown>('1795000000000000', 1_795_000_000_000_000, '1795000000', '-5', '9'.repeat(30), 'long', '0.1'),
  fc.string({ maxLength: 6 }),
)
const rowsLike = (whole: Readonly<Record<string, unknown>>) => {
  const change = fc.record({ name: fc.constantFrom(...Object.keys(whole), 'extra'), value: odd, gone: fc.boolean() })
  return fc.array(change, { maxLength: 3 }).map(changes => {
    const row: Record<string, unknown> = { ...whole }
    for (const { name, value, gone } of changes) {
      if (gone) delete row[name]
      else row[name] = value
    }
    return row
  })
}

const records = [
  ['positions', positionRecord, position],
  ['balances', balanceRecord, balance],
  ['deliverables', deliverableRecord, { symbol: 'BTC', deliverable_id: '1' }],
] as const

describe.each(records)('%s read by the loop', (_name, record: z.ZodType, whole) => {
  const read = plainReader(record)

  it('a row as the contract writes it needs no codec', () => {
    expect(read?.(whole)).toEqual(record.decode(whole as never))
    expect(read?.({ ...whole, unknown_field: { kept: 1 } })).toEqual(record.decode({ ...whole, unknown_field: { kept: 1 } }))
  })

  it('whatever a row holds, the loop answers as the codec does or not at all', () => {
    fc.assert(
      fc.property(rowsLike(whole), row => {
        const plain = read?.(structuredClone(row))
        if (plain === undefined) return
        const slow = record.safeDecode(row)
        expect(slow.success).toBe(true)
        expect(plain).toEqual(slow.data)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a list is the same list either way, and its odd rows are set aside by the codec', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(rowsLike(whole), odd), { maxLength: 6 }), values => {
        const list = rowsOf(record).decode(values)
        const judged = values.map(value => record.safeDecode(value))
        expect(list.rows).toEqual(judged.flatMap(each => (each.success ? [each.data] : [])))
        expect(list.rejected.map(each => each.index)).toEqual(judged.flatMap((each, at) => (each.success ? [] : [at])))
      }),
    )
  })
})

describe('what the loop does not take', () => {
  it('records with lists in them, and records that refuse unknown fields', () => {
    expect(plainReader(orderRecord)).toBeUndefined()
    expect(plainReader(z.strictObject({ symbol: z.string() }))).toBeUndefined()
  })

  it('a row that names the prototype is the codec’s', () => {
    const read = plainReader(deliverableRecord)
    expect(read?.(JSON.parse('{"symbol":"BTC","deliverable_id":"1","__proto__":{"polluted":true}}'))).toBeUndefined()
  })
})
