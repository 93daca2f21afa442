/**
 * What a screen shows before the program is there: the figures that set out with the page, in the panels that wait in it. Each is a module of its
 * own, without React's renderer and without the contract's codecs.
 */
import { isStaticPage, screenPath } from './screen-path.ts'

/** Ends when it is drawn, or will not be. Never rejects. */
export async function firstPicture(): Promise<void> {
  // Behind a page of a static host nothing sets out before the program.
  const draw = isStaticPage() ? undefined : moduleOf(screenPath())
  if (draw === undefined) return
  try {
    const first = await draw
    await first()
  } catch {
    // The program draws what is to be seen in any case, and says what is wrong.
  }
}

/** Draws the first picture of a screen. */
type FirstPicture = () => Promise<void>

/** Of the screen in the address; undefined where there is none. */
function moduleOf(path: string): Promise<FirstPicture> | undefined {
  if (path === '/' || path.startsWith('/portfolio'))
    return import('../features/portfolio/first-positions.tsx').then(({ firstPositions }) => firstPositions)
  if (path.startsWith('/build')) return import('../features/builder/first-build.tsx').then(({ firstBuild }) => firstBuild)
  return undefined
}
