/**
 * Work that follows a picture instead of holding it up: it starts once the next frame is on its way to the screen, as a task of its own.
 * A page that paints nothing (a hidden tab) does it a moment later all the same.
 */
interface WithScheduler {
  readonly scheduler?: { readonly postTask?: (run: () => void) => Promise<void> }
}

/** For pages without frames. */
const patienceMs = 250

/** The answer calls it off. */
export function afterPaint(run: () => void): () => void {
  let isDone = false
  const end = (): boolean => {
    if (isDone) return false
    isDone = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    return true
  }
  const runOnce = (): void => {
    if (end()) run()
  }
  const frame = requestAnimationFrame(() => {
    const { scheduler } = globalThis as WithScheduler
    if (scheduler?.postTask === undefined) setTimeout(runOnce, 0)
    else void scheduler.postTask(runOnce)
  })
  const timer = setTimeout(runOnce, patienceMs)
  return () => void end()
}
