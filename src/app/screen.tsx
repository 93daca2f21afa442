/** A screen of the router: its code comes when it is first looked at, and the frame never waits for it. */
import type { ComponentType } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { ScreenName } from './shell/screens.ts'
import { WaitingScreen } from './waiting/waiting-screen.tsx'

export interface Screen {
  readonly component: ComponentType
  /** Has the code fetched; the router runs it when a link to the screen is pointed at. */
  readonly loader: () => void
}

/** A screen, as its waiting panels while its code is on the way. */
export const screen = (name: ScreenName, load: () => Promise<{ readonly default: ComponentType }>): Screen => ({
  component: lazyComponent(async () => (await load()).default, <WaitingScreen name={name} />),
  // Where it fails it is fetched again, and reported, when the screen is drawn.
  loader: () => void load().catch(() => undefined),
})
