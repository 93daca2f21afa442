// @vitest-environment happy-dom
/** The definition of a ready screen (`useReady`): its rows are rendered; failed data is never ready and says why. */
import { act, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { failReadsBy } from '../../testing/failed-reads.ts'
import { startPage } from '../../testing/mount-page.tsx'
import '../../testing/sized-elements.ts'
import { UiProvider } from '../ui/commands/ui-provider.tsx'
import { router, Screens } from './router.tsx'
import '../../testing/overlays-there.tsx'

const page = startPage({ starts: 'signed_out' })
const html = document.documentElement
let mend: (() => void) | undefined
afterEach(() => {
  mend?.()
  mend = undefined
})

interface Case {
  readonly screen: string
  readonly address: Parameters<typeof router.navigate>[0]
  readonly shows: RegExp
  readonly fails?: { readonly path?: string; readonly index?: string; readonly says: RegExp }
}

const summaryPath = '/market_data/'
const cases: readonly Case[] = [
  {
    screen: 'Portfolio',
    address: { to: '/portfolio' },
    shows: /Net delta, USD[−+]?[\d,]+.*BTC PERP/,
    fails: { path: '/v1/api/positions', says: /Could not load/ },
  },
  {
    screen: 'Build',
    address: { to: '/build' },
    shows: /\d,\d{3}100,000 short 2, 100,000 put 49\.\d/,
    fails: { path: summaryPath, says: /no prices|Could not load/i },
  },
  {
    screen: 'Orders',
    address: { to: '/orders' },
    shows: /No orders yet/,
    fails: { path: '/v1/api/openOrders', says: /Could not load/ },
  },
  {
    screen: 'Markets',
    address: { to: '/markets' },
    shows: /BTC PERP/,
    fails: { path: summaryPath, says: /no prices/ },
  },
  {
    screen: 'Volatility',
    address: { to: '/markets', search: { view: 'volatility' } },
    shows: /forward.*Position/,
    fails: { path: summaryPath, says: /quotes/ },
  },
  {
    screen: 'Journal',
    address: { to: '/journal' },
    shows: /\d entr|Nothing in the journal yet/,
    fails: { index: 'byOwner', says: /The journal cannot be read/ },
  },
  { screen: 'Settings', address: { to: '/settings' }, shows: /Sign out/ },
]
const shown = (): string => document.querySelector('main')?.textContent ?? ''

async function draw(address: Case['address']): Promise<void> {
  await page.signIn()
  router.navigate(address)
  await act(async () => {
    render(
      <UiProvider>
        <Screens />
      </UiProvider>,
    )
  })
}

it.each(cases)('$screen is ready once it can be used', async each => {
  await draw(each.address)
  await waitFor(() => expect(html.dataset['ready']).toBe('true'))
  expect(shown()).toMatch(each.shows)
})

type Failing = Pick<Case, 'screen' | 'address'> & NonNullable<Case['fails']>
const failing: readonly Failing[] = [
  ...cases.flatMap(({ screen, address, fails }) => (fails === undefined ? [] : [{ screen, address, ...fails }])),
  // This exchange has no socket.
  {
    screen: 'Orders of everybody',
    address: { to: '/orders', search: { view: 'everybody' } },
    says: /No socket to the venue|Connecting to the venue/,
  },
]
it.each<Failing>(failing)(
  '$screen is never ready while its data fail, and says why',
  async ({ address, path, index, says }) => {
    if (index !== undefined) mend = failReadsBy(index)
    page.sandbox.instead = ({ url }) =>
      path !== undefined && url.includes(path) ? new Response('', { status: 503 }) : undefined
    const states = new Set<string | undefined>()
    const observer = new MutationObserver(() => states.add(html.dataset['ready']))
    observer.observe(html, { attributeFilter: ['data-ready'] })
    await draw(address)
    await waitFor(() => expect(shown()).toMatch(says))
    observer.disconnect()
    expect([...states, html.dataset['ready']]).not.toContain('true')
  },
)
