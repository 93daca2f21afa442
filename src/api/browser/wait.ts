/** Waiting that a wake from sleep or a giving-up ends. */
import { onWake } from './heartbeat.ts'
import { systemTimers } from '../../client/timers.ts'

/** Resolves after `ms`, at a wake from sleep, or when given up. */
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
