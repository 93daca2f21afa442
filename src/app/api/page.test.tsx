// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dec } from '../../core/domain/decimal.ts'
import { clientOrderId } from '../../core/domain/ids.ts'
import type { NewOrder } from '../../core/domain/order.ts'
import { repeatAnswers } from '../../testing/repeat-answers.ts'
import { createSandboxFixture, type SandboxFixture } from '../../testing/sandbox.fixture.ts'
import { useBalances, usePositions } from './account/account-hooks.ts'
import { useListedOrders } from './account/open-orders.ts'
import { cancelAll, cancelOrder, refreshInterest } from './account/order-commands.ts'
import { closeDatabase, database } from './browser/db.ts'
import { readInstruments, useInstruments } from './market/instruments.ts'
import { useMarketSummary, useOrderBook } from './market/market-hooks.ts'
import { useIntents, useReview } from './order-desk/desk-hooks.ts'
import { desk } from './order-desk/desk.ts'
import { setTradingLock } from './order-desk/trading-lock.ts'
import { useConnection } from './polling/connection.ts'
import { queryClient, refreshAccount } from './polling/query-client.ts'
import { startApi } from './start-api.ts'
import { useCapabilities } from './venue/capabilities.ts'
import { serverNowMs } from './venue/clock.ts'
import { useOtherVenue } from './venue/other-venue.ts'
import { readSession, signOut } from './venue/session.ts'
import { signInToSandbox, signInWithToken } from './venue/sign-in.ts'
import { setVenueSettings } from './venue/venue.ts'
import { pass } from '../../testing/stepped-clock.ts'
import { firmLimit } from '../../testing/order.fixture.ts'

let sandbox: SandboxFixture
let stop: () => void

beforeEach(async () => {
  sessionStorage.clear()
  sandbox = await createSandboxFixture()
  stop = startApi({ fetch: sandbox.fetch })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
})
afterEach(async () => {
  cleanup()
  signOut()
  setTradingLock(false)
  stop()
  sandbox.instead = undefined
  await queryClient.cancelQueries()
  queryClient.clear()
  await (await database()).clear('texts')
  await closeDatabase()
})

const signIn = async (account?: string): Promise<void> => {
  await act(async () => expect(await signInToSandbox(account)).toEqual({ ok: true }))
}
/**
 * Makes the exchange accept the next order but replaces its answer. Only a look-up finds the order, since open orders
 * are not answered. Called before the account signs in: a poll of open orders on the road would see the order.
 */
function loseFirstAnswer(answer: () => Response): void {
  let isLost = false
  sandbox.instead = async request => {
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/api/openOrders') return new Response('', { status: 503 })
    if (isLost || request.method !== 'POST' || pathname !== '/v1/api/order') return undefined
    isLost = true
    await sandbox.pass(request)
    return answer()
  }
}
const buy = (more: Partial<NewOrder> = {}): Omit<NewOrder, 'client_order_id'> => ({
  ...firmLimit,
  symbol: 'PTF-USD',
  side: 'buy',
  quantity: dec(1_000),
  price: dec('0.5'),
  recv_window: 3,
  ...more,
})

describe('session', () => {
  it("is remembered by the tab, and forgotten with the venue's address", async () => {
    await signIn()
    expect(readSession()).toMatchObject({ status: 'signed_in', account: 'demo', method: 'sandbox' })
    const remembered = sessionStorage.getItem('legwork.session')
    stop()
    signOut()
    sessionStorage.setItem('legwork.session', remembered ?? '')
    stop = startApi({ fetch: sandbox.fetch })
    expect(readSession()).toMatchObject({ status: 'signed_in', account: 'demo' })
    expect(setVenueSettings({ baseUrl: 'https://other.example' })).toEqual({ ok: true })
    expect(readSession()).toEqual({ status: 'signed_out', needsSignIn: 'venue_changed' })
    expect(sessionStorage.getItem('legwork.session')).toBeNull()
    setVenueSettings({})
  })

  it('of the sandbox is in memory only if the trader chooses so', async () => {
    await act(async () => expect(await signInToSandbox('quiet', 'memory')).toEqual({ ok: true }))
    expect(readSession()).toMatchObject({ status: 'signed_in', account: 'quiet' })
    expect(sessionStorage.getItem('legwork.session')).toBeNull()
  })

  it('takes a pasted token into memory only, and none that is over', () => {
    const encode = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '')
    const token = (exp: number): string => `${encode({ alg: 'ES256' })}.${encode({ sub: 'me', exp })}.c2ln`
    expect(signInWithToken('nonsense', 'memory').ok).toBe(false)
    expect(signInWithToken(token(1_000), 'memory').ok).toBe(false)
    act(() => expect(signInWithToken(token(4_000_000_000), 'memory')).toEqual({ ok: true }))
    expect(readSession()).toMatchObject({ account: 'me', method: 'token' })
    expect(sessionStorage.getItem('legwork.session')).toBeNull()
  })
})

