/**
 * A page whose time rushes, from `rushedTime.goOn()` on, while it waits for nothing: its clocks and timers go `idle` times as fast, and `underWay` times
 * while a request of its own is on its way, so that a slow moment of the machine lets no request time out. It never leaps past the next timer that is due: a
 * slow moment lets no poll come late, and nothing on the page grow stale. Frames, the network, the database and the
 * collection of garbage are the browser's own, at their own speed. `rushedTime.hold()` lets no timer fire until it goes on.
 */

export interface RushedTime {
  /** Resolves once no request is under way; no timer fires until `goOn`. */
  hold(): Promise<void>
  goOn(): void
}

interface Paces {
  readonly idle: number
  readonly underWay: number
}

interface Clock {
  nowMs(): number
  set(work: (...given: unknown[]) => void, ms: number, given: readonly unknown[], everyMs: number | undefined): number
  /** False for a timer of the browser's own. */
  clear(id: number): boolean
  begun(): void
  ended(): void
  hold(): Promise<void>
  goOn(): void
}

/** A script for a page, before anything of its own; tsx wraps functions in a call that the page does not know. `startMs`: ms since 1970 UTC. */
export const rushTime = (paces: Paces, startMs: number): string =>
  `globalThis.__name ??= each => each;(${install.toString()})((${createClock.toString()})(${JSON.stringify(paces)}), ${startMs})`

/** Runs in the page, so it may use nothing from outside itself: a clock and its timers, all of which one timer of the browser serves. */
function createClock(paces: Paces): Clock {
  interface Timer {
    readonly work: (...given: unknown[]) => void
    readonly given: readonly unknown[]
    readonly everyMs: number | undefined
    dueMs: number
  }
  const steady = performance.now.bind(performance)
  const later = globalThis.setTimeout.bind(globalThis)
  const drop = globalThis.clearTimeout.bind(globalThis)
  const timers = new Map<number, Timer>()
  let [leapsMs, owedMs, seenMs, asked, lastId, armed] = [0, 0, steady(), 0, 1_000_000_000, 0]
  let mode: 'real' | 'held' | 'rushed' = 'real'
  const paceNow = (): number => (mode !== 'rushed' ? 1 : asked > 0 ? paces.underWay : paces.idle)
  // Time leaps between tasks alone: within one, as a render, it goes by as it does for any page.
  const nowMs = (): number => steady() + leapsMs
  const nextDueMs = (): number => Math.min(...[...timers.values()].map(({ dueMs }) => dueMs))
  const settle = (): void => {
    const at = steady()
    owedMs = Math.max(0, Math.min(owedMs + (at - seenMs) * (paceNow() - 1), nextDueMs() - nowMs()))
    seenMs = at
  }
  const arm = (): void => {
    drop(armed)
    settle()
    const nextMs = nextDueMs()
    if (nextMs === Number.POSITIVE_INFINITY || mode === 'held') return
    armed = later(fire, Math.max(0, nextMs - nowMs() - owedMs) / paceNow()) as unknown as number
  }
  const fire = (): void => {
    settle()
    ;[leapsMs, owedMs] = [leapsMs + owedMs, 0]
    const at = nowMs()
    const due = [...timers].filter(([, { dueMs }]) => dueMs <= at).sort(([, a], [, b]) => a.dueMs - b.dueMs)
    // In turns of their own, as the browser runs them: one that throws stops no other, and one may be cleared by another of the same moment.
    for (const [id, timer] of due) {
      timer.dueMs = timer.everyMs === undefined ? Number.POSITIVE_INFINITY : at + Math.max(4, timer.everyMs)
      later(run, 0, id, timer)
    }
    arm()
  }
  const run = (id: number, { work, given, everyMs }: Timer): void => {
    if (!timers.has(id)) return
    if (everyMs === undefined) timers.delete(id)
    work(...given)
  }
  const change = (alter: () => void): void => {
    settle()
    alter()
    arm()
  }
  return {
    nowMs,
    set(work, ms, given, everyMs) {
      const id = ++lastId
      timers.set(id, { work, given, everyMs, dueMs: nowMs() + ms })
      arm()
      return id
    },
    clear: id => timers.delete(id),
    begun: () => change(() => (asked += 1)),
    ended: () => change(() => (asked -= 1)),
    async hold() {
      change(() => (mode = 'held'))
      while (asked > 0) await new Promise(resolve => later(resolve, 5))
      await new Promise(resolve => later(resolve, 50))
    },
    goOn: () => change(() => (mode = 'rushed')),
  }
}

/** Runs in the page: gives it the clock. What is due at once goes by the browser's own timers, since no time passes until then. */
function install(clock: Clock, startMs: number): void {
  const wall = globalThis.Date
  const later = globalThis.setTimeout.bind(globalThis)
  const drop = globalThis.clearTimeout.bind(globalThis)
  const fetchNow = globalThis.fetch.bind(globalThis)
  const firstMs = clock.nowMs()
  const now = (): number => startMs + clock.nowMs() - firstMs
  const clear = (id?: number): void => {
    if (id !== undefined && !clock.clear(id)) drop(id)
  }
  const page = globalThis as unknown as Record<string, unknown>
  page['setTimeout'] = (work: () => void, ms = 0, ...given: unknown[]) =>
    ms <= 4 ? later(work, ms, ...given) : clock.set(work, ms, given, undefined)
  page['setInterval'] = (work: () => void, ms = 0, ...given: unknown[]) => clock.set(work, ms, given, ms)
  page['clearTimeout'] = clear
  page['clearInterval'] = clear
  page['fetch'] = async (...given: Parameters<typeof fetch>) => {
    clock.begun()
    try {
      return await fetchNow(...given)
    } finally {
      clock.ended()
    }
  }
  performance.now = clock.nowMs
  page['Date'] = class extends wall {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(now())
      else super(...(given as [number]))
    }
    static override now(): number {
      return now()
    }
  }
  page['rushedTime'] = { hold: clock.hold, goOn: clock.goOn } satisfies RushedTime
}
