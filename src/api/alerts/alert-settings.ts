/** Which notices may leave the page: a sound, and the browser's own notices. Both are off until asked for, and kept in this browser. */
import { z } from '../../domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'

export interface AlertSettings {
  readonly sound: boolean
  /** Notices of the browser while the page is not seen. */
  readonly browser: boolean
}

const storageKey = 'legwork.attention'
const schema = z.object({ sound: z.boolean(), browser: z.boolean() })
const off: AlertSettings = { sound: false, browser: false }

function restore(): AlertSettings {
  const stored = schema.safeParse(readStored('local', storageKey))
  return stored.success ? stored.data : off
}

const settings = createStore<AlertSettings>(restore())

export const readAlertSettings = (): AlertSettings => settings.get()
export const useAlertSettings = (): AlertSettings => useStore(settings)

export function setAlertSettings(change: Partial<AlertSettings>): void {
  const next = { ...settings.get(), ...change }
  writeStored('local', storageKey, next)
  settings.set(next)
}
