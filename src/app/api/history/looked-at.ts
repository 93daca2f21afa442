/**
 * Instruments whose price history was viewed in any tab of this browser, latest first. Their mids are stored with each
 * sample. Independent of accounts; samples skip unlisted ones.
 */
import { createSharedSetting } from '../browser/setting.ts'

const most = 40

const parse = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter(each => typeof each === 'string').slice(0, most) : []

const setting = createSharedSetting('legwork.looked-at', parse)

export const lookedAt = {
  symbols: (): readonly string[] => setting.reread(),
  add(symbols: readonly string[]): void {
    const before = setting.reread()
    const next = [...new Set([...symbols, ...before])].slice(0, most)
    if (next.some((symbol, index) => symbol !== before[index])) setting.set(next)
  },
}
