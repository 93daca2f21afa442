/** A failing disk: any call of Node's `fs` by SQLite or the program can be given a fault. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

export type Fault = 'EIO' | 'ENOSPC' | 'EROFS' | 'short'
type Call = 'writeSync' | 'readSync' | 'fsyncSync' | 'openSync' | 'fsync'

const errorOf = (fault: Fault, call: Call): Error =>
  Object.assign(new Error(`${fault}: planted, ${call}`), { code: fault })

/**
 * Runs `work` while the call fails permanently from its `after`th time on (0: immediately). A short write writes half
 * its bytes, then the disk is full. Returns true if the fault was hit.
 */
export async function withFault(call: Call, fault: Fault, after: number, work: () => unknown): Promise<boolean> {
  const real: Record<Call, unknown> = { ...fs }
  const original = real[call] as (...args: unknown[]) => unknown
  let calls = 0
  const failing = (...args: unknown[]): unknown => {
    calls += 1
    if (calls <= after) return original(...args)
    if (fault === 'short' && calls === after + 1 && call === 'writeSync') {
      const [fd, data, place, most, at] = args
      if (typeof data === 'string') return original(fd, data.slice(0, data.length / 2), place, most)
      return original(fd, data, place, Math.floor(Number(most) / 2), at)
    }
    const error = errorOf(fault === 'short' ? 'ENOSPC' : fault, call)
    if (call !== 'fsync') throw error
    return (args.at(-1) as (error: Error) => void)(error)
  }
  const set = (run: unknown): void => {
    Object.assign(fs, { [call]: run })
    syncBuiltinESMExports()
  }
  set(failing)
  try {
    await work()
  } finally {
    set(original)
  }
  return calls > after
}
