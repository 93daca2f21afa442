/** At most so many polls at once, so that hung ones cannot hold up an order: what is not a poll does not wait here. */

export interface Gate {
  /** Runs `work` when there is room, in order of asking; an abort while waiting gives `undefined` without running it. */
  through<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result | undefined>
}

export function createGate(room: number): Gate {
  let inside = 0
  const waiting: (() => void)[] = []
  const leave = (): void => {
    inside -= 1
    waiting.shift()?.()
  }
  const enter = (signal: AbortSignal | undefined): Promise<boolean> =>
    new Promise(resolve => {
      const admit = (): void => {
        signal?.removeEventListener('abort', giveUp)
        inside += 1
        resolve(true)
      }
      const giveUp = (): void => {
        const place = waiting.indexOf(admit)
        if (place >= 0) waiting.splice(place, 1)
        resolve(false)
      }
      if (signal?.aborted === true) resolve(false)
      else if (inside < room) admit()
      else {
        waiting.push(admit)
        signal?.addEventListener('abort', giveUp, { once: true })
      }
    })
  return {
    async through(work, signal) {
      if (!(await enter(signal))) return undefined
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
