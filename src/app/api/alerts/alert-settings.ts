/** Notices outside the page: sound and browser notifications. Both are off by default, stored in this browser. */
import { z } from '../../../core/domain/zod.ts'
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'

export interface AlertSettings {
  readonly sound: boolean
  readonly browser: boolean
}

const schema = z.object({ sound: z.boolean(), browser: z.boolean() })
const off: AlertSettings = { sound: false, browser: false }
const settings = createSetting<AlertSettings>(
  'local',
  'legwork.attention',
  stored => schema.safeParse(stored).data ?? off,
)

export const readAlertSettings = (): AlertSettings => settings.get()
export const useAlertSettings = (): AlertSettings => useStore(settings)

export function setAlertSettings(change: Partial<AlertSettings>): void {
  settings.set({ ...settings.get(), ...change })
}
