/** Routes: one lazily loaded page a screen, under the frame, which is drawn before any of them. Search parameters go through zod; unknown ones are the pages' own. */
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { z } from '../domain/zod.ts'
import { pageHost } from './page-host.ts'
import { screen } from './screen.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell } from './shell/shell.tsx'
import { parseSearch, stringifySearch } from './search.ts'

/** `trade` opens the single-leg ticket over any screen, `alert` the alerts; `panel` shows one panel of the screen alone. */
const rootSearch = z.looseObject({
  trade: z.string().optional(),
  side: z.string().optional(),
  quantity: z.string().optional(),
  price: z.string().optional(),
  alert: z.string().optional(),
  panel: z.string().optional(),
})

const rootRoute = createRootRoute({ component: Shell, validateSearch: rootSearch })

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // What was asked for over any screen (a notice opens "/?alert=all") stays asked for.
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/portfolio', search })
  },
})
const portfolioRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portfolio',
  ...screen('Portfolio', () => import('../features/portfolio/portfolio-page.tsx')),
})
const buildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build',
  ...screen('Build', () => import('../features/builder/builder-page.tsx')),
})
const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  ...screen('Orders', () => import('../features/orders/orders-page.tsx')),
})
const marketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/markets',
  ...screen('Markets', () => import('../features/markets/markets-page.tsx')),
})
const journalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal',
  ...screen('Journal', () => import('../features/journal/journal-page.tsx')),
})
const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  ...screen('Settings', () => import('../features/settings/settings-page.tsx')),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([indexRoute, portfolioRoute, buildRoute, ordersRoute, marketsRoute, journalRoute, settingsRoute]),
  ...(pageHost.history === undefined ? {} : { history: pageHost.history }),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: () => <PageFailed error={new Error('There is no such screen.')} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
