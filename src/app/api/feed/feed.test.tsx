// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { NewOrder } from '../../../core/domain/order.ts'
import { leaveVenue } from '../../../testing/mount-page.tsx'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { usePositions } from '../account/account-hooks.ts'
import { useListedOrders } from '../account/open-orders.ts'
import { cancelOrder } from '../account/order-commands.ts'
import { desk } from '../order-desk/desk.ts'
import { startApi } from '../start-api.ts'
import { readCapabilities } from '../venue/capabilities.ts'
import { signInToSandbox } from '../venue/sign-in.ts'
import { feedState } from './feed-state.ts'
import { pass } from '../../../testing/stepped-clock.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

let sandbox: SandboxFixture
let stop: () => void

async function begin(profile: 'core' | 'extended' = 'extended', instead?: SandboxFixture['instead']): Promise<void> {
  sandbox = await createSandboxFixture({ profile })
  sandbox.instead = instead
  document.head.innerHTML = `<meta name="legwork-feed" content="${profile === 'core' ? 'none' : 'socket'}">`
  stop = startApi({ fetch: sandbox.fetch, socket: sandbox.socket })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
  await act(async () => expect(await signInToSandbox('alice')).toEqual({ ok: true }))
}
beforeEach(() => sessionStorage.clear())
afterEach(() => leaveVenue(stop))

const buy = (more: Partial<NewOrder> = {}): Omit<NewOrder, 'client_order_id'> => ({
  symbol: 'PTF-USD',
  ...firmLimit,
  side: 'buy',
  quantity: dec(1_000),
  price: dec('0.5'),
  recv_window: 3,
  ...more,
})
const stateOf = (id: string) => desk.snapshot().intents.find(each => each.client_order_id === id)?.state

describe('the socket of the page', () => {
  it('leaves commands of a core venue unshown: they are asked about once, of an order that cannot exist', async () => {
    await begin('core')
    await waitFor(() => expect(readCapabilities()).toMatchObject({ cancelOrder: 'absent', refreshInterest: 'absent' }))
    expect(sandbox.asked.filter(each => each.startsWith('DELETE') || each.endsWith('refreshInterest'))).toHaveLength(2)
  })

  it('asks a core venue about them again where no answer came', async () => {
    await begin('core', request => {
      if (request.method === 'DELETE') throw new TypeError('Failed to fetch')
      return undefined
    })
    await waitFor(() => expect(readCapabilities().refreshInterest).toBe('absent'))
    expect(readCapabilities().cancelOrder).toBe('unknown')
    sandbox.instead = undefined
    await waitFor(() => expect(readCapabilities().cancelOrder).toBe('absent'))
    expect(sandbox.asked.filter(each => each.endsWith('refreshInterest'))).toHaveLength(1)
  })

  it('settles an order whose answer is lost before it is looked up', async () => {
    await begin()
    await waitFor(() => expect(feedState.get().kind).toBe('live'))
    sandbox.instead = async request => {
      if (request.method !== 'POST') return undefined
      await sandbox.pass(request)
      throw new TypeError('Failed to fetch')
    }
    const id = desk.draft(buy(), { title: 'Buy PTF' })
    expect(desk.confirm(id)).toEqual({ ok: true })
    await waitFor(() => expect(stateOf(id)).toMatchObject({ kind: 'accepted', by: 'push' }))
    expect(sandbox.asked.filter(each => each === 'GET /v1/api/order')).toEqual([])
    expect(sandbox.asked.filter(each => each === 'POST /v1/api/order')).toHaveLength(1)
  })

  it('has the account asked again after an execution, and takes an ended order off the list at once', async () => {
    await begin()
    const { result } = renderHook(() => ({ open: useListedOrders(), positions: usePositions() }))
    await waitFor(() => expect(feedState.get().kind).toBe('live'))
    await waitFor(() => expect(result.current.positions.status).toBe('ready'))
    const resting = desk.draft(buy(), { title: 'Buy PTF' })
    desk.confirm(resting)
    await waitFor(() => expect(result.current.open.data?.map(each => each.client_order_id)).toEqual([resting]))
    const taken = desk.draft(
      buy({
        symbol: 'BTC-USD-PERPETUAL',
        quantity: dec('0.1'),
        type: 'MARKET',
        time_in_force: 'IOC',
        price: undefined,
        recv_window: undefined,
      }),
      { title: 'Buy BTC' },
    )
    desk.confirm(taken)
    await waitFor(() => expect(result.current.positions.data?.map(each => each.symbol)).toEqual(['BTC-USD-PERPETUAL']))
    await act(() => cancelOrder({ client_order_id: resting }))
    await waitFor(() => expect(result.current.open.data).toEqual([]))
  })

  it('comes back after it was cut, and nothing that happened meanwhile is lost', async () => {
    await begin()
    const { result } = renderHook(useListedOrders)
    await waitFor(() => expect(feedState.get().kind).toBe('live'))
    sandbox.cutSockets()
    expect(feedState.get().kind).toBe('waiting')
    const id = desk.draft(buy(), { title: 'Buy PTF' })
    desk.confirm(id)
    await waitFor(() => expect(stateOf(id)?.kind).toBe('accepted'))
    await waitFor(() => expect(result.current.data?.map(each => each.client_order_id)).toEqual([id]))
    await waitFor(() => expect(feedState.get().kind).toBe('live'))
  })

  it('is closed while the page is hidden for long, and there again when it is seen', async () => {
    await begin()
    await waitFor(() => expect(feedState.get().kind).toBe('live'))
    const nowMs = performance.now()
    const clock = vi.spyOn(performance, 'now')
    const show = (state: 'hidden' | 'visible'): void => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    try {
      show('hidden')
      await pass(1_200)
      expect(feedState.get().kind).toBe('live')
      clock.mockImplementation(() => nowMs + 120_000)
      await waitFor(() => expect(feedState.get().kind).toBe('off'))
      show('visible')
      await waitFor(() => expect(feedState.get().kind).toBe('live'))
    } finally {
      clock.mockRestore()
      show('visible')
    }
  })

  it('is quietly absent where the venue has none', async () => {
    await begin('core')
    await waitFor(() => expect(feedState.get().kind).toBe('absent'))
    const id = desk.draft(buy(), { title: 'Buy PTF' })
    desk.confirm(id)
    await waitFor(() => expect(stateOf(id)?.kind).toBe('accepted'))
  })
})
