/** Which notices may leave the page: a sound, and the browser's own notices. Both are off until asked for, and kept in this browser. */
import { z } from '../../domain/zod.ts'
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'

export interface AlertSettings {
  readonly sound: boolean
  /** Notices of the browser while the page is not seen. */
  readonly browser: boolean
}

const schema = z.object({ sound: z.boolean(), browser: z.boolean() })
const off: AlertSettings = { sound: false, browser: false }
const settings = createSetting<AlertSettings>('local', 'legwork.attention', stored => schema.safeParse(stored).data ?? off)

export const readAlertSettings = (): AlertSettings => settings.get()
export const useAlertSettings = (): AlertSettings => useStore(settings)

export function setAlertSettings(change: Partial<AlertSettings>): void {
  settings.set({ ...settings.get(), ...change })
}
