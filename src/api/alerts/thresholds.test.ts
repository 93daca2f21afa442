// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { ownerKey } from '../venue/owner-key.ts'
import { addThreshold, judgeThresholds, parseThresholds, removeThreshold } from './thresholds.ts'

const owner = ownerKey({ venueKey: 'sandbox', account: 'demo' })
const other = ownerKey({ venueKey: 'sandbox', account: 'other' })
const stored = () => parseThresholds(JSON.parse(localStorage.getItem('legwork.thresholds') ?? '{}'))
const above = { kind: 'price', subject: 'BTC-USD', direction: 'above', level: dec('100') } as const

beforeEach(() => {
  for (const key of [owner, other]) for (const each of stored()[key] ?? []) removeThreshold(key, each.id)
})

describe('thresholds', () => {
  test('belong to an account on a venue, and are kept', () => {
    addThreshold(owner, above)
    expect(stored()[owner]).toMatchObject([above])
    expect(stored()[other] ?? []).toEqual([])
  })
  test('tell a crossing once, also when it is judged twice at the same moment', async () => {
    addThreshold(owner, above)
    await judgeThresholds(owner, () => dec('99'), 1)
    const told = await Promise.all([judgeThresholds(owner, () => dec('101'), 2), judgeThresholds(owner, () => dec('102'), 2)])
    expect(told.flat()).toHaveLength(1)
    expect(stored()[owner]).toMatchObject([{ isArmed: false, toldMs: 2 }])
    expect(await judgeThresholds(owner, () => dec('103'), 3)).toEqual([])
  })
  test('whose figure is not known stay as they are', async () => {
    addThreshold(owner, above)
    const before = stored()[owner]
    expect(await judgeThresholds(owner, () => undefined, 1)).toEqual([])
    expect(stored()[owner]).toEqual(before)
  })
  test('that cannot be read are left out, the others stay', () => {
    const good = { ...above, id: 'x' }
    expect(parseThresholds({ [owner]: [good, { ...good, level: 'much' }, 7], broken: 'no list' })).toEqual({ [owner]: [good], broken: [] })
    expect(parseThresholds('nothing')).toEqual({})
  })
})
