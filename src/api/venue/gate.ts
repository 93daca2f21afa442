/** At most so many requests at once, so that hung polls cannot hold up an order: what is not a poll does not wait here. */

export interface Gate {
  /** Waits for room, ahead of the others if `first`; the function returned makes room again. Rejects when given up while waiting. */
  enter(first: boolean, signal: AbortSignal | undefined): Promise<() => void>
}

export function createGate(room: number): Gate {
  let inside = 0
  const waiting: (() => void)[] = []
  const leaver = (): (() => void) => {
    let left = false
    return () => {
      if (left) return
      left = true
      inside -= 1
      waiting.shift()?.()
    }
  }
  return {
    enter: (first, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          const place = waiting.indexOf(admit)
          if (place >= 0) waiting.splice(place, 1)
          reject(new DOMException('given up while waiting', 'AbortError'))
        }
        const admit = (): void => {
          signal?.removeEventListener('abort', giveUp)
          inside += 1
          resolve(leaver())
        }
        if (signal?.aborted === true) giveUp()
        else if (inside < room) admit()
        else {
          if (first) waiting.unshift(admit)
          else waiting.push(admit)
          signal?.addEventListener('abort', giveUp, { once: true })
        }
      }),
  }
}
