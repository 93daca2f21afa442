/**
 * What the page says where its program does not come: figures drawn before it must not stand there as if they were of now. The page itself sends
 * nothing, so to load it again is always safe.
 */
import { staleMs } from '../api/polling/stale-ms.ts'
import { stripHostile } from '../domain/safe-text.ts'
import { showCannotStart } from './cannot-start.ts'

/** `program` ends when the program runs, and rejects where it cannot be had. Never rejects. */
export async function awaitProgram(program: Promise<unknown>): Promise<void> {
  const late = setTimeout(tellLate, staleMs)
  try {
    await program
    delete document.documentElement.dataset['late']
  } catch (error) {
    showCannotStart(`${reasonOf(error)} Load the page again to go on. Orders that were sent before are not affected.`)
  } finally {
    clearTimeout(late)
  }
}

const reasonOf = (error: unknown): string =>
  `Its program could not be loaded${error instanceof Error ? ` (${stripHostile(error.message, 300)})` : ''}.`

/** Dims what was drawn of the first answers, and says so where the frame tells its state. */
function tellLate(): void {
  document.documentElement.dataset['late'] = 'true'
  const foot = document.querySelector('#root footer[aria-label="Status"]')
  if (foot === null) return
  foot.setAttribute('role', 'status')
  foot.textContent = 'Still starting: the program is on its way. Figures on the screen are out of date.'
}
