/** The screens by their addresses: one lazily loaded page each, under the frame, which is drawn before any of them. */
import type { ReactNode } from 'react'
import type { Address } from '../ui/router/address.ts'
import { Router } from '../ui/router/router.ts'
import { RouterContext, useAddress } from '../ui/router/use-router.ts'
import { pageHost } from './page-host.ts'
import { type Screen, screen } from './screen.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { type ScreenName, screens } from './shell/screens.ts'
import { Shell } from './shell/shell.tsx'

const pages: Readonly<Record<ScreenName, Screen>> = {
  Portfolio: screen('Portfolio', () => import('../features/portfolio/portfolio-page.tsx')),
  Build: screen('Build', () => import('../features/builder/builder-page.tsx')),
  Orders: screen('Orders', () => import('../features/orders/orders-page.tsx')),
  Markets: screen('Markets', () => import('../features/markets/markets-page.tsx')),
  Journal: screen('Journal', () => import('../features/journal/journal-page.tsx')),
  Settings: screen('Settings', () => import('../features/settings/settings-page.tsx')),
}

/** Whoever types an address need not mind its case. */
const pageAt = (pathname: string): Screen | undefined => {
  const found = screens.find(({ to }) => to === pathname.toLowerCase())
  return found === undefined ? undefined : pages[found.name]
}

export const router = new Router({
  history: pageHost.history,
  home: '/portfolio',
  onIntent: pathname => pageAt(pathname)?.loader(),
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
  const Page = pageAt(useAddress(({ pathname }) => pathname))?.component
  return Page === undefined ? <PageFailed error={new Error('There is no such screen.')} /> : <Page />
}
