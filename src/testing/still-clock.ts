/** Freezes the page's clocks, so that nothing re-renders because time passes. `vi.restoreAllMocks` resumes them. */
import { vi } from 'vitest'
import { systemTimers } from '../core/client/timers.ts'

export function stopClocks(): void {
  const [wallMs, monotonicMs] = [Date.now(), systemTimers.monotonicMs()]
  vi.spyOn(Date, 'now').mockReturnValue(wallMs)
  vi.spyOn(systemTimers, 'wallMs').mockReturnValue(wallMs)
  vi.spyOn(systemTimers, 'monotonicMs').mockReturnValue(monotonicMs)
}
