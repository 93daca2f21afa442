/**
 * Limits the number of requests in flight, so that stalled polls cannot delay an order: only polls and evidence wait
 * here. Requests with priority never take the last slot, so that polls always get through.
 */

export interface Gate {
  enter(first: boolean, signal: AbortSignal | undefined): Promise<() => void>
}

interface Lane {
  inside: number
  readonly waiting: (() => void)[]
}

export function createGate(room: number): Gate {
  const first: Lane = { inside: 0, waiting: [] }
  const polls: Lane = { inside: 0, waiting: [] }
  const mostFirst = Math.max(1, room - 1)
  const hasRoom = (lane: Lane): boolean =>
    first.inside + polls.inside < room && (lane === polls || lane.inside < mostFirst)
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
