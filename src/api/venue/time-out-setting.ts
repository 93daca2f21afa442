/** The time-out that the trader set for calls to the venue, stored in this browser; without one it follows the venue. */
import { z } from '../../domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'

export const timeoutSettings = ['auto', '4', '8', '15'] as const
export type TimeoutSetting = (typeof timeoutSettings)[number]

const storageKey = 'legwork.time-out'
const stored = z.enum(timeoutSettings).safeParse(readStored('local', storageKey))
const setting = createStore<TimeoutSetting>(stored.success ? stored.data : 'auto')

export const useTimeoutSetting = (): TimeoutSetting => useStore(setting)

export function setTimeoutSetting(next: TimeoutSetting): void {
  setting.set(next)
  writeStored('local', storageKey, next)
}

const fixedMs: Readonly<Record<TimeoutSetting, number | undefined>> = { auto: undefined, '4': 4_000, '8': 8_000, '15': 15_000 }

export const readFixedTimeoutMs = (): number | undefined => fixedMs[setting.get()]
