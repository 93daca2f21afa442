// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import { dayUnit } from './header-choices.ts'

const zone = process.env['TZ']
afterEach(() => {
  setPreferences({ timeZone: 'utc' })
  process.env['TZ'] = zone
})

const startMs = Date.UTC(2026, 10, 23, 8)
const late = { startMs, baseMs: startMs + 26 * 60_000 }

it('the day’s change is named by the sample that it is against, with its zone', () => {
  expect([dayUnit('08:00'), dayUnit('08:00', { startMs, baseMs: startMs + 2_000 }), dayUnit('08:00', late)]).toEqual([
    ' since 08:00 UTC',
    ' since 08:00 UTC',
    ' since 08:26 UTC',
  ])
  process.env['TZ'] = 'Asia/Tokyo'
  setPreferences({ timeZone: 'local' })
  expect([dayUnit('08:00'), dayUnit('08:00', late)]).toEqual([' since 08:00 UTC', ' since 17:26 UTC+09:00'])
})
