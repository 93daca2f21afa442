/** What a package is, in a few words: its structure, and when it ends. */
import { expiryOf, shortExpiry, shortName } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { structureLabel } from './structure-label.ts'

/** "Bull call spread 25DEC26"; of a single instrument its name. */
export function packageLabel({ legs }: { readonly legs: readonly PackageLeg[] }): string {
  const [only, ...more] = legs
  if (only !== undefined && more.length === 0) return shortName(only.symbol)
  const expiries = new Set(legs.flatMap(leg => expiryOf(leg.symbol) ?? []))
  const dates = [...expiries].sort((a, b) => a - b).map(shortExpiry)
  return [structureLabel(legs).name, dates.join('/')].filter(Boolean).join(' ')
}
