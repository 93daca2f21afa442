/** Screens by address: one lazily loaded page each, inside the frame, which renders first. */
import type { ComponentType, ReactNode } from 'react'
import type { Address } from '../ui/router/address.ts'
import { Router } from '../ui/router/router.ts'
import { RouterContext, useAddress } from '../ui/router/use-router.ts'
import { pageHost } from './page-host.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { destinationOf, type ScreenName, screens } from './shell/screens.ts'
import { useView } from './shell/views.tsx'
import { WaitingScreen } from './waiting/waiting-screen.tsx'
import { Button } from '../ui/controls/button.tsx'
import { PartBoundary } from '../ui/part-boundary.tsx'
import { PanelStateView } from '../ui/panel/panel-state-view.tsx'
import { stripHostile } from '../../core/domain/safe-text.ts'
import styles from './shell/shell.module.css'
import { Shell } from './shell/shell.tsx'

interface Screen {
  readonly component: ComponentType
  readonly loader: () => void
}

const screen = (name: ScreenName, load: () => Promise<{ readonly default: ComponentType }>): Screen => ({
  component: lazyComponent(async () => (await load()).default, <WaitingScreen name={name} />, { shows: 'throws' }),
  // A failed preload is retried and reported when the screen is rendered.
  loader: () => void load().catch(() => undefined),
})

const pages: Readonly<Record<ScreenName, Screen>> = {
  Portfolio: screen('Portfolio', () => import('../features/portfolio/portfolio-page.tsx')),
  Build: screen('Build', () => import('../features/builder/builder-page.tsx')),
  Orders: screen('Orders', () => import('../features/orders/orders-page.tsx')),
  Markets: screen('Markets', () => import('../features/markets/markets-page.tsx')),
  Journal: screen('Journal', () => import('../features/journal/journal-page.tsx')),
  Settings: screen('Settings', () => import('../features/settings/settings-page.tsx')),
}

const everybody = screen('Orders', () => import('../features/flow/flow-page.tsx'))

const screenAt = (pathname: string): ScreenName | undefined => screens.find(({ to }) => to === pathname)?.name

export const router = new Router({
  history: pageHost.history,
  home: '/portfolio',
  settle: destinationOf,
  onIntent: pathname => {
    const name = screenAt(pathname)
    if (name !== undefined) pages[name].loader()
  },
})

export function Screens(): ReactNode {
  return (
    <RouterContext value={router}>
      <Guarded>
        <Shell>
          <Guarded>
            <ShownScreen />
          </Guarded>
        </Shell>
      </Guarded>
    </RouterContext>
  )
}

const wholeAddress = (address: Address): Address => address

function Guarded({ children }: { readonly children: ReactNode }): ReactNode {
  return <ScreenBoundary place={useAddress(wholeAddress)}>{children}</ScreenBoundary>
}

function ShownScreen(): ReactNode {
  const name = screenAt(useAddress(({ pathname }) => pathname))
  const view = useView(name)
  if (name === undefined) return <PageFailed error={new Error('There is no such screen.')} />
  const { component: Page } = view?.value === 'everybody' ? everybody : pages[name]
  return <Page />
}

interface ScreenBoundaryProps {
  readonly place: unknown
  readonly children: ReactNode
}

export function ScreenBoundary(props: ScreenBoundaryProps): ReactNode {
  return <PartBoundary {...props} renderFailed={(error, reset) => <PageFailed error={error} reset={reset} />} />
}

/* A screen that failed to load or render. It never reloads the page by itself, because an order may be in flight. */

/** Files of a page opened before a server update may be gone. */
const older = 'If trying again does not help, load the page again: the server may have a newer version.'

const sent = 'Orders that were sent are not affected: the Orders screen shows them.'

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const message = error instanceof Error ? error.message : 'Something that is no error was thrown.'
  return (
    <div className={styles.failedPage}>
      <PanelStateView
        state={{
          kind: 'empty',
          title: 'This screen could not be shown',
          detail: `${sentence(stripHostile(message))} ${sent}${reset === undefined ? '' : ` ${older}`}`,
          ...(reset === undefined ? {} : { action: <Button onClick={reset}>Try again</Button> }),
        }}
      />
    </div>
  )
}
