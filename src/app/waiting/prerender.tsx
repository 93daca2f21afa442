/** Writes the frame of every screen as markup, for the page that is served: run when the program is built. */
import { renderToStaticMarkup } from 'react-dom/server'
import { memoryHistory } from '../../ui/router/page-history.ts'
import { Router } from '../../ui/router/router.ts'
import { RouterContext } from '../../ui/router/use-router.ts'
import { screens } from '../shell/screens.ts'
import { WaitingFrame } from './waiting-frame.tsx'

/** Markup by the screen's place in the address: "portfolio", "build" … */
export function prerenderFrames(): Readonly<Record<string, string>> {
  const frames: Record<string, string> = {}
  for (const { to, name } of screens) {
    frames[to.slice(1)] = renderToStaticMarkup(
      <RouterContext value={new Router({ history: memoryHistory(to) })}>
        <WaitingFrame name={name} />
      </RouterContext>,
    )
  }
  return frames
}
