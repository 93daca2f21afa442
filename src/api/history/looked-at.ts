/**
 * The instruments whose price over time was looked at in this browser, in any tab, the last first: their mids are kept with each sample
 * from then on. They are of no account: one that a venue does not list is in no sample of it.
 */
import { createSharedSetting } from '../browser/setting.ts'

/** The last so many. */
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
