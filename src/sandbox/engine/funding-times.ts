/** When perpetuals are funded: every eight hours from midnight UTC. */
import { type EpochMicros, hourMs, micros } from '../../domain/time.ts'

const intervalMicros = 8 * hourMs * 1_000

/** The first funding after a moment; never that moment itself. */
export const nextFunding = (at: EpochMicros): EpochMicros => micros((Math.floor(at / intervalMicros) + 1) * intervalMicros)