it('another venue in the place of the page’s own locks the page: nothing is asked or sent any more, and the order desk says so', async () => {
  await signIn()
  sandbox.instead = () =>
    Response.json(
      { error: 'this page belongs to another venue' },
      { status: 409, headers: { 'legwork-venue': 'b.example' } },
    )
  const { result } = renderHook(() => [usePositions(), useOtherVenue()] as const)
  await waitFor(() => expect(result.current[1]).toBe('b.example'))
  const before = sandbox.asked.length
  await pass(100)
  expect(sandbox.asked).toHaveLength(before)
  const id = desk.draft(buy(), { title: 'Buy' })
  act(() => expect(desk.confirm(id)).toMatchObject({ ok: false }))
  expect(sandbox.asked).toHaveLength(before)
  act(() => {
    setVenueSettings({ baseUrl: 'https://other.example' })
    setVenueSettings({})
  })
  expect(result.current[1]).toBeUndefined()
})

describe('resources', () => {
  it('wait while signed out, and hold what the exchange says once signed in', async () => {
    const { result } = renderHook(() => ({
      positions: usePositions(),
      balances: useBalances(),
      connection: useConnection(),
    }))
    expect(result.current.positions).toMatchObject({ data: undefined, status: 'waiting', freshness: 'unknown' })
    expect(result.current.connection.state).toBe('signed_out')
    await signIn()
    await waitFor(() => expect(result.current.positions.status).toBe('ready'))
    await waitFor(() => expect(result.current.balances.data?.some(row => row.symbol === 'USD-REFERENCE')).toBe(true))
    expect(result.current.positions.freshness).toBe('live')
    expect(result.current.positions.receivedAgoMs()).toBeLessThan(5_000)
    await waitFor(() => expect(result.current.connection.state).toBe('live'))
    expect(result.current.connection.resources.map(each => each.name).sort()).toEqual([
      'balances',
      'open orders',
      'positions',
    ])
    expect(Math.abs(serverNowMs() - Date.now())).toBeLessThan(2_000)
  })

  it.each(['positions', 'time'])(
    'are not live while the answer to %s repeats, and do not affect the clock',
    async repeated => {
      const { result } = renderHook(() => ({ positions: usePositions(), connection: useConnection() }))
      await signIn()
      await waitFor(() => expect(result.current.connection.state).toBe('live'))
      let text: string | undefined
      sandbox.instead = async request => {
        if (new URL(request.url).pathname !== `/v1/api/${repeated}`) return undefined
        text ??= await (await sandbox.pass(request)).text()
        return new Response(text, { headers: { 'content-type': 'application/json' } })
      }
      await pass(20_000)
      expect([result.current.positions.freshness, result.current.connection.state]).toEqual(
        repeated === 'positions' ? ['stale', 'failing'] : ['live', 'live'],
      )
      await pass(220_000)
      expect(Math.abs(serverNowMs() - Date.now())).toBeLessThan(1_000)
      if (repeated === 'positions') expect(result.current.positions.freshness).toBe('unknown')
      sandbox.instead = undefined
      await waitFor(() => expect(result.current.connection.state).toBe('live'))
    },
  )

  it('are shown with a warning if the venue’s answers and clock have stopped', async () => {
    const { result } = renderHook(() => ({ positions: usePositions(), connection: useConnection() }))
    await signIn()
    await waitFor(() => expect(result.current.connection.state).toBe('live'))
    repeatAnswers(sandbox)
    await waitFor(() => expect(result.current.connection.unread).toMatch(/clock has stopped/))
    await pass(60_000)
    expect(result.current.connection.state).toBe('data')
    expect(['live', 'delayed']).toContain(result.current.positions.freshness)
  })

  it('show nothing of one account to the next', async () => {
    const { result } = renderHook(usePositions)
    await signIn()
    await waitFor(() => expect(result.current.data?.length).toBeGreaterThan(0))
    await signIn('flat0')
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.data).toEqual([]))
  })

  it('keep the last data while polls fail, and say so', async () => {
    await signIn()
    const { result } = renderHook(usePositions)
    await waitFor(() => expect(result.current.status).toBe('ready'))
    const data = result.current.data
    sandbox.instead = () => new Response('<html>502</html>', { status: 502 })
    await act(() => refreshAccount())
    await waitFor(() => expect(result.current.fault).toMatchObject({ kind: 'http', status: 502 }))
    expect([result.current.status, result.current.data]).toEqual(['ready', data])
  })

  it('never let a snapshot that began before an outcome overwrite what follows', async () => {
    await signIn('flat1')
    const { result } = renderHook(useListedOrders)
    await waitFor(() => expect(result.current.data).toEqual([]))
    let release: (() => void) | undefined
    const old = { query_open_orders_response: { utc_timestamp: '1700000000000000', open_orders: [] } }
    sandbox.instead = request =>
      request.url.endsWith('/openOrders')
        ? new Promise(resolve => {
            release = () => resolve(Response.json(old))
          })
        : undefined
    act(() => result.current.refetch())
    await waitFor(() => expect(release).toBeDefined())
    sandbox.instead = undefined
    const id = desk.draft(buy(), { title: 'Buy' })
    act(() => expect(desk.confirm(id)).toEqual({ ok: true }))
    await waitFor(() => expect(result.current.data).toHaveLength(1))
    await act(async () => release?.())
    await pass(50)
    expect(result.current.data).toHaveLength(1)
  })

  it('hold book and summary, rows by symbol', async () => {
    const { result } = renderHook(() => ({
      book: useOrderBook('BTC-USD'),
      summary: useMarketSummary(),
      known: useCapabilities(),
    }))
    await waitFor(() => expect(result.current.book.data?.symbol).toBe('BTC-USD'))
    await waitFor(() => expect(result.current.summary.data?.get('BTC-USD')?.best_bid).toBeDefined())
    expect(result.current.known).toMatchObject({
      orderBook: 'present',
      marketSummary: 'present',
      cancelOrder: 'unknown',
    })
  })
})

