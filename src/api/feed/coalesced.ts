/**
 * Work that a burst asks for many times, done once at a time: asked for again while it runs, it runs once more afterwards, and no sooner
 * than `restMs` after its end, since a venue counts requests.
 */
import type { Timers } from '../../client/timers.ts'

export function coalesced(run: () => Promise<unknown>, timers: Pick<Timers, 'after'>, restMs = 250): () => void {
  let isBusy = false
  let isDue = false
  const start = async (): Promise<void> => {
    isBusy = true
    isDue = false
    try {
      await run()
    } finally {
      timers.after(restMs, () => {
        isBusy = false
        if (isDue) void start()
      })
    }
  }
  return () => {
    isDue = true
    if (!isBusy) void start()
  }
}
