// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenSocket } from '../../../core/client/feed-connection.ts'
import { leaveVenue } from '../../../testing/mount-page.tsx'
import { askAs, createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { startApi } from '../start-api.ts'
import { signInToSandbox } from '../venue/sign-in.ts'
import { feedState } from './feed-state.ts'
import { useFlowLack } from './flow-link.ts'
import { useFlow } from './flow.ts'

let sandbox: SandboxFixture
let stop: () => void
let sent: string[]

async function begin(isUnknown = false): Promise<void> {
  sandbox = await createSandboxFixture()
  sent = []
  const socket: OpenSocket = (url, events) => {
    const inner = sandbox.socket(url, events)
    const send = (text: string): void => {
      const [name = ''] = Object.keys(JSON.parse(text) as object)
      sent.push(name)
      inner.send(isUnknown && name.endsWith('for_rfqs') ? text.replace(name, 'no_such_request') : text)
    }
    return { ...inner, send }
  }
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  stop = startApi({ fetch: sandbox.fetch, socket })
  await act(async () => expect(await signInToSandbox('alice')).toEqual({ ok: true }))
  await waitFor(() => expect(feedState.get().kind).toBe('live'))
}
beforeEach(() => sessionStorage.clear())
afterEach(() => leaveVenue(stop))

const asBob = (method: string, path: string, new_order?: object) =>
  askAs(sandbox, 'bob', method, path, new_order && { new_order })
const request = (id: string) =>
  asBob('POST', '/v1/api/order', {
    symbol: 'BTC-USD-PERPETUAL',
    market_id: 'none',
    side: 'buy',
    type: 'LIMIT',
    time_in_force: 'GTC',
    quantity: '0.5',
    recv_window: '3',
    client_order_id: id,
  })
const cancel = (id: string) => asBob('DELETE', `/v1/api/order?client_order_id=${id}`)

it('is subscribed to while it is shown, and at no other time', async () => {
  await begin()
  expect(sent).not.toContain('register_for_rfqs')
  await request('before')
  const { result, unmount } = renderHook(useFlow)
  await waitFor(() => expect(result.current.flow.live.size).toBe(1))
  expect(result.current.state.kind).toBe('live')
  await request('after')
  await waitFor(() => expect(result.current.flow.live.size).toBe(2))
  unmount()
  expect(sent.filter(name => name.endsWith('for_rfqs'))).toEqual(['register_for_rfqs', 'deregister_for_rfqs'])
})

it('shows after a lost connection what the fresh snapshot says, and nothing that ended meanwhile', async () => {
  await begin()
  await request('stays')
  await request('ends')
  const { result } = renderHook(useFlow)
  await waitFor(() => expect(result.current.flow.live.size).toBe(2))
  act(() => sandbox.cutSockets())
  await cancel('ends')
  await waitFor(() => expect(result.current.flow.live.size).toBe(1))
  expect(result.current.flow.ended).toEqual([])
  await cancel('stays')
  await waitFor(() => expect(result.current.flow.ended).toHaveLength(1))
  expect(result.current.flow.live.size).toBe(0)
})

it('is said to be lacking by a venue whose socket does not know the request, in the venue’s words', async () => {
  await begin(true)
  const { result } = renderHook(() => ({ lack: useFlowLack(), ...useFlow() }))
  await waitFor(() => expect(result.current.lack).toContain('unknown message'))
  expect(result.current.state.kind).toBe('refused')
})
