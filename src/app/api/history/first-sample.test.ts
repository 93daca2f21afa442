// @vitest-environment happy-dom
/** Realised P&L begins with an account's first sample, over the in-process exchange. */
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemTimers } from '../../../core/client/timers.ts'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { type Owner, ownerKey } from '../../../core/domain/owner.ts'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { askOpenOrders } from '../account/open-orders.ts'
import { closeDatabase } from '../browser/db.ts'
import { filledJournalOrders } from '../journal/journal-store.ts'
import { journalWriter } from '../journal/journal.ts'
import { desk } from '../order-desk/desk.ts'
import { queryClient } from '../polling/query-client.ts'
import { pass, passUntil } from '../../../testing/stepped-clock.ts'
import { firmAtMarket } from '../../../testing/order.fixture.ts'
import { startApi } from '../start-api.ts'
import { presentOwner } from '../venue/owner.ts'
import { signOut } from '../venue/session.ts'
import { signInToSandbox } from '../venue/sign-in.ts'
import { firstPositions } from '../samples/sample-store.ts'
import { takeSample } from './sample-recorder.ts'

let sandbox: SandboxFixture
let stop: () => void
let waits: { readonly ms: number; readonly run: () => void }[] = []

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  waits = []
  const after = systemTimers.after
  vi.spyOn(systemTimers, 'after').mockImplementation((ms, run) => {
    if (ms < 3_000) return after(ms, run)
    const own = { ms, run }
    waits.push(own)
    return () => void (waits = waits.filter(each => each !== own))
  })
  sandbox = await createSandboxFixture()
  stop = startApi({ fetch: sandbox.fetch })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
})
afterEach(async () => {
  signOut()
  stop()
  vi.restoreAllMocks()
  await journalWriter.settled()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
})

async function signIn(account: string): Promise<Owner> {
  expect(await signInToSandbox(account)).toEqual({ ok: true })
  const owner = presentOwner()
  if (owner === undefined) throw new Error('not signed in')
  return owner
}

const perpetual = 'BTC-USD-PERPETUAL'

async function buy(owner: Owner): Promise<number> {
  const draft = { ...firmAtMarket, symbol: perpetual, side: 'buy', quantity: dec('0.01') } as const
  expect(desk.confirm(desk.draft(draft, { title: 'Buy' }))).toEqual({ ok: true })
  const fillMs = async (): Promise<number> => {
    await askOpenOrders(owner)
    await journalWriter.settled()
    return ((await filledJournalOrders(ownerKey(owner)))[0]?.executions[0]?.utc_timestamp ?? 0) / 1_000
  }
  await waitFor(async () => expect(await fillMs()).toBeGreaterThan(0))
  return fillMs()
}

const later = (): Promise<void> => pass(5)

test('the first sample of an account is taken at its sign-in: a fill right after it counts', async () => {
  const owner = await signIn('first-1')
  await waitFor(async () => expect(await firstPositions(ownerKey(owner))).toMatchObject({ positions: [] }))
  await later()
  const filledMs = await buy(owner)
  const first = await firstPositions(ownerKey(owner))
  expect(first?.positions).toEqual([])
  expect(filledMs).toBeGreaterThan(first?.atMs ?? Number.NaN)
})

test('a failed first sample is retried within seconds, with growing waits, not at the next minute', async () => {
  // Close to the next minute the next sample is due sooner than the next try.
  const intoMinuteMs = Date.now() % 60_000
  if (intoMinuteMs > 30_000) await pass(60_000 - intoMinuteMs)
  sandbox.instead = request => (request.url.includes('/balances') ? new Response('{}', { status: 500 }) : undefined)
  const owner = await signIn('first-2')
  for (const [at, ms] of [3_000, 6_000].entries()) {
    const wanted = () => waits.find(each => each.ms === ms)
    await waitFor(() => expect(wanted()).toBeDefined())
    if (at === 1) sandbox.instead = undefined
    wanted()?.run()
  }
  await waitFor(async () => expect(await firstPositions(ownerKey(owner))).toBeDefined())
})

test('a sample is of the moment of its positions, however late the prices come: a fill between the two counts', async () => {
  const owner = await signIn('first-3')
  // The sample at sign-in asks for positions as well.
  await waitFor(async () => expect(await firstPositions(ownerKey(owner))).toBeDefined())
  let answered = (): void => undefined
  const positionsAnswered = new Promise<void>(resolve => (answered = resolve))
  let filledMs = Number.NaN
  sandbox.instead = async request => {
    const { pathname } = new URL(request.url)
    if (pathname === endpoints.positions.path) {
      const answer = await sandbox.pass(request)
      answered()
      return answer
    }
    if (pathname !== endpoints.marketSummary.path) return undefined
    await positionsAnswered
    await later()
    filledMs = await buy(owner)
    return undefined
  }
  const taken = await passUntil(takeSample(owner))
  expect(taken).toMatchObject({ kind: 'sample', sample: { positions: [] } })
  expect(taken.kind === 'sample' && taken.sample.atMs).toBeLessThan(filledMs)
})
