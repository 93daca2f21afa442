// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { parsePreferences } from './theme-choice.ts'
import { preferences, setPreferences } from './preferences.ts'

const standard = {
  theme: 'dark',
  palette: 'default',
  density: 'normal',
  timeZone: 'utc',
  amounts: 'shown',
  units: 'package',
  firmConfirm: 'hold',
  filledRfq: 'cancel',
  answers: 'with_rfq',
}

test.each([undefined, null, 'dark', 7, {}, { theme: 'pink', palette: 3 }])('stored %j reads as the default', stored =>
  expect(parsePreferences(stored)).toEqual(standard),
)
test('what is known is taken, the rest is by default', () =>
  expect(parsePreferences({ theme: 'light', density: 'tiny' })).toEqual({ ...standard, theme: 'light' }))
test('a choice shows on the page at once and is kept', () => {
  setPreferences({ theme: 'light', palette: 'red-up' })
  expect(Object.fromEntries(Object.entries(document.documentElement.dataset))).toMatchObject({
    theme: 'light',
    palette: 'red-up',
    density: 'normal',
  })
  expect(parsePreferences(JSON.parse(localStorage.getItem('legwork.preferences') ?? ''))).toEqual(preferences())
})
