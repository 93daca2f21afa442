import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from '../domain/zod.ts'
import { wirePosition, wireBalance } from '../../testing/wire-position.ts'
import { wireSymbol } from '../../testing/wire-symbol.ts'
import { maxName, maxWord } from './plain-scalars.ts'
import {
  balanceRecord,
  deliverableRecord,
  marketSummaryRecord,
  orderRecord,
  positionRecord,
  symbolRecord,
} from './records.ts'
import { plainReader, plainWriter, rowsOf } from './rows.ts'

const balance = wireBalance('USD')

const summary = {
  id: '16',
  symbol: 'BTC-USD-PERPETUAL',
  product_type: 'perpetual_future',
  best_bid: '100000.5',
  best_ask: '100001.0',
  last_price: null,
  index_price: '100000.75',
  volume: '1000.0',
  base_volume: '0.01',
  open_interest: '12.0',
  price_change: '-1.25',
  low_24: '99000.0',
  high_24: '101000.0',
  funding_rate: '0.0001',
}

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
  fc.constantFrom<unknown>(
    '1795000000000000',
    1_795_000_000_000_000,
    '1795000000',
    '-5',
    '9'.repeat(30),
    'long',
    '0.1',
  ),
  fc.constantFrom<unknown>(['a'], ['a', 'b'], ['a', 1], [undefined], ['x'.repeat(maxName + 1)]),
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
  ['positions', positionRecord, wirePosition],
  ['balances', balanceRecord, balance],
  ['deliverables', deliverableRecord, { symbol: 'BTC', deliverable_id: '1' }],
  ['rows of the market summary', marketSummaryRecord, summary],
  ['rows of the listing', symbolRecord, wireSymbol],
] as const

describe.each(records)('%s read by the loop', (_name, record: z.ZodMiniType, whole) => {
  const read = plainReader(record)

  it('a row as the contract writes it needs no codec', () => {
    expect(read?.(whole)).toEqual(z.decode(record, whole as never))
    expect(read?.({ ...whole, unknown_field: { saved: 1 } })).toEqual(
      z.decode(record, { ...whole, unknown_field: { saved: 1 } }),
    )
  })

  it('whatever a row holds, the loop answers as the codec does or not at all', () => {
    fc.assert(
      fc.property(rowsLike(whole), row => {
        const plain = read?.(structuredClone(row))
        if (plain === undefined) return
        const slow = z.safeDecode(record, row)
        expect(slow.success).toBe(true)
        expect(plain).toEqual(slow.data)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a list is the same list either way, and its odd rows are set aside by the codec', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(rowsLike(whole), odd), { maxLength: 6 }), values => {
        const list = z.decode(rowsOf(record), values)
        const judged = values.map(value => z.safeDecode(record, value))
        expect(list.rows).toEqual(judged.flatMap(each => (each.success ? [each.data] : [])))
        expect(list.rejected.map(each => each.index)).toEqual(judged.flatMap((each, at) => (each.success ? [] : [at])))
      }),
    )
  })
})

describe.each(records)('%s written by the loop', (_name, record: z.ZodMiniType, whole) => {
  const write = plainWriter(record)
  const decoded = z.decode(record, whole) as Record<string, unknown>
  const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

  it('a row as it is needs no codec', () => {
    expect(json(write?.(decoded))).toEqual(json(z.encode(record, decoded)))
    expect(JSON.stringify(write?.({ ...decoded, more: { saved: 1 } }))).toBe(
      JSON.stringify(z.encode(record, { ...decoded, more: { saved: 1 } })),
    )
  })

  it('whatever a value holds, the loop writes what the codec writes or nothing', () => {
    fc.assert(
      fc.property(rowsLike(decoded), value => {
        const plain = write?.(value)
        if (plain === undefined) return
        const slow = z.safeEncode(record, value)
        expect(slow.success).toBe(true)
        expect(json(plain)).toEqual(json(slow.data))
      }),
      { numRuns: 1_000 },
    )
  })
})

it.each([
  ['status', symbolRecord, wireSymbol, maxWord],
  ['quote_asset', symbolRecord, wireSymbol, maxName],
  ['product_type', marketSummaryRecord, summary, maxWord],
  ['symbol', marketSummaryRecord, summary, maxName],
] as const)(
  'the %s of a row is plain as long as the contract takes it, and no longer',
  (field, record: z.ZodMiniType, whole, most) => {
    for (const length of [most, most + 1]) {
      const row = { ...whole, [field]: 'x'.repeat(length) }
      expect(plainReader(record)?.(row) !== undefined).toBe(length === most)
      expect(z.safeDecode(record, row).success).toBe(length === most)
    }
  },
)

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
