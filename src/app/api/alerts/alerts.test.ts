// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mostAlerts } from '../../../core/domain/alert-schema.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { readAlertSettings, setAlertSettings } from './alert-settings.ts'
import { addAlert, alertsOf, judgeAlerts, onAlerts, parseAlerts, removeAlert, startAlerts } from './alerts.ts'

const owner = ownerKey({ venueKey: 'sandbox', account: 'demo' })
const other = ownerKey({ venueKey: 'sandbox', account: 'other' })
const stored = () => parseAlerts(JSON.parse(localStorage.getItem('legwork.thresholds') ?? '{}'))
const above = { kind: 'price', subject: 'BTC-USD', direction: 'above', level: dec('100') } as const

afterEach(() => vi.unstubAllGlobals())
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
    const crossed = await Promise.all([
      judgeAlerts(owner, () => dec('101'), 2),
      judgeAlerts(owner, () => dec('102'), 2),
    ])
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
    expect(parseAlerts({ [owner]: [good, { ...good, level: 'much' }, 7], broken: 'no list' })).toEqual({
      [owner]: [good],
      broken: [],
    })
    expect(parseAlerts('nothing')).toEqual({})
  })
})

const keepElsewhere = (id: string, level = '50'): void => {
  const all = stored()
  const alert = { ...above, id, level: dec(level) }
  localStorage.setItem('legwork.thresholds', JSON.stringify({ ...all, [owner]: [...(all[owner] ?? []), alert] }))
}
const levels = (): readonly string[] => alertsOf(owner).map(each => each.level)

describe('several tabs', () => {
  test('an alert that another tab added a moment ago stays when this one adds, or removes one', () => {
    addAlert(owner, above)
    keepElsewhere('theirs')
    addAlert(owner, { ...above, level: dec('200') })
    expect((stored()[owner] ?? []).map(each => each.level)).toEqual(['100', '50', '200'])
    keepElsewhere('theirs too', '60')
    removeAlert(owner, alertsOf(owner)[0]?.id ?? '')
    expect((stored()[owner] ?? []).map(each => each.level)).toEqual(['50', '200', '60'])
    expect(levels()).toEqual(['50', '200', '60'])
  })
  test('of another account each keeps its own', () => {
    addAlert(owner, above)
    addAlert(other, { ...above, subject: 'ETH-USD' })
    removeAlert(owner, alertsOf(owner)[0]?.id ?? '')
    expect([levels(), alertsOf(other).map(each => each.subject)]).toEqual([[], ['ETH-USD']])
  })
  test('a change in another tab is followed on its storage event, until stopped', () => {
    let heard = 0
    const ends = [startAlerts(), onAlerts(() => (heard += 1))]
    keepElsewhere('theirs')
    window.dispatchEvent(new StorageEvent('storage', { key: 'another' }))
    expect([heard, levels()]).toEqual([0, []])
    window.dispatchEvent(new StorageEvent('storage', { key: 'legwork.thresholds' }))
    expect([heard, levels()]).toEqual([1, ['50']])
    for (const end of ends) end()
    keepElsewhere('later', '60')
    window.dispatchEvent(new StorageEvent('storage', { key: 'legwork.thresholds' }))
    expect(levels()).toEqual(['50'])
  })
  test('a crossing that another tab reported is not reported again by a tab that had not noticed', async () => {
    addAlert(owner, above)
    await judgeAlerts(owner, () => dec('99'), 1)
    const [armed] = stored()[owner] ?? []
    localStorage.setItem(
      'legwork.thresholds',
      JSON.stringify({ [owner]: [{ ...armed, isArmed: false, reportedMs: 2 }] }),
    )
    expect(await judgeAlerts(owner, () => dec('101'), 3)).toEqual([])
  })
})

describe('an account', () => {
  test('has at most a hundred, however many tabs add them', () => {
    for (let count = 0; count < mostAlerts - 1; count += 1) expect(addAlert(owner, above)).toBe(true)
    keepElsewhere('theirs')
    expect(addAlert(owner, above)).toBe(false)
    expect(stored()[owner]).toHaveLength(mostAlerts)
    expect(new Set((stored()[owner] ?? []).map(each => each.id)).size).toBe(mostAlerts)
  })
  test('may set alerts on a plain-http address of a local network, where browsers make no UUIDs', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect(addAlert(owner, above)).toBe(true)
    expect(alertsOf(owner)[0]?.id).toMatch(/^[\da-f]{32}$/)
  })
})

test('what may leave the page is off by default, set one by one, and stored', () => {
  expect(readAlertSettings()).toEqual({ sound: false, browser: false })
  setAlertSettings({ sound: true })
  setAlertSettings({ browser: true })
  setAlertSettings({ sound: false })
  expect(readAlertSettings()).toEqual({ sound: false, browser: true })
  expect(JSON.parse(localStorage.getItem('legwork.attention') ?? '')).toEqual({ sound: false, browser: true })
})
