/** Which notices may leave the page: a sound, and the browser's own notices. Both are off until asked for, and kept in this browser. */
import { z } from '../../domain/zod.ts'
import { createCell, useCell } from '../browser/cell.ts'
import { readStored, writeStored } from '../browser/stored.ts'

export interface AttentionSettings {
  readonly sound: boolean
  /** Notices of the browser while the page is not seen. */
  readonly browser: boolean
}

const storageKey = 'legwork.attention'
const schema = z.object({ sound: z.boolean(), browser: z.boolean() })
const off: AttentionSettings = { sound: false, browser: false }

function restore(): AttentionSettings {
  const stored = schema.safeParse(readStored('local', storageKey))
  return stored.success ? stored.data : off
}

const settings = createCell<AttentionSettings>(restore())

export const readAttentionSettings = (): AttentionSettings => settings.get()
export const useAttentionSettings = (): AttentionSettings => useCell(settings)

export function setAttentionSettings(change: Partial<AttentionSettings>): void {
  const next = { ...settings.get(), ...change }
  writeStored('local', storageKey, next)
  settings.set(next)
}
