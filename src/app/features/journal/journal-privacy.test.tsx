// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { setPreferences } from '../../ui/theme/preferences.ts'
import { detailText } from './journal-text.ts'
import '../../../testing/overlays-there.tsx'

afterEach(() => setPreferences({ amounts: 'shown' }))

it('details of the journal while amounts are hidden tell no size of a fill or a quote', () => {
  const fill = { kind: 'execution', what: 'fill', detail: 'of 10' } as const
  expect(detailText(fill)).toBe('of 10')
  setPreferences({ amounts: 'hidden' })
  expect(detailText(fill)).toBe('of •••')
  expect(detailText({ kind: 'quote', what: 'quote', detail: 'buy 105 × 3, no sell' })).toBe('bid 105 × •••, no ask')
})
