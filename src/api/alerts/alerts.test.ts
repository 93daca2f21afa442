// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { ownerKey } from '../../domain/owner.ts'
import { addAlert, judgeAlerts, parseAlerts, removeAlert } from './alerts.ts'

const owner = ownerKey({ venueKey: 'sandbox', account: 'demo' })
const other = ownerKey({ venueKey: 'sandbox', account: 'other' })
const stored = () => parseAlerts(JSON.parse(localStorage.getItem('legwork.thresholds') ?? '{}'))
const above = { kind: 'price', subject: 'BTC-USD', direction: 'above', level: dec('100') } as const

beforeEach(() => {
  for (const key of [owner, other]) for (const each of stored()[key] ?? []) removeAlert(key, each.id)
})

describe('alerts', () => {
  test('belong to an account on a venue, and are saved', () => {
    addAlert(owner, above)
    expect(stored()[owner]).toMatchObject([above])
    expect(stored()[other] ?? []).toEqual([])
  })
  test('report a crossing once, also when it is judged twice at the same moment', async () => {
    addAlert(owner, above)
    await judgeAlerts(owner, () => dec('99'), 1)
    const crossed = await Promise.all([judgeAlerts(owner, () => dec('101'), 2), judgeAlerts(owner, () => dec('102'), 2)])
    expect(crossed.flat()).toHaveLength(1)
    expect(stored()[owner]).toMatchObject([{ isArmed: false, reportedMs: 2 }])
    expect(await judgeAlerts(owner, () => dec('103'), 3)).toEqual([])
  })
  test('whose figure is not known stay as they are', async () => {
    addAlert(owner, above)
    const before = stored()[owner]
    expect(await judgeAlerts(owner, () => undefined, 1)).toEqual([])
    expect(stored()[owner]).toEqual(before)
  })
  test('of an earlier version keep when they were last reported', () => {
    expect(parseAlerts({ [owner]: [{ ...above, id: 'x', isArmed: false, toldMs: 7 }] })).toEqual({
      [owner]: [{ ...above, id: 'x', isArmed: false, reportedMs: 7 }],
    })
  })
  test('that cannot be read are left out, the others stay', () => {
    const good = { ...above, id: 'x' }
    expect(parseAlerts({ [owner]: [good, { ...good, level: 'much' }, 7], broken: 'no list' })).toEqual({ [owner]: [good], broken: [] })
    expect(parseAlerts('nothing')).toEqual({})
  })
})
