/** Waits for work that no stepped clock moves: some turns of the event loop, and keys. */

/** An answer of the exchange takes a few. */
const leastTurns = 4
const { setImmediate } = globalThis

let pendingKeys = 0
const counted = new WeakSet<object>()

/** `crypto.subtle` works in another thread in real time, so the clock stops until it has answered. */
export function countKeyWork(): void {
  const subtle = crypto.subtle as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  // A document of happy-dom may have its own.
  if (counted.has(subtle)) return
  counted.add(subtle)
  for (const name of [
    'decrypt',
    'deriveBits',
    'digest',
    'encrypt',
    'exportKey',
    'generateKey',
    'importKey',
    'sign',
    'verify',
  ]) {
    const work = subtle[name]?.bind(crypto.subtle)
    if (work === undefined) continue
    subtle[name] = async (...given) => {
      pendingKeys += 1
      try {
        return await work(...given)
      } finally {
        pendingKeys -= 1
      }
    }
  }
}

export const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

export async function settled(): Promise<void> {
  for (let turns = 0; turns < leastTurns || pendingKeys > 0; turns += 1) await turn()
}
