/**
 * How the reader wants it shown: theme, palette, density, time zone, amounts, units; and how a firm order is confirmed. Kept in this browser, carried to the style sheets by data attributes on
 * <html>; other tabs of this browser follow. Storage that is full or forbidden costs the memory of the choice, never the choice.
 */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../stored.ts'

const choices = {
  theme: ['dark', 'light', 'system'],
  palette: ['default', 'colour-blind', 'red-up'],
  density: ['normal', 'compact'],
  timeZone: ['utc', 'local'],
  /** Hidden: how much money and how large a size is not told anywhere. */
  amounts: ['shown', 'hidden'],
  /** What the price of a package is told for: one package, one unit of its first leg, or all of it. */
  units: ['package', 'unit', 'total'],
  /** By holding Enter; by typing the size, for who cannot hold a key. */
  firmConfirm: ['hold', 'size'],
} as const

export type Preferences = { readonly [K in keyof typeof choices]: (typeof choices)[K][number] }

const key = 'legwork.preferences'
const fallback: Preferences = {
  theme: 'dark',
  palette: 'default',
  density: 'normal',
  timeZone: 'utc',
  amounts: 'shown',
  units: 'package',
  firmConfirm: 'hold',
}

/** Preferences of stored data: what it does not say, or says in words unknown, is as by default. */
export function parsePreferences(stored: unknown): Preferences {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const pick = <T extends string>(name: keyof Preferences, known: readonly T[], otherwise: T): T =>
    known.find(choice => choice === given[name]) ?? otherwise
  return {
    theme: pick('theme', choices.theme, fallback.theme),
    palette: pick('palette', choices.palette, fallback.palette),
    density: pick('density', choices.density, fallback.density),
    timeZone: pick('timeZone', choices.timeZone, fallback.timeZone),
    amounts: pick('amounts', choices.amounts, fallback.amounts),
    units: pick('units', choices.units, fallback.units),
    firmConfirm: pick('firmConfirm', choices.firmConfirm, fallback.firmConfirm),
  }
}

let current: Preferences | undefined
const listeners = new Set<() => void>()

export function preferences(): Preferences {
  current ??= parsePreferences(readStored(key))
  return current
}

const prefersLight = '(prefers-color-scheme: light)'

/** Writes the choices onto <html>; to be called before the first paint. */
export function applyPreferences(): void {
  const { theme, palette, density } = preferences()
  const root = document.documentElement
  root.dataset.theme = theme === 'system' ? (matchMedia(prefersLight).matches ? 'light' : 'dark') : theme
  root.dataset.palette = palette
  root.dataset.density = density
}

/** Applies the choices now and follows the system's theme and what other tabs choose from here on. */
export function startPreferences(): void {
  applyPreferences()
  matchMedia(prefersLight).addEventListener('change', applyPreferences)
  window.addEventListener('storage', event => {
    if (event.key === key) show(parsePreferences(readStored(key)))
  })
}

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...preferences(), ...change }
  writeStored(key, next)
  show(next)
}

function show(next: Preferences): void {
  current = next
  applyPreferences()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences)
}
