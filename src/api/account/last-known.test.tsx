// @vitest-environment happy-dom
/** What was last known of an account, over the real exchange in this process and a database. */
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SandboxFixture, createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { closeDatabase, database } from '../browser/db.ts'
import { forgetArrivals } from '../polling/arrivals.ts'
import { queryClient } from '../polling/query-client.ts'
import { startApi } from '../start-api.ts'
import { ownerKey } from '../../domain/owner.ts'
import { serverNowMs } from '../venue/clock.ts'
import { presentOwner } from '../venue/owner.ts'
import { signOut } from '../venue/session.ts'
import { signInToSandbox } from '../venue/sign-in.ts'
import { setVenueSettings } from '../venue/venue.ts'
import { useBalances, usePositions } from './account-hooks.ts'
import { useListedOrders } from './open-orders.ts'
import { type LastKnownAccount, lastKnownRead, parseLastKnown, printLastKnown, readLastKnownAccount } from './last-known.ts'

// A browser without locks has no such property; this environment has one that is null.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

let sandbox: SandboxFixture
let stop: () => void

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  sandbox = await createSandboxFixture()
  stop = startApi({ fetch: sandbox.fetch })
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  signOut()
  stop()
  setVenueSettings({})
  await queryClient.cancelQueries()
  queryClient.clear()
  await (await database()).clear('texts')
  await closeDatabase()
})

const never = (): Promise<Response> => new Promise(() => undefined)
const useAccount = () => ({ positions: usePositions(), balances: useBalances(), orders: useListedOrders() })

const signIn = async (account?: string, keep?: 'memory' | 'tab'): Promise<void> => {
  await act(async () => expect(await signInToSandbox(account, keep)).toEqual({ ok: true }))
}

const storedTexts = async (): Promise<readonly string[]> =>
  (await (await database()).getAllKeys('texts')).filter(key => key.endsWith('last known'))

/** Looks at the account until what is known of it has been kept. */
async function look(): Promise<ReturnType<typeof useAccount>> {
  const view = renderHook(useAccount)
  await waitFor(() => expect(Object.values(view.result.current).every(each => each.data !== undefined)).toBe(true))
  await waitFor(async () => expect(await storedTexts()).toHaveLength(1))
  const seen = view.result.current
  view.unmount()
  return seen
}

/** The tab's next start, in front of a venue that does not answer. */
async function startAgain(fetch: SandboxFixture['fetch'] = never): Promise<void> {
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  forgetArrivals('')
  stop = startApi({ fetch })
  await lastKnownRead()
}

const storedText = async (): Promise<string> => (await (await database()).get('texts', (await storedTexts())[0] ?? ''))?.text ?? ''

