/**
 * How the reader wants it shown: theme, palette, density, time zone, amounts, units; and how a firm order is confirmed. Kept in this browser, carried to the style sheets by data attributes on
 * <html>; other tabs of this browser follow. Storage that is full or forbidden costs the memory of the choice, never the choice.
 */
import { useSyncExternalStore } from 'react'
import { createSignal } from '../../domain/store.ts'
import { readStored, writeStored } from '../stored.ts'
import { type Preferences, parsePreferences, preferencesKey, prefersLight, standardPreferences, wear } from './chosen-look.ts'

let current: Preferences | undefined
const { listen, emit } = createSignal()

export function preferences(): Preferences {
  current ??= parsePreferences(readStored(preferencesKey))
  return current
}

/** Writes the choices onto <html>; to be called before the first paint. */
const applyPreferences = (): void => wear(preferences())

/** What A4 and Letter, both landscape, leave between their margins, px. */
const paper = { width: 970, height: 700 } as const

/** Applies the choices now and follows the system's theme and what other tabs choose from here on. */
export function startPreferences(): void {
  applyPreferences()
  matchMedia(prefersLight).addEventListener('change', applyPreferences)
  // Paper is light, and as wide as a screen that is scaled down to it.
  window.addEventListener('beforeprint', () => {
    const { dataset, style } = document.documentElement
    dataset['theme'] = 'light'
    style.setProperty('--screen-width', `${innerWidth}px`)
    style.setProperty('--screen-height', `${innerHeight}px`)
    style.setProperty('--paper-scale', String(Math.min(1, paper.width / innerWidth, paper.height / innerHeight)))
  })
  window.addEventListener('afterprint', applyPreferences)
  window.addEventListener('storage', event => {
    if (event.key === preferencesKey) show(parsePreferences(readStored(preferencesKey)))
  })
}

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...preferences(), ...change }
  writeStored(preferencesKey, next)
  show(next)
}

function show(next: Preferences): void {
  current = next
  applyPreferences()
  emit()
}

export const usePreferences = (): Preferences => useSyncExternalStore(listen, preferences, () => standardPreferences)
