/** Writes the frame of every screen as markup, for the page that is served: run when the program is built. */
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { screens } from '../shell/screens.ts'
import { WaitingFrame } from './waiting-frame.tsx'

/** Markup by the screen's place in the address: "portfolio", "build" … */
export async function prerenderFrames(): Promise<Readonly<Record<string, string>>> {
  const frames: Record<string, string> = {}
  for (const { to, name } of screens) {
    const root = createRootRoute()
    const routes = screens.map(screen => createRoute({ getParentRoute: () => root, path: screen.to }))
    const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: [to] }) })
    await router.load()
    frames[to.slice(1)] = renderToStaticMarkup(
      <RouterContextProvider router={router}>
        <WaitingFrame name={name} />
      </RouterContextProvider>,
    )
  }
  return frames
}
