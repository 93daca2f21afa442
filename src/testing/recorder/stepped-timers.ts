/** Time that a test moves. */
import type { Timers } from '../../client/timers.ts'

/** Timers on a clock that `pass` moves; what is due runs on the way, at its time. */
export function steppedTimers(startMs: number) {
  let nowMs = startMs
  const due = new Set<{ readonly atMs: number; run(): void }>()
  const timers: Timers = {
    after(ms, run) {
      const entry = { atMs: nowMs + ms, run }
      due.add(entry)
      return () => due.delete(entry)
    },
    monotonicMs: () => nowMs - startMs,
    wallMs: () => nowMs,
    random: () => 0.5,
  }
  const pass = async (ms: number): Promise<void> => {
    const untilMs = nowMs + ms
    for (;;) {
      const next = [...due].filter(each => each.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      due.delete(next)
      nowMs = Math.max(nowMs, next.atMs)
      next.run()
      await settled()
    }
    nowMs = untilMs
    await settled()
  }
  return { timers, pass, nowMs: () => nowMs }
}

/** What is under way in this process gets to its end. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 6; turns += 1) await new Promise(resolve => setImmediate(resolve))
}
