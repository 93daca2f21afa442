/** Waits for work that no stepped clock moves: some turns of the event loop, and keys. */

/** An answer of the exchange takes a few. */
const leastTurns = 4
const { setImmediate } = globalThis

let pendingKeys = 0
let isCounted = false

/** `crypto.subtle` works in another thread in real time, so the clock stops until it has answered. Returns its end. */
export function countKeyWork(): () => void {
  if (isCounted) return () => undefined
  isCounted = true
  const subtle = crypto.subtle as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  const methods = [
    'decrypt',
    'deriveBits',
    'digest',
    'encrypt',
    'exportKey',
    'generateKey',
    'importKey',
    'sign',
    'verify',
  ]
  for (const name of methods) {
    const work = subtle[name]?.bind(subtle)
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
  return () => methods.forEach(name => Reflect.deleteProperty(subtle, name))
}

export const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

export async function settled(): Promise<void> {
  for (let turns = 0; turns < leastTurns || pendingKeys > 0; turns += 1) await turn()
}
