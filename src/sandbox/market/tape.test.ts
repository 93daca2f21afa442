import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { entityId } from '../../domain/ids.ts'
import { dayMs, microsFromMs, minuteMs } from '../../domain/time.ts'
import { createTape } from './tape.ts'

const id = entityId('16')
const startMs = Date.UTC(2026, 10, 21, 12)
const print = (afterMs: number, price: string, quantity = '1') => ({
  id,
  at: microsFromMs(startMs + afterMs),
  price: dec(price),
  quantity: dec(quantity),
})

describe('the tape of an instrument', () => {
  it('adds up what was traded and keeps the extremes and the last', () => {
    const tape = createTape()
    for (const each of [print(0, '100', '2'), print(minuteMs, '90'), print(20 * minuteMs, '110'), print(21 * minuteMs, '105')])
      tape.add(each)
    expect(tape.of(id, startMs + dayMs / 2)).toMatchObject({
      quantity: '5',
      value: '505',
      low: '90',
      high: '110',
      last: '105',
      lastMs: startMs + 21 * minuteMs,
    })
  })

  it('forgets what is older than a day', () => {
    const tape = createTape()
    tape.add(print(0, '100'))
    tape.add(print(dayMs / 2, '50'))
    expect(tape.of(id, startMs + dayMs + minuteMs)).toMatchObject({ quantity: '1', high: '50' })
    expect(tape.of(id, startMs + 2 * dayMs)).toBeUndefined()
  })

  it('has nothing of an instrument that was not traded', () => {
    expect(createTape().of(entityId('6'), startMs)).toBeUndefined()
  })
})
