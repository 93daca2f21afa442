/**
 * Increasing numbers across reloads and tabs: the time in µs, or more than the highest stored number. The digits below
 * a millisecond are random, so that two tabs do not collide.
 */
import { z } from '../../../core/domain/zod.ts'
import { readStored, writeStored } from '../browser/stored.ts'

const storageKey = 'legwork.nonce'
const stored = z.int().check(z.nonnegative())
let highest = 0

export function nextNonce(wallMs: number, random: () => number): number {
  const read = stored.safeParse(readStored('local', storageKey))
  const chance = Math.floor(random() * 1_000)
  highest = Math.max(Math.floor(wallMs) * 1_000 + chance, Math.max(highest, read.success ? read.data : 0) + 1 + chance)
  writeStored('local', storageKey, highest)
  return highest
}
