/**
 * Required browser features, checked before the program loads, since a missing one would otherwise fail later on a
 * screen.
 */

const features: readonly (readonly [name: string, isThere: () => boolean])[] = [
  ['sorted copies of lists', () => 'toSorted' in Array.prototype],
  ['AbortSignal.timeout', () => 'timeout' in AbortSignal],
  ['structuredClone', () => typeof globalThis.structuredClone === 'function'],
  ['BroadcastChannel', () => typeof globalThis.BroadcastChannel === 'function'],
  ['color-mix() of CSS', () => CSS.supports('color', 'color-mix(in srgb, red 50%, blue)')],
  [':has() of CSS', () => CSS.supports('selector(:has(a))')],
]

export const missingFeatures = (): readonly string[] =>
  features.flatMap(([name, isThere]) => {
    try {
      return isThere() ? [] : [name]
    } catch {
      return [name]
    }
  })

export function oldBrowserText(missing: readonly string[]): string | undefined {
  if (missing.length === 0) return undefined
  return `This browser lacks ${missing.join(', ')}. Use Chrome or Edge 123, Firefox 127 or Safari 17.5, or a newer version of one.`
}