describe('a venue without extensions', () => {
  it('is not asked twice for what it lacks', async () => {
    const core = await createSandboxFixture({ profile: 'core' })
    sandbox.instead = request => {
      core.asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return core.pass(request)
    }
    const { result } = renderHook(() => ({
      book: useOrderBook('BTC-USD'),
      summary: useMarketSummary(),
      known: useCapabilities(),
    }))
    await waitFor(() => expect(result.current.known).toMatchObject({ orderBook: 'absent', marketSummary: 'absent' }))
    expect(result.current.book.status).not.toBe('ready')
    const asked = core.asked.filter(each => each.includes('orderbook')).length
    await pass(1_500)
    expect(core.asked.filter(each => each.includes('orderbook'))).toHaveLength(asked)
  })

  it('shows by the book of a leg that it lacks books, where a package was asked about first', async () => {
    const core = await createSandboxFixture({ profile: 'core' })
    sandbox.instead = request => core.pass(request)
    const { result } = renderHook(() => ({ book: useOrderBook('BTC-USD@1/ETH-USD@-1'), known: useCapabilities() }))
    await waitFor(() => expect(result.current.known.orderBook).toBe('absent'))
  })
})

describe('instruments', () => {
  it('come from the venue, are kept, shown at once on the next start, and not fetched whole again', async () => {
    await waitFor(() => expect(readInstruments()).toMatchObject({ status: 'ready', source: 'venue' }))
    const { result } = renderHook(useInstruments)
    expect(result.current.index?.bySymbol('BTC-USD')).toBeDefined()
    expect(result.current.index?.bases()[0]).toBe('BTC')
    await waitFor(async () => expect(await (await database()).count('texts')).toBe(1))
    stop()
    const statuses: number[] = []
    let release: (() => void) | undefined
    sandbox.instead = async request => {
      if (!request.url.endsWith('exchangeInfo')) return undefined
      await new Promise<void>(resolve => (release = resolve))
      const answer = await sandbox.pass(request)
      statuses.push(answer.status)
      return answer
    }
    stop = startApi({ fetch: sandbox.fetch })
    await waitFor(() => expect(readInstruments()).toMatchObject({ status: 'ready', source: 'cache' }))
    const index = readInstruments().index
    await waitFor(() => expect(release).toBeDefined())
    release?.()
    await waitFor(() => expect(readInstruments().source).toBe('venue'))
    expect(statuses).toEqual([304])
    expect(readInstruments().index).toBe(index)
  })

  it('say why there are none', async () => {
    stop()
    await (await database()).clear('texts')
    sandbox.instead = () => new Response('no', { status: 503 })
    stop = startApi({ fetch: sandbox.fetch })
    await waitFor(() =>
      expect(readInstruments()).toMatchObject({ status: 'failed', fault: { kind: 'http', status: 503 } }),
    )
  })
})

