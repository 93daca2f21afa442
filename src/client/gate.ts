/**
 * At most so many requests at once, so that hung polls cannot hold up an order: what is not a poll does not wait here. What goes first
 * never takes the last place, so that however much there is of it a poll gets through.
 */

export interface Gate {
  /** Waits for room, ahead of the polls if `first`; the function returned makes room again. Rejects when given up while waiting. */
  enter(first: boolean, signal: AbortSignal | undefined): Promise<() => void>
}

interface Lane {
  inside: number
  /** In the order they came. */
  readonly waiting: (() => void)[]
}

export function createGate(room: number): Gate {
  const first: Lane = { inside: 0, waiting: [] }
  const polls: Lane = { inside: 0, waiting: [] }
  const mostFirst = Math.max(1, room - 1)
  const hasRoom = (lane: Lane): boolean => first.inside + polls.inside < room && (lane === polls || lane.inside < mostFirst)
  const admitNext = (): void => {
    for (const lane of [first, polls]) while (lane.waiting.length > 0 && hasRoom(lane)) lane.waiting.shift()?.()
  }
  const leaver = (lane: Lane): (() => void) => {
    let left = false
    return () => {
      if (left) return
      left = true
      lane.inside -= 1
      admitNext()
    }
  }
  return {
    enter: (isFirst, signal) =>
      new Promise((resolve, reject) => {
        const lane = isFirst ? first : polls
        const giveUp = (): void => {
          const index = lane.waiting.indexOf(admit)
          if (index >= 0) lane.waiting.splice(index, 1)
          reject(new DOMException('given up while waiting', 'AbortError'))
        }
        const admit = (): void => {
          signal?.removeEventListener('abort', giveUp)
          lane.inside += 1
          resolve(leaver(lane))
        }
        if (signal?.aborted === true) giveUp()
        else if (hasRoom(lane)) admit()
        else {
          lane.waiting.push(admit)
          signal?.addEventListener('abort', giveUp, { once: true })
        }
      }),
  }
}
