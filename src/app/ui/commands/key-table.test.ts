import { describe, expect, test } from 'vitest'
import { keyTable } from './key-table.ts'

const entries = Object.entries(keyTable)

describe('the table of keys', () => {
  test('gives digits to screens alone', () => {
    for (const [meaning, key] of entries.filter(([, each]) => /^(?:shift\+)?\d$/.test(each)))
      expect(`${key} ${meaning}`).toMatch(/^\d screen\./)
  })
  test('gives no single letter or sign to what takes, cancels, sends or refreshes', () => {
    const dangerous = entries.filter(([meaning]) => /^(?:rfq\.|order\.|cancel)|send|take|refresh/i.test(meaning))
    expect(dangerous.length).toBeGreaterThan(4)
    expect(dangerous.filter(([, key]) => key.length === 1)).toEqual([])
  })
  test('takes no key from typing: Enter, Space, arrows and Backspace stay with what has the focus', () => {
    expect(
      entries.filter(([, key]) => /^(?:enter|space|tab|backspace|escape|arrow\w+|up|down|left|right)$/i.test(key)),
    ).toEqual([])
  })
})