describe('order desk on the page', () => {
  it('sends a reviewed order once to the real exchange, and shows it', async () => {
    await signIn('flat3')
    const { result } = renderHook(() => ({ review: useReview(), intents: useIntents() }))
    let id = clientOrderId('')
    act(() => void (id = desk.draft(buy(), { title: 'Buy 1,000 PTF-USD' })))
    expect(result.current.review).toMatchObject({ client_order_id: id, context: { title: 'Buy 1,000 PTF-USD' } })
    expect(JSON.parse(result.current.review?.body ?? '')).toEqual({
      new_order: {
        ...firmLimit,
        symbol: 'PTF-USD',
        side: 'buy',
        quantity: '1000',
        price: '0.5',
        client_order_id: id,
        recv_window: '3',
      },
    })
    act(() => {
      desk.confirm(id)
      desk.confirm(id)
    })
    await waitFor(() => expect(result.current.intents[0]?.state.kind).toBe('accepted'))
    expect(result.current.review).toBeUndefined()
    expect(sandbox.asked.filter(each => each === 'POST /v1/api/order')).toHaveLength(1)
  })

  it('signs out in the venue’s words when it refuses the login under 200, and polls no more', async () => {
    await signIn('flat7')
    renderHook(() => useBalances())
    sandbox.instead = request =>
      request.url.includes('balances')
        ? Response.json({
            error: { error_code: '14', message: 'auth server rejected the authenticate request, Unauthorized' },
          })
        : undefined
    await act(() => refreshAccount())
    await waitFor(() =>
      expect(readSession()).toEqual({
        status: 'signed_out',
        needsSignIn: 'refused',
        text: 'auth server rejected the authenticate request, Unauthorized',
      }),
    )
    const before = sandbox.asked.length
    await pass(300)
    expect(sandbox.asked).toHaveLength(before)
  })

  it('leaves an order unknown that is answered by an error object, with the words as its why, and looks it up', async () => {
    loseFirstAnswer(() => Response.json({ error: { error_code: '16', message: 'invalid parameters' } }))
    await signIn('flat8')
    const id = desk.draft(buy(), { title: 'Buy' })
    const { result } = renderHook(() => useIntents().find(each => each.client_order_id === id))
    act(() => void desk.confirm(id))
    await waitFor(() => expect(result.current?.history.map(each => each.detail)).toContain('invalid parameters'))
    await waitFor(() => expect(result.current?.state).toMatchObject({ kind: 'accepted', by: 'look_up' }))
  })

  it('cancels once at a time, not while locked, and distinguishes a refusal from an unknown outcome', async () => {
    await signIn('flat5')
    const id = desk.draft(buy(), { title: 'Buy' })
    const { result } = renderHook(() => ({
      orders: useListedOrders(),
      intent: useIntents().find(each => each.client_order_id === id),
    }))
    act(() => void desk.confirm(id))
    await waitFor(() => expect(result.current.orders.data).toHaveLength(1))
    setTradingLock(true)
    expect(await cancelOrder({ client_order_id: id })).toEqual({ kind: 'not_sent', why: 'locked' })
    act(() => setTradingLock(false))
    const [first, second] = await act(() =>
      Promise.all([cancelOrder({ client_order_id: id }), cancelOrder({ client_order_id: id })]),
    )
    expect([first.kind, second]).toEqual(['done', { kind: 'not_sent', why: 'in_flight' }])
    await waitFor(() => expect(result.current.orders.data).toEqual([]))
    const unknown = 'exchange order_id or client_order_id not found in order cache'
    expect(await act(() => cancelOrder({ client_order_id: clientOrderId('nobody') }))).toEqual({
      kind: 'refused',
      reason: unknown,
    })
    expect(await act(() => refreshInterest({ client_order_id: clientOrderId('nobody') }))).toEqual({
      kind: 'refused',
      reason: 'exchange order id or client order id not found in order cache',
    })
    expect(result.current.intent?.state.kind).toBe('accepted')
    expect(await act(() => cancelAll())).toEqual({ kind: 'refused', reason: 'failed no open orders found' })
    sandbox.instead = () => new Response('', { status: 502 })
    expect(await act(() => cancelOrder({ client_order_id: id }))).toMatchObject({ kind: 'unknown' })
  })
})
