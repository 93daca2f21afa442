/**
 * Numbers that rise, over reloads and over the tabs of a browser: the time in µs, or more than the highest that any tab has written down. The
 * digits below the millisecond are chance, so that two tabs that sign within one do not meet.
 */
import { z } from '../../domain/zod.ts'
import { readStored, writeStored } from '../browser/stored.ts'

const storageKey = 'legwork.nonce'
const stored = z.int().check(z.nonnegative())
let highest = 0

/** The next one; below 2^53. */
export function nextNonce(wallMs: number, random: () => number): number {
  const read = stored.safeParse(readStored('local', storageKey))
  const chance = Math.floor(random() * 1_000)
  highest = Math.max(Math.floor(wallMs) * 1_000 + chance, Math.max(highest, read.success ? read.data : 0) + 1 + chance)
  writeStored('local', storageKey, highest)
  return highest
}
