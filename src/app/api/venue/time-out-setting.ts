/** The trader's time-out for venue calls, stored in this browser; otherwise it adapts to the venue. */
import { z } from '../../../core/domain/zod.ts'
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'

export const timeoutSettings = ['auto', '4', '8', '15'] as const
export type TimeoutSetting = (typeof timeoutSettings)[number]

const schema = z.enum(timeoutSettings)
const setting = createSetting<TimeoutSetting>(
  'local',
  'legwork.time-out',
  stored => schema.safeParse(stored).data ?? 'auto',
)

export const useTimeoutSetting = (): TimeoutSetting => useStore(setting)
export const setTimeoutSetting = setting.set

const fixedMs: Readonly<Record<TimeoutSetting, number | undefined>> = {
  auto: undefined,
  '4': 4_000,
  '8': 8_000,
  '15': 15_000,
}

export const readFixedTimeoutMs = (): number | undefined => fixedMs[setting.get()]
