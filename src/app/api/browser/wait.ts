/** Waits that end early on wake or abort. */
import { onWake } from './heartbeat.ts'
import { systemTimers } from '../../../core/client/timers.ts'

export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      cancel()
      unwake()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = systemTimers.after(ms, end)
    const unwake = onWake(end)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
