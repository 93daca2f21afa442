/** Positions of the answer that set out with the page, for what is shown before the program is there: read in full, or not at all. */
import { readPlainPositions } from '../../contract/plain-answers.ts'
import type { Position } from '../../domain/account.ts'
import { serverClock } from '../venue/clock.ts'
import { earlyPaths } from '../venue/early-paths.ts'
import { peekEarly } from '../venue/early-requests.ts'

/** Undefined where nothing set out, or what came is for the program to judge: a refusal, a row that is not as it should be. */
export async function earlyPositions(): Promise<readonly Position[] | undefined> {
  const answer = await peekEarly(earlyPaths.positions)?.catch(() => undefined)
  if (answer === undefined || answer.status !== 200) return undefined
  const read = readPlainPositions(answer.text)
  if (read === undefined) return undefined
  if (answer.early !== undefined) serverClock.sample(read.atMicros / 1_000, answer.early.sentMs, answer.early.receivedMs)
  return read.positions
}
