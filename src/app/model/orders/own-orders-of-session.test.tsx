// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useFilledOrders, useJournalPage } from '../../api/journal/journal-hooks.ts'
import { useReview } from '../../api/order-desk/desk-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { setPollPace } from '../../api/polling/poll-pace.ts'
import { queryClient } from '../../api/polling/query-client.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { beginSession, credentials, readSession, refuseSession, signOut } from '../../api/venue/session.ts'
import { signInToSandbox, signInWithToken } from '../../api/venue/sign-in.ts'
import { setVenueSettings } from '../../api/venue/venue.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { type NewOrder, rfqMarket } from '../../../core/domain/order.ts'
import { waitForFirstSample } from '../../../testing/first-sample.ts'
import { useFills, useRealised } from '../account/use-realised.ts'
import { useOwnOrders } from './use-own-orders.ts'
import { useOpenOrders, useRegistry } from './use-registry.ts'
import { pass } from '../../../testing/stepped-clock.ts'
import { firmAtMarket, firmLimit } from '../../../testing/order.fixture.ts'
import { startPage } from '../../../testing/mount-page.tsx'

const page = startPage({ starts: 'later' })
beforeEach(async () => {
  turn += 1
  // Much is known only after a poll or two, so this sets the fastest pace.
  setPollPace('0.5')
  page.start({ socket: page.sandbox.socket })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
})
afterEach(() => setVenueSettings({}))

const signIn = (account: string) => act(async () => expect(await signInToSandbox(account)).toEqual({ ok: true }))
/** The desk lives as long as the page, so each test uses its own accounts. */
let turn = 0
const account = (name: string) => `${name}${turn}`

function serialNow(): number | undefined {
  const session = readSession()
  return session.status === 'signed_in' ? session.serial : undefined
}

const useEverything = () => ({
  registry: useRegistry(),
  open: useOpenOrders().data,
  own: useOwnOrders(),
  review: useReview(),
  journal: useJournalPage({}, 100),
  filled: useFilledOrders(),
  fills: useFills(),
  realised: useRealised(),
})
type Everything = ReturnType<typeof useEverything>

const resting = { ...firmLimit, symbol: 'PTF-USD', side: 'buy', recv_window: 3 } as const
const wanted: readonly Omit<NewOrder, 'client_order_id'>[] = [
  { ...resting, quantity: dec(1_000), price: dec('0.5') },
  { ...resting, symbol: 'BTC-USD-PERPETUAL', market_id: rfqMarket, quantity: dec(1) },
  { ...firmAtMarket, symbol: 'BTC-USD-PERPETUAL', side: 'buy', quantity: dec('0.1') },
]

async function trade(seen: { readonly current: Everything }): Promise<readonly string[]> {
  const ids: string[] = []
  await waitForFirstSample()
  for (const order of wanted) {
    const id = desk.draft(order, { title: 'Order of Ann' })
    act(() => expect(desk.confirm(id)).toMatchObject({ ok: true }))
    await waitFor(() =>
      expect(seen.current.registry.sent[0]).toMatchObject({ client_order_id: id, outcome: 'accepted' }),
    )
    ids.push(id)
  }
  await waitFor(() => {
    const { registry, open, own, filled, realised } = seen.current
    expect(registry.sent).toHaveLength(3)
    expect(idsOf(open)).toEqual(new Set([ids[0], ids[1]]))
    expect(own.cards).toHaveLength(1)
    expect(own.listed.size).toBe(2)
    expect(filled?.map(each => each.client_order_id)).toEqual([ids[2]])
    expect(realised?.lines.map(line => line.symbol)).toEqual(['BTC-USD-PERPETUAL'])
  })
  const review = desk.draft(wanted[0] as NewOrder, { title: 'Order of Ann' })
  await waitFor(() => expect(seen.current.review?.client_order_id).toBe(review))
  return [...ids, review]
}

const idsOf = (orders: readonly { readonly client_order_id: string }[] | undefined) =>
  new Set(orders?.map(each => each.client_order_id))

const texts = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (each instanceof Map || each instanceof Set ? [...each] : each)) ?? ''

const endings: readonly (readonly [string, () => Promise<void>])[] = [
  ['sign-out', async () => act(() => signOut())],
  ['another account', () => signIn(account('bea'))],
  ['another venue', async () => act(() => void setVenueSettings({ baseUrl: 'https://other.example' }))],
]

