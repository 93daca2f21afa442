import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wirePosition } from '../testing/wire-position.ts'
import { endpoints } from './endpoints.ts'
import { readPlainPositions } from './plain-answers.ts'
import { z } from '../domain/zod.ts'

const whole = { ...wirePosition, own: { of: ['the venue'] } }

const odd = fc.constantFrom<unknown>(
  '',
  null,
  0,
  -1.5,
  1e21,
  true,
  [],
  {},
  '1e-7',
  '+1',
  ' 1',
  '-0',
  '1.',
  'x'.repeat(300),
  'a‮b',
  '9'.repeat(30),
)
const row = fc
  .array(fc.record({ name: fc.constantFrom(...Object.keys(whole), 'extra'), value: odd, isGone: fc.boolean() }), { maxLength: 2 })
  .map(changes => {
    const made: Record<string, unknown> = { ...whole }
    for (const { name, value, isGone } of changes) {
      if (isGone) delete made[name]
      else made[name] = value
    }
    return made
  })
const answerOf = (positions: unknown, server_utc_timestamp: unknown = '1795000000000001'): string =>
  JSON.stringify({ positions_response: { server_utc_timestamp, positions } })

describe('positions read without their codec', () => {
  it('are what the codec reads, or are left to it', () => {
    let read = 0
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), rows => {
        const plain = readPlainPositions(answerOf(rows))
        if (plain === undefined) return
        read += 1
        const decoded = z.decode(endpoints.positions.answer, JSON.parse(answerOf(rows))).positions_response
        expect(decoded.positions.rejected).toEqual([])
        expect(plain.positions).toEqual(decoded.positions.rows)
        expect(plain.atMicros).toBe(decoded.server_utc_timestamp)
      }),
      { numRuns: 500 },
    )
    expect(read).toBeGreaterThan(20)
  })

  it('are read where every row comes as it usually does', () => {
    expect(readPlainPositions(answerOf([whole, { ...whole, margin_value: undefined }]))?.positions).toHaveLength(2)
    expect(readPlainPositions(answerOf([]))).toEqual({ atMicros: 1_795_000_000_000_001, positions: [] })
  })

  it('are not read of what is no such answer, or has one row in doubt', () => {
    expect(readPlainPositions('<html>')).toBeUndefined()
    expect(readPlainPositions('{"error":{"code":1}}')).toBeUndefined()
    expect(readPlainPositions(answerOf({}))).toBeUndefined()
    expect(readPlainPositions(answerOf([whole], 'soon'))).toBeUndefined()
    expect(readPlainPositions(answerOf([whole, { ...whole, size: 2 }]))).toBeUndefined()
    expect(readPlainPositions(answerOf([whole, null]))).toBeUndefined()
  })
})
