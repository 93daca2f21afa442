/** Stops the page's clocks where they stand, so that nothing is drawn again only because time passes; `vi.restoreAllMocks` has them go on. */
import { vi } from 'vitest'
import { systemTimers } from '../client/timers.ts'

export function stopClocks(): void {
  const [wallMs, monotonicMs] = [Date.now(), systemTimers.monotonicMs()]
  vi.spyOn(Date, 'now').mockReturnValue(wallMs)
  vi.spyOn(systemTimers, 'wallMs').mockReturnValue(wallMs)
  vi.spyOn(systemTimers, 'monotonicMs').mockReturnValue(monotonicMs)
}