describe('own orders of a session', () => {
  it.each(endings)('are gone with %s, at once and for every screen', async (_, end) => {
    await signIn(account('flat'))
    const renders: { readonly session: number | undefined; readonly seen: Everything }[] = []
    const { result } = renderHook(() => {
      const seen = useEverything()
      renders.push({ session: serialNow(), seen })
      return seen
    })
    const ids = await trade(result)
    const ended = serialNow()
    await end()
    await waitFor(() => expect(result.current.registry.sent).toEqual([]))
    await pass(300)
    // A poll may be rendered while the other account is loading.
    const after = renders.filter(({ session }) => session !== ended).map(({ seen }) => seen)
    expect(after.length).toBeGreaterThan(0)
    const reported = after.flatMap(seen =>
      Object.entries(seen).flatMap(([part, value]) => (ids.some(id => texts(value).includes(id)) ? [part] : [])),
    )
    expect([...new Set(reported)]).toEqual([])
    expect([...result.current.registry.orders.keys(), ...result.current.registry.past.keys()]).toEqual([])
    expect(result.current.own.cards).toEqual([])
    expect(result.current.open ?? []).toEqual([])
    expect(result.current.review).toBeUndefined()
    const cached = JSON.stringify(
      queryClient
        .getQueryCache()
        .findAll({ queryKey: ['account'] })
        .map(query => query.state.data),
    )
    for (const id of ids) expect(cached).not.toContain(id)
  })

  it('are known again to who signs in again, from the venue and the journal', async () => {
    await signIn(account('flat'))
    const { result } = renderHook(useEverything)
    const ids = await trade(result)
    act(() => signOut())
    await waitFor(() => expect(result.current.registry.sent).toEqual([]))
    await signIn(account('flat'))
    await waitFor(() => expect(idsOf(result.current.registry.sent)).toEqual(new Set(ids.slice(0, 3))))
    await waitFor(() => expect(idsOf(result.current.open)).toEqual(new Set([ids[0], ids[1]])))
  })

  async function lapse(): Promise<string> {
    const token = (await credentials()?.tokenFor('')) ?? ''
    const session = readSession()
    if (session.status !== 'signed_in' || session.expiresAtMs === undefined) throw new Error('nobody is signed in')
    const { serial, expiresAtMs } = session
    act(() => refuseSession(serial, expiresAtMs))
    expect(readSession()).toMatchObject({ status: 'signed_in', isLapsed: true, serial })
    return token
  }
  async function signInByToken(name: string): Promise<void> {
    await signIn(name)
    const token = (await credentials()?.tokenFor('')) ?? ''
    act(() =>
      beginSession({ token, account: name, method: 'token', expiresAtMs: serverNowMs() + 3_600_000, keep: 'memory' }),
    )
  }

  it('stay while its token has run out, and go on with the next token of the account', async () => {
    await signInByToken(account('flat'))
    const { result } = renderHook(useEverything)
    const ids = await trade(result)
    const before = result.current.registry
    const token = await lapse()
    await pass(100)
    expect(idsOf(result.current.registry.sent)).toEqual(new Set(ids.slice(0, 3)))
    expect([...result.current.registry.orders.keys()]).toEqual([...before.orders.keys()])
    act(() => expect(signInWithToken(token, 'memory')).toEqual({ ok: true }))
    expect(readSession()).not.toHaveProperty('isLapsed')
    const more = desk.draft({ ...resting, quantity: dec(500), price: dec('0.5') }, { title: 'Another order of Ann' })
    act(() => expect(desk.confirm(more)).toEqual({ ok: true }))
    await waitFor(() => expect(idsOf(result.current.registry.sent)).toEqual(new Set([more, ...ids.slice(0, 3)])))
  })

  it.each(endings)('are gone with %s after its token has run out', async (_, end) => {
    await signInByToken(account('flat'))
    const { result } = renderHook(useEverything)
    await trade(result)
    await lapse()
    await end()
    await waitFor(() => expect(result.current.registry.sent).toEqual([]))
    expect([...result.current.registry.orders.keys(), ...result.current.registry.past.keys()]).toEqual([])
  })
})
