/** A screen of the router: its code comes when it is first looked at, and the frame never waits for it. */
import type { ComponentType, ReactNode } from 'react'
import { deferred } from '../ui/deferred.tsx'
import { Page } from '../ui/panel/page.tsx'
import { Skeleton } from '../ui/controls/skeleton.tsx'

export interface Screen {
  readonly component: () => ReactNode
  /** Has the code fetched; the router runs it when a link to the screen is pointed at. */
  readonly loader: () => void
}

/** A screen, under its title while its code is on the way. */
export function screen(title: string, load: () => Promise<{ readonly default: ComponentType }>): Screen {
  const { Component, preload } = deferred(
    async () => (await load()).default,
    <Page title={title}>
      <Skeleton />
    </Page>,
  )
  return { component: () => <Component />, loader: preload }
}
