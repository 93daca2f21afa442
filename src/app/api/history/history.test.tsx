// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { equityOf } from '../../../core/domain/equity.ts'
import { explain, type Explanation } from '../../../core/domain/explain.ts'
import { fillsOfOrder } from '../../../core/domain/fill.ts'
import type { NewOrder } from '../../../core/domain/order.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import { CashRecorder } from '../../../core/history/cash-recorder.ts'
import { RecentTrades } from '../../../core/history/recent-trades.ts'
import { greekMoveOf } from '../../../core/pricing/explain.ts'
import { unpackVolatility } from '../../../core/pricing/volatility/volatility-sample.ts'
import '../../../testing/samples-in-another-tab.ts'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { useBalances, usePositions } from '../account/account-hooks.ts'
import { askOpenOrders } from '../account/open-orders.ts'
import { closeDatabase, database } from '../browser/db.ts'
import { eraseHistory } from '../journal/erase.ts'
import { readJournal } from '../journal/journal-reader.ts'
import { filledJournalOrders } from '../journal/journal-store.ts'
import { journalWriter } from '../journal/journal.ts'
import { desk } from '../order-desk/desk.ts'
import { readInstruments } from '../market/instruments.ts'
import { queryClient } from '../polling/query-client.ts'
import { askIfOld } from '../polling/resource.ts'
import { startApi } from '../start-api.ts'
import { presentOwner } from '../venue/owner.ts'
import { signOut } from '../venue/session.ts'
import { signInToSandbox } from '../venue/sign-in.ts'
import { sampleFault, useSamples } from './sample-hooks.ts'
import { sampleOnce, takeSample } from './sample-recorder.ts'
import { readFullSamples, readSamples } from '../samples/sample-store.ts'
import { firmAtMarket } from '../../../testing/order.fixture.ts'

// Real time: these tests take samples themselves, and the minute timer must not fire.
vi.useRealTimers()

let sandbox: SandboxFixture
let stop: () => void

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  sandbox = await createSandboxFixture()
  stop = startApi({ fetch: sandbox.fetch })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
})
afterEach(async () => {
  cleanup()
  await journalWriter.settled()
  const owner = presentOwner()
  if (owner !== undefined) await eraseHistory(ownerKey(owner))
  signOut()
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
})

let names = 0
const freshName = (): string => `flat-${(names += 1)}`

const signIn = async (account?: string) => {
  await act(async () => expect(await signInToSandbox(account)).toEqual({ ok: true }))
  const owner = presentOwner()!
  return { owner, key: ownerKey(owner) }
}
const order = (more: Partial<NewOrder> = {}): Omit<NewOrder, 'client_order_id'> => ({
  symbol: 'BTC-USD-PERPETUAL',
  ...firmAtMarket,
  side: 'buy',
  quantity: dec('0.01'),
  ...more,
})
async function send(draft: Omit<NewOrder, 'client_order_id'>, title = 'Order') {
  const id = desk.draft(draft, { title })
  expect(desk.confirm(id)).toEqual({ ok: true })
  await waitFor(() =>
    expect(desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind).toMatch(/accepted|rejected/),
  )
  return id
}
const reported = async (key: ReturnType<typeof ownerKey>): Promise<string[]> => {
  await journalWriter.settled()
  return (await readJournal(key, {}, 1_000)).rows.map(row => `${row.kind} ${row.what}`).toReversed()
}

const sampleNow = async (owner: Parameters<typeof takeSample>[0]): Promise<Sample> => {
  const taken = await takeSample(owner)
  if (taken.kind !== 'sample') throw new Error(taken.kind)
  return taken.sample
}

