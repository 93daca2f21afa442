/**
 * Preferences as data, and their effect on style sheets. Without React, since it runs before the program has loaded.
 */

const choices = {
  theme: ['dark', 'light', 'system'],
  palette: ['default', 'colour-blind', 'red-up'],
  density: ['normal', 'compact'],
  timeZone: ['utc', 'local'],
  amounts: ['shown', 'hidden'],
  units: ['package', 'unit', 'total'],
  /** Confirm firm orders by holding Enter, or by typing the size for those who cannot hold a key. */
  firmConfirm: ['hold', 'size'],
  /** Whether an RFQ is cancelled at the venue once its whole size is filled. */
  filledRfq: ['cancel', 'leave'],
  answers: ['with_rfq', 'own_life'],
} as const

export type Preferences = { readonly [K in keyof typeof choices]: (typeof choices)[K][number] }

export const preferencesKey = 'legwork.preferences'
export const standardPreferences: Preferences = {
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

export function parsePreferences(stored: unknown): Preferences {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const pick = <T extends string>(name: keyof Preferences, known: readonly T[], otherwise: T): T =>
    known.find(choice => choice === given[name]) ?? otherwise
  return {
    theme: pick('theme', choices.theme, standardPreferences.theme),
    palette: pick('palette', choices.palette, standardPreferences.palette),
    density: pick('density', choices.density, standardPreferences.density),
    timeZone: pick('timeZone', choices.timeZone, standardPreferences.timeZone),
    amounts: pick('amounts', choices.amounts, standardPreferences.amounts),
    units: pick('units', choices.units, standardPreferences.units),
    firmConfirm: pick('firmConfirm', choices.firmConfirm, standardPreferences.firmConfirm),
    filledRfq: pick('filledRfq', choices.filledRfq, standardPreferences.filledRfq),
    answers: pick('answers', choices.answers, standardPreferences.answers),
  }
}

export const prefersLight = '(prefers-color-scheme: light)'

export function applyTheme({ theme, palette, density }: Preferences): void {
  const root = document.documentElement
  root.dataset.theme = theme === 'system' ? (matchMedia(prefersLight).matches ? 'light' : 'dark') : theme
  root.dataset.palette = palette
  root.dataset.density = density
}
