/** A screen of the router: its code comes when it is first looked at, and the frame never waits for it. */
import type { ComponentType, ReactNode } from 'react'
import { deferred } from '../ui/deferred.tsx'
import type { ScreenName } from './shell/screens.ts'
import { WaitingScreen } from './waiting/waiting-screen.tsx'

export interface Screen {
  readonly component: () => ReactNode
  /** Has the code fetched; the router runs it when a link to the screen is pointed at. */
  readonly loader: () => void
}

const loads = new Map<ScreenName, () => Promise<void>>()

/** The code of a screen is there, or could not be had. */
export const screenLoaded = (name: ScreenName): Promise<void> => loads.get(name)?.() ?? Promise.resolve()

/** A screen, as its waiting panels while its code is on the way. */
export function screen(name: ScreenName, load: () => Promise<{ readonly default: ComponentType }>): Screen {
  const { Component, preload } = deferred(async () => (await load()).default, <WaitingScreen name={name} />)
  loads.set(name, preload)
  return { component: () => <Component />, loader: () => void preload() }
}
