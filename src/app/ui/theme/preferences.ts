/**
 * Display preferences: theme, palette, density, time zone, amounts, units; and how firm orders are confirmed. Stored in
 * this browser, applied as data attributes on <html>, synchronised across tabs. If storage fails the choice still
 * applies.
 */
import { useSyncExternalStore } from 'react'
import { createStore } from '../../../core/domain/store.ts'
import { readStored, writeStored } from '../stored.ts'
import {
  type Preferences,
  parsePreferences,
  preferencesKey,
  prefersLight,
  standardPreferences,
  applyTheme,
} from './theme-choice.ts'

const store = createStore(parsePreferences(readStored(preferencesKey)))

export const preferences = store.get

const applyPreferences = (): void => applyTheme(preferences())

/** Printable area of A4 and Letter landscape, px. */
const paper = { width: 970, height: 700 } as const

export function startPreferences(): void {
  applyPreferences()
  matchMedia(prefersLight).addEventListener('change', applyPreferences)
  // Printing uses the light theme and scales the screen's width to the paper.
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
  applyTheme(next)
  store.set(next)
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore(store.subscribe, preferences, () => standardPreferences)
