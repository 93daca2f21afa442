/** Waits for work that no stepped clock moves: some turns of the event loop, keys, and calls of a database. */

/** An answer of the exchange takes a few. */
const leastTurns = 4
const { setImmediate } = globalThis

let pending = 0
let isCounted = false

/** A stepped clock stops until this work in real time has ended. */
export async function countWork<Value>(work: () => Promise<Value>): Promise<Value> {
  pending += 1
  try {
    return await work()
  } finally {
    pending -= 1
  }
}

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
    subtle[name] = (...given) => countWork(() => work(...given))
  }
  return () => methods.forEach(name => Reflect.deleteProperty(subtle, name))
}

export const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

export async function settled(): Promise<void> {
  for (let turns = 0; turns < leastTurns || pending > 0; turns += 1) await turn()
}