describe('what was last known', () => {
  it('is there at the tab’s next start, and is no data of any resource', async () => {
    await signIn()
    const seen = await look()
    expect(seen.positions.data?.length).toBeGreaterThan(0)
    await startAgain()
    const known = readLastKnownAccount()
    expect(known.positions?.rows).toEqual(seen.positions.data)
    expect(known.balances?.rows).toEqual(seen.balances.data)
    expect(known.openOrders?.rows).toEqual(seen.orders.data)
    const { result } = renderHook(useAccount)
    for (const resource of Object.values(result.current)) {
      expect(resource).toMatchObject({ data: undefined, status: 'waiting', freshness: 'unknown' })
      expect(resource.receivedAgoMs()).toBeUndefined()
    }
  })

  it('is of its own account alone', async () => {
    await signIn()
    await look()
    const text = await storedText()
    // As if it had stayed behind: of a tab that was closed without signing out.
    await signIn('somebody-else')
    await waitFor(async () => expect(await storedTexts()).toEqual([]))
    await (await database()).put('texts', { text, etag: undefined, savedAtMs: 0 }, `${ownerKey(presentOwner()!)} last known`)
    await startAgain()
    expect(readLastKnownAccount()).toEqual({})
  })

  it('is of its own venue alone, and goes when the venue’s address does', async () => {
    await signIn()
    await look()
    await startAgain()
    expect(readLastKnownAccount().positions).toBeDefined()
    act(() => void setVenueSettings({ baseUrl: 'https://other.example' }))
    expect(readLastKnownAccount()).toEqual({})
    await waitFor(async () => expect(await storedTexts()).toEqual([]))
  })

  it('is gone at sign-out, from the screen and from the database', async () => {
    await signIn()
    await look()
    await startAgain()
    act(() => signOut())
    expect(readLastKnownAccount()).toEqual({})
    await waitFor(async () => expect(await storedTexts()).toEqual([]))
  })

  it('is not kept for a session that a reload of the tab would not go on with', async () => {
    await signIn(undefined, 'memory')
    const view = renderHook(useAccount)
    await waitFor(() => expect(view.result.current.positions.data).toBeDefined())
    await new Promise(resolve => setTimeout(resolve, 2_200))
    expect(await storedTexts()).toEqual([])
  })

  it('a database that hangs delays neither the start nor what the venue says', async () => {
    await signIn()
    await look()
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => new IDBRequest() as IDBRequest<undefined>)
    stop()
    queryClient.clear()
    let isGivenUp = false
    let wasGivenUpAtAsking: boolean | undefined
    sandbox.instead = () => {
      wasGivenUpAtAsking ??= isGivenUp
      return undefined
    }
    stop = startApi({ fetch: sandbox.fetch })
    const givenUp = async (): Promise<void> => {
      await lastKnownRead()
      isGivenUp = true
    }
    void givenUp()
    const { result } = renderHook(useAccount)
    await waitFor(() => expect(result.current.positions.data).toBeDefined())
    expect(wasGivenUpAtAsking).toBe(false)
    expect(readLastKnownAccount()).toEqual({})
    // Within its own bound it is given up.
    expect(await lastKnownRead()).toBe(false)
  })

  it('a screen that asks for one list writes over none that a slow database has not given back yet', async () => {
    await signIn()
    await look()
    const before = await storedText()
    const isSlow = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => new IDBRequest() as IDBRequest<undefined>)
    await startAgain(sandbox.fetch)
    isSlow.mockRestore()
    const { result } = renderHook(usePositions)
    await waitFor(() => expect(result.current.data).toBeDefined())
    await waitFor(async () => expect(await storedText()).not.toBe(before))
    const [then, now] = [before, await storedText()].map(text => parseLastKnown(text, ownerKey(presentOwner()!), serverNowMs()))
    expect(now?.balances).toEqual(then?.balances)
    expect(now).toEqual({ positions: expect.anything(), balances: expect.anything(), openOrders: expect.anything() })
  })
})

describe('what does not read as it should is as good as none', () => {
  const owner = ownerKey({ venueKey: 'sandbox', account: 'demo' })
  const nowMs = Date.UTC(2026, 0, 5, 9)
  const known = {
    balances: {
      atMs: nowMs - 60_000,
      rows: [
        {
          deliverable_id: '1',
          symbol: 'USD',
          timestamp: nowMs * 1_000,
          cash_balance: '10.0',
          reserved_balance: '0',
          available_balance: '10.0',
          withdrawable_balance: '10.0',
        },
      ],
    },
  } as unknown as LastKnownAccount
  const text = printLastKnown(owner, known)

  it('as written it reads', () => expect(parseLastKnown(text, owner, nowMs)?.balances).toEqual(known.balances))
  it.each([
    ['another account’s', text.replaceAll('demo', 'other')],
    ['another venue’s', text.replaceAll('sandbox', 'https://venue.example')],
    ['of an older format', text.replace('"format":1', '"format":0')],
    ['cut short', text.slice(0, -3)],
    ['not JSON', 'null,'],
    ['nothing', 'null'],
    ['with an amount that is no number', text.replace('"cash_balance":"10.0"', '"cash_balance":"ten"')],
    ['with an amount that is missing', text.replace('"cash_balance":"10.0",', '')],
    ['with a row that is none', text.replace('"rows":[', '"rows":[7,')],
  ])('%s', (_what, spoilt) => {
    expect(spoilt).not.toBe(text)
    expect(parseLastKnown(spoilt, owner, nowMs)).toBeUndefined()
  })

  it('a list of more than a day ago is left out', () =>
    expect(parseLastKnown(text, owner, nowMs + 25 * 3_600_000)?.balances).toBeUndefined())
})
