/**
 * A page that lives `pace` times as fast: its clocks and timers do, and so its polls, samples, countdowns and thresholds. Frames, the network,
 * the database and the collection of garbage are the browser's own, at their own speed.
 */

/** A script for a page, before anything of its own. `startMs`: the time of the venue at `wallMs` of this machine. */
export const hasten = (pace: number, startMs: number, wallMs: number): string => `{
  const Wall = Date
  const steady = performance.now.bind(performance)
  const now = () => ${startMs} + (Wall.now() - ${wallMs}) * ${pace}
  globalThis.Date = class Date extends Wall {
    constructor(...given) {
      if (given.length === 0) super(now())
      else super(...given)
    }
    static now() {
      return now()
    }
  }
  performance.now = () => steady() * ${pace}
  for (const name of ['setTimeout', 'setInterval']) {
    const own = globalThis[name].bind(globalThis)
    globalThis[name] = (work, ms = 0, ...given) => own(work, ms / ${pace}, ...given)
  }
}`
