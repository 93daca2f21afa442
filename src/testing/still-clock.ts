/** Stops the page's clocks where they stand, so that nothing is drawn anew by time alone; `vi.restoreAllMocks` has them go on. */
import { vi } from 'vitest'
import { browserTimers } from '../api/browser/timers.ts'

export function stopClocks(): void {
  const [wallMs, monotonicMs] = [Date.now(), browserTimers.monotonicMs()]
  vi.spyOn(Date, 'now').mockReturnValue(wallMs)
  vi.spyOn(browserTimers, 'wallMs').mockReturnValue(wallMs)
  vi.spyOn(browserTimers, 'monotonicMs').mockReturnValue(monotonicMs)
}
