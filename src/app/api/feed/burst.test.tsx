// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leavePage } from '../../../testing/mount-page.tsx'
import { type SandboxFixture, createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { usePositions } from '../account/account-hooks.ts'
import { useListedOrders } from '../account/open-orders.ts'
import { readJournal } from '../journal/journal-reader.ts'
import { desk } from '../order-desk/desk.ts'
import { startApi } from '../start-api.ts'
import { presentOwner } from '../venue/owner.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { credentials, signOut } from '../venue/session.ts'
import { signInToSandbox } from '../venue/sign-in.ts'
import type { SocketEvents } from '../../../core/client/feed-connection.ts'
import { feedState } from './feed-state.ts'
import { pass } from '../../../testing/stepped-clock.ts'

const answerMs = 60
const fills = Number.parseInt(process.env['BURST_FILLS'] ?? '300', 10)
const burstMs = (fills * 14) / 3

let stop: () => void
let push: SocketEvents | undefined

async function begin(): Promise<SandboxFixture> {
  const sandbox = await createSandboxFixture()
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  stop = startApi({
    fetch: sandbox.fetch,
    socket(address, events) {
      push = events
      return sandbox.socket(address, events)
    },
  })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
  await act(async () => expect(await signInToSandbox('alice')).toEqual({ ok: true }))
  await waitFor(() => expect(feedState.get().kind).toBe('live'))
  return sandbox
}
afterEach(() => leavePage(stop))

const fillText = (n: number): string => {
  const micros = String(Date.now() * 1_000)
  return JSON.stringify({
    execution: {
      server_utc_timestamp: micros,
      utc_timestamp: `${micros}000`,
      tradeable_entity_id: '16',
      symbol: 'BTC-USD-PERPETUAL',
      trade_id: String(9_000_000 + n),
      order_id: String(8_000_000 + n),
      client_order_id: `bot-${n}`,
      executed_price: '100000.0',
      executed_quantity: '0.001',
      liquidity_flag: 'taker',
      side: 'buy',
      order_state: 'filled',
    },
  })
}

it('reads positions every four seconds at least while a bot on the account makes 214 fills a second, and the journal says what it did not look up', async () => {
  const sandbox = await begin()
  const owner = presentOwner()
  if (owner === undefined) throw new Error('signed out')
  const { result } = renderHook(() => ({ open: useListedOrders(), positions: usePositions() }))
  await waitFor(() => expect(result.current.positions.status).toBe('ready'))
  const finished: number[] = [performance.now()]
  let lookUps = 0
  sandbox.instead = async request => {
    const { pathname } = new URL(request.url)
    await new Promise(resolve => void setTimeout(resolve, answerMs))
    const answer = await sandbox.pass(request)
    if (pathname === '/v1/api/positions') finished.push(performance.now())
    if (pathname === '/v1/api/order') lookUps += 1
    return answer
  }
  const beganMs = performance.now()
  for (let n = 0; n < fills; n += 1) {
    push?.message(fillText(n))
    await pass((n / fills) * burstMs - (performance.now() - beganMs))
  }
  const tookMs = performance.now() - beganMs
  finished.push(performance.now())
  const waits = finished.slice(1).map((at, index) => at - (finished[index] ?? 0))
  expect(Math.max(...waits)).toBeLessThan(4_000)
  // What a venue counts: four rounds of polls a second, five look-ups.
  expect(finished.length).toBeLessThanOrEqual(5 * (tookMs / 1_000) + 2)
  expect(lookUps).toBeLessThanOrEqual(5 * (tookMs / 1_000) + 2)
  expect(credentials()).toBeDefined()
  // After the session's end, waiting look-ups are dropped.
  signOut()
  await waitFor(async () => {
    const { rows } = await readJournal(ownerKey(owner), {}, 100)
    const notLookedUp = rows
      .filter(row => row.what === 'not_looked_up')
      .map(row => Number.parseInt(row.detail ?? '0', 10))
    expect(notLookedUp.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(fills - lookUps - 2)
  })
})
