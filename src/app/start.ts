/**
 * Where the page starts. The frame is in the page already, written there when the program was built; the first figures are drawn into it as they
 * come, and the program follows once that is on the screen, its code having been fetched meanwhile.
 */
import { awaitProgram } from './await-program.ts'
import { fetchProgram } from './fetch-program.ts'
import { firstPicture } from './first-picture.ts'

/** A page that is not looked at is drawn in no frame. */
const unseenMs = 100
/** The longest that the program waits for the first figures, once the frame is on the screen. */
const figuresMs = 150

const paused = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const painted = (): Promise<void> =>
  Promise.race([paused(unseenMs), new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))])

const isFramePainted = performance.getEntriesByType('paint').length > 0
const framePainted = isFramePainted ? Promise.resolve() : painted()
// Fetched and run before that, it would hold up the frame.
const pictureDrawn = framePainted.then(firstPicture).then(painted)

void pictureDrawn.then(fetchProgram)
void awaitProgram(
  framePainted
    .then(() => Promise.race([pictureDrawn, paused(figuresMs)]))
    .then(fetchProgram)
    .then(() => import('./main.tsx')),
)
