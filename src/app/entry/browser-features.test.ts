// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { missingFeatures, oldBrowserText } from './browser-features.ts'

afterEach(() => void vi.unstubAllGlobals())
const cssSupports = (answer: boolean): void => void vi.stubGlobal('CSS', { supports: () => answer })

test('nothing is said to a browser that has everything', () => {
  cssSupports(true)
  expect(missingFeatures()).toEqual([])
  expect(oldBrowserText(missingFeatures())).toBeUndefined()
})

test('a browser that lacks something is refused with what it lacks and which would do', () => {
  cssSupports(false)
  vi.stubGlobal('structuredClone', undefined)
  expect(oldBrowserText(missingFeatures())).toBe(
    'This browser lacks structuredClone, color-mix() of CSS, :has() of CSS. Use Chrome or Edge 123, Firefox 127 or Safari 17.5, or a newer version of one.',
  )
})

test('a browser without the check itself lacks what it checks', () => {
  vi.stubGlobal('CSS', undefined)
  expect(missingFeatures()).toEqual(['color-mix() of CSS', ':has() of CSS'])
})
