/** Work that a burst asks for many times, done once at a time: asked for again while it runs, it runs once more afterwards. */
export function coalesced(run: () => Promise<unknown>): () => void {
  let isRunning = false
  let isDue = false
  const start = async (): Promise<void> => {
    isRunning = true
    isDue = false
    try {
      await run()
    } finally {
      isRunning = false
      if (isDue) void start()
    }
  }
  return () => {
    isDue = true
    if (!isRunning) void start()
  }
}