describe('the sample of a hidden page', () => {
  const show = (state: DocumentVisibilityState): void => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  afterEach(() => {
    show('visible')
    sandbox.instead = undefined
  })

  it('is taken in at once, and asks of prices only for what changed', async () => {
    const { owner } = await signIn()
    await sampleNow(owner)
    const useAccount = () => ({ positions: usePositions(), balances: useBalances() })
    const { result: drawn } = renderHook(useAccount)
    const figuresOf = ({ positions, balances }: ReturnType<typeof useAccount>) =>
      [positions.data?.[0]?.mark_price, balances.data?.[0]?.cash_balance].map(Number)
    await waitFor(() => expect(figuresOf(drawn.current).every(Number.isFinite)).toBe(true))
    const before = figuresOf(drawn.current)
    // A prefixed digit: more than seven times the value, whatever the market did.
    const areOfSample = (account: ReturnType<typeof useAccount>) =>
      figuresOf(account).map((figure, at) => figure > 7 * Number(before[at]))
    show('hidden')
    let pricesAsked = 0
    sandbox.instead = async request => {
      const { pathname } = new URL(request.url)
      if (pathname === endpoints.marketSummary.path) pricesAsked += 1
      if (pathname !== endpoints.positions.path && pathname !== endpoints.balances.path) return undefined
      const text = await (await sandbox.pass(request)).text()
      const other = text.replaceAll(/"(mark_price|cash_balance)":"/g, '"$1":"7')
      return new Response(other, { headers: { 'content-type': 'application/json' } })
    }
    await act(async () => expect((await sampleNow(owner)).positions).not.toEqual([]))
    await waitFor(() => expect(areOfSample(drawn.current)).toEqual([true, true]))
    expect(pricesAsked).toBeGreaterThan(0)
  })

  it('is not followed by the same requests: only data that did not arrive recently is requested', () => {
    const asksAfter = (agoMs: number | undefined): number => {
      let asked = 0
      askIfOld({ receivedAgoMs: () => agoMs, refetch: () => void (asked += 1) })
      return asked
    }
    expect([0, 4_900, 5_100, undefined].map(asksAfter)).toEqual([0, 0, 1, 1])
  })
})

describe('the journal over a real exchange', () => {
  it('takes down an order from confirmation to fill, found by looking it up when no list ever showed it', async () => {
    const { owner, key } = await signIn(freshName())
    await send(order(), 'Buy a perpetual')
    await new Promise(resolve => setTimeout(resolve, 1_100))
    await askOpenOrders(owner)
    await waitFor(async () => expect((await filledJournalOrders(key)).length).toBe(1))
    expect(await reported(key)).toEqual([
      'intent confirmed',
      'intent sending',
      'answer accepted',
      'execution fill',
      'state filled',
    ])
    const [filled] = await filledJournalOrders(key)
    expect(filled).toMatchObject({ title: 'Buy a perpetual', order_state: 'filled' })
    await askOpenOrders(owner)
    expect((await reported(key)).length).toBe(5)
  })
  it('takes down a rejection with the venue’s reason', async () => {
    const { key } = await signIn(freshName())
    await send(order({ type: 'LIMIT', price: dec('0.3') }))
    expect((await reported(key)).slice(0, 3)).toEqual(['intent confirmed', 'intent sending', 'answer rejected'])
    const row = (await readJournal(key, { text: 'rejected' }, 1)).rows[0]
    expect(row?.detail).toMatch(/^[a-z_]+$/)
  })
  it('never holds the token', async () => {
    const { key } = await signIn(freshName())
    await send(order())
    await journalWriter.settled()
    const token = JSON.parse(sessionStorage.getItem('legwork.session') ?? '{}') as { token?: string }
    expect(token.token).toMatch(/^eyJ/)
    const db = await database()
    const everything = await Promise.all([...db.objectStoreNames].map(name => db.getAll(name as 'journalRows')))
    expect(JSON.stringify(everything)).not.toContain(token.token)
    expect((await readJournal(key, {}, 10)).rows.length).toBeGreaterThan(2)
  })
})

describe('samples over a real exchange', () => {
  it('are worth what the exchange itself says the account is worth', async () => {
    const { owner, key } = await signIn()
    await sampleOnce(owner)
    const [saved] = await readSamples(key)
    expect(saved?.equity.leftOut).toEqual([])
    expect(Number(equityOf(saved!.equity, 'value'))).toBeCloseTo(Number(saved?.equity.reference), 2)
    expect((await readFullSamples(key, [saved!.atMs]))[0]?.positions?.length).toBeGreaterThan(3)
  })
  it('have the volatility of their moment by base, with the price it was quoted around', async () => {
    const { owner, key } = await signIn()
    await waitFor(() => expect(readInstruments().index).toBeDefined())
    await sampleOnce(owner)
    const [saved] = await readSamples(key)
    const moment = unpackVolatility(saved?.volatility?.['BTC'] ?? '', saved?.atMs ?? 0)
    expect(moment.price).toBeGreaterThan(0)
    expect(moment.curves.length).toBeGreaterThan(0)
  })
  it('one a minute; and none when a part of it is missing', async () => {
    const { owner, key } = await signIn()
    sandbox.instead = request => (request.url.includes('/balances') ? new Response('{}', { status: 500 }) : undefined)
    await sampleOnce(owner)
    expect(await readSamples(key)).toEqual([])
    sandbox.instead = undefined
    await Promise.all([sampleOnce(owner), sampleOnce(owner)])
    expect((await readSamples(key)).length).toBeLessThanOrEqual(2)
    expect(sampleFault.get()).toBeUndefined()
  })
  it('none while an index that it had is missing: a coin that lost its price is not worth nothing', async () => {
    const { owner, key } = await signIn()
    const cash = new CashRecorder(new RecentTrades(), () => undefined)
    await sampleOnce(owner, cash)
    const [first] = await readSamples(key)
    expect(Object.keys(first?.indexes ?? {})).toContain('BTC')
    await (await database()).clear('samples')
    sandbox.instead = async request => {
      if (!request.url.includes('/summary')) return undefined
      const rows = (await (await sandbox.pass(new Request(request.url))).json()) as readonly object[]
      return Response.json(rows.map(row => ({ ...row, index_price: undefined })))
    }
    await sampleOnce(owner, cash)
    expect(await readSamples(key)).toEqual([])
    expect(sampleFault.get()).toMatch(/rows of index prices could not be read: history waits until they can/)
    sandbox.instead = undefined
    await sampleOnce(owner, cash)
    expect(await readSamples(key)).toMatchObject([{ equity: { leftOut: [] } }])
  })
  it('none while a row is unreadable, and the reason is reported until it is readable', async () => {
    const { owner, key } = await signIn()
    sandbox.instead = async request => {
      if (!request.url.includes('/positions')) return undefined
      const text = await (await sandbox.pass(request)).text()
      return new Response(text.replace('"mark_price"', '"mark_price_v2"'), {
        headers: { 'content-type': 'application/json' },
      })
    }
    await sampleOnce(owner)
    expect(await readSamples(key)).toEqual([])
    expect(sampleFault.get()).toBe('1 row of positions could not be read: history waits until they can.')
    sandbox.instead = undefined
    await sampleOnce(owner)
    expect(await readSamples(key)).toHaveLength(1)
    expect(sampleFault.get()).toBeUndefined()
  })
  it('show as they are taken, and as they would be read: without their positions', async () => {
    const { owner, key } = await signIn()
    const { result } = renderHook(() => useSamples())
    await waitFor(() => expect(result.current.status).toBe('ready'))
    await act(async () => sampleOnce(owner))
    await waitFor(() => expect(result.current).toMatchObject({ value: [{ atMs: expect.any(Number) as number }] }))
    expect(result.current).toEqual({ status: 'ready', value: await readSamples(key), isSearching: false })
  })
  it('of other tabs show where they are samples of this account; junk on the channel is ignored', async () => {
    const { owner, key } = await signIn()
    const { result } = renderHook(() => useSamples())
    await waitFor(() => expect(result.current.status).toBe('ready'))
    const sample = await sampleNow(owner)
    const other = new BroadcastChannel('legwork.samples')
    const junk = [
      null,
      undefined,
      7,
      'sample',
      [],
      {},
      { owner: key },
      { owner: key, sample: null },
      { owner: key, sample: { atMs: 'now' } },
    ]
    for (const each of [...junk, { owner: 'another', sample }]) other.postMessage(each)
    other.postMessage({ owner: key, sample: JSON.parse(JSON.stringify(sample)) as unknown })
    await waitFor(() => expect(result.current).toMatchObject({ value: [{ atMs: sample.atMs }] }))
    other.close()
  })
  it('a trade between two of them is explained to the cent, with no jump of cash', async () => {
    const { owner, key } = await signIn()
    const before = await sampleNow(owner)
    // The clock offset is only as exact as the round trip: on a busy machine the sample could seem later than an
    // immediate fill.
    await new Promise(resolve => setTimeout(resolve, 250))
    await send(order({ quantity: dec('0.5') }))
    await new Promise(resolve => setTimeout(resolve, 1_100))
    await askOpenOrders(owner)
    await waitFor(async () => expect((await filledJournalOrders(key)).length).toBeGreaterThan(0))
    const after = await sampleNow(owner)
    const filled = await filledJournalOrders(key)
    const fills = filled.flatMap(each =>
      fillsOfOrder({ ...each, client_order_id: each.client_order_id as never }, () => undefined),
    )
    const reported: Explanation = explain([before, after], fills, { moveOf: greekMoveOf })
    expect(reported.flags.filter(flag => flag.kind === 'cash_jump' || flag.kind === 'unseen_trade')).toEqual([])
    expect(Number(reported.lines.trades)).toBeLessThan(0)
    expect(Math.abs(Number(reported.lines.rest))).toBeLessThanOrEqual(0.05)
  })
})
