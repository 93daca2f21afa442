// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { passUntil } from '../../../testing/stepped-clock.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { readApiKeys } from '../../../exchange/sandbox/http/api-keys.ts'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'
import { usePositions } from '../account/account-hooks.ts'
import { closeDatabase } from '../browser/db.ts'
import { feedState } from '../feed/feed-state.ts'
import { exportBackup } from '../history/backup.ts'
import { desk } from '../order-desk/desk.ts'
import { queryClient } from '../polling/query-client.ts'
import { startApi } from '../start-api.ts'
import { call } from '../venue/client.ts'
import { credentials, readSession, retryKey, signOut } from '../venue/session.ts'
import { setVenueSettings } from '../venue/venue.ts'
import { keyStore } from './keys.ts'
import { addKey, editKey, type NewKey, removeKey, switchToKey, useKeys } from './keys.ts'
import { keyPair } from '../../../testing/key-pair.ts'

const [mine, second, stranger] = [keyPair(), keyPair(), keyPair()]
const stored = (storage: Storage): string =>
  Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at) ?? '') ?? '').join()
const knownKeys = () => renderHook(() => useKeys()).result.current.keys
const secretsOf = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '').slice(8, 60)

let sandbox: SandboxFixture
let stop: () => void
let tokens: string[]

async function open(): Promise<void> {
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  stop = startApi({ fetch: sandbox.fetch, socket: sandbox.socket })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
}

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  const read = await readApiKeys(JSON.stringify({ 'key-1': mine.publicKey, 'key-2': second.publicKey }))
  if (!read.ok) throw new Error(read.problem)
  sandbox = await createSandboxFixture({ apiKeys: read.keys })
  tokens = []
  sandbox.instead = request => {
    const token = request.headers.get(credentialsHeader)
    if (token !== null) tokens.push(token)
    return undefined
  }
  await open()
})
afterEach(async () => {
  cleanup()
  signOut()
  await waitFor(async () => expect(await keyStore.all('sandbox')).toEqual([]))
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
})

const key = (more: Partial<NewKey> = {}): NewKey => ({
  name: 'Desk',
  apiKey: 'key-1',
  lifeSeconds: 60,
  perAddress: false,
  isSaved: true,
  privateKey: mine.privateKey,
  ...more,
})
const add = async (more: Partial<NewKey> = {}): Promise<void> => {
  await act(async () => expect(await addKey(key(more))).toEqual({ ok: true }))
}
const held = async (): Promise<void> => {
  const { result } = renderHook(() => usePositions())
  await waitFor(() => expect(result.current.data).toBeDefined())
}
const serialOf = (): number | undefined => {
  const session = readSession()
  return session.status === 'signed_in' ? session.serial : undefined
}
const reload = async (): Promise<void> => {
  const remembered = sessionStorage.getItem('legwork.session')
  stop()
  signOut()
  if (remembered !== null) sessionStorage.setItem('legwork.session', remembered)
  await open()
}

describe('a key of the trader', () => {
  it('signs in, reads, trades and logs the socket in under its account', async () => {
    await add({ perAddress: true, lifeSeconds: 30 })
    await held()
    await waitFor(() => expect(feedState.get().kind).toBe('live'))
    const id = desk.draft(
      { ...firmLimit, symbol: 'PTF-USD', side: 'buy', quantity: dec(1_000), price: dec('0.5'), recv_window: 3 },
      { title: 'PTF', legs: [], facts: [], warnings: [] },
    )
    expect(desk.confirm(id)).toEqual({ ok: true })
    await waitFor(() =>
      expect(desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind).toBe('accepted'),
    )
    expect(sandbox.asked.filter(each => each === 'POST /v1/api/order')).toHaveLength(1)
    const claims = tokens.map(token => decodeJwt(token))
    expect(new Set(claims.map(each => each.sub))).toEqual(new Set(['key-1']))
    expect(claims.find(each => String(each['uri']).endsWith('/v1/api/order'))).toMatchObject({ client: 'api' })
    expect(claims.every(each => (each.exp ?? 0) - (each.iat ?? 0) === 30)).toBe(true)
  })

  it('that is kept signs in again after a reload, one that is not does not', async () => {
    await add()
    await reload()
    await waitFor(() => expect(readSession()).toMatchObject({ status: 'signed_in', account: 'key-1', method: 'key' }))
    await held()
    await act(async () => signOut())
    await add({ isSaved: false })
    await reload()
    expect(knownKeys()).toEqual([])
    expect(readSession()).toEqual({ status: 'signed_out' })
  })

  it('that is kept signs a new tab in, and none that was another’s before', async () => {
    await add()
    stop()
    const saved = await keyStore.all('sandbox')
    signOut()
    sessionStorage.clear()
    await Promise.all(saved.map(each => keyStore.put(each)))
    await open()
    await waitFor(() => expect(readSession()).toMatchObject({ account: 'key-1' }))
    await add({ name: 'Other', apiKey: 'key-2', privateKey: second.privateKey, isSaved: false })
    await reload()
    await waitFor(() => expect(knownKeys()).toHaveLength(1))
    expect(readSession()).toEqual({ status: 'signed_out' })
  })

  it('is one of several: a tab goes on with its own, another is used by a word, a removed one is gone', async () => {
    await add()
    await add({ name: 'Other', apiKey: 'key-2', privateKey: second.privateKey })
    expect(readSession()).toMatchObject({ account: 'key-2' })
    const [desk1] = knownKeys()
    await act(async () => switchToKey(desk1?.id ?? ''))
    expect(readSession()).toMatchObject({ account: 'key-1' })
    await reload()
    await waitFor(() => expect(readSession()).toMatchObject({ account: 'key-1' }))
    expect(knownKeys().map(each => each.name)).toEqual(['Desk', 'Other'])
    await act(async () => removeKey(desk1?.id ?? ''))
    expect(readSession()).toEqual({ status: 'signed_out' })
    expect((await keyStore.all('sandbox')).map(each => each.name)).toEqual(['Other'])
    expect(await addKey(key({ name: 'Other' }))).toMatchObject({ ok: false, field: 'name' })
  })

  it('is forgotten at sign-out, by every tab', async () => {
    await add()
    await add({ name: 'Other', apiKey: 'key-2', privateKey: second.privateKey })
    expect(await keyStore.all('sandbox')).toHaveLength(2)
    await act(async () => signOut())
    await waitFor(async () => expect(await keyStore.all('sandbox')).toEqual([]))
    expect(knownKeys()).toEqual([])
    await add()
    const [saved] = await keyStore.all('sandbox')
    await keyStore.remove(saved?.id ?? '')
    const otherTab = new BroadcastChannel('legwork.keys')
    otherTab.postMessage('changed')
    await waitFor(() => expect(readSession()).toEqual({ status: 'signed_out' }))
    otherTab.close()
  })

  it('that the venue refuses ends the session with what to look at and the venue’s words, and no reload tries it again', async () => {
    await add({ privateKey: stranger.privateKey })
    renderHook(() => usePositions())
    const refused = { needsSignIn: 'key_refused', text: 'auth server rejected the authenticate request, Unauthorized' }
    await waitFor(() => expect(readSession()).toEqual({ status: 'signed_out', ...refused }))
    await waitFor(async () => expect((await keyStore.all('sandbox'))[0]?.usedAtMs).toBe(0))
    await reload()
    await waitFor(() => expect(knownKeys()).toHaveLength(1))
    expect(readSession().status).toBe('signed_out')
  })

  it.each([200, 400, 403, 500])(
    'that worked is tried again after refusals under %i: the session and its figures stay, and go on with a good answer',
    async status => {
      await add()
      const { result } = renderHook(() => usePositions())
      await waitFor(() => expect(result.current.data?.length).toBe(0))
      const serial = serialOf()
      let isRefusing = true
      let refused = 0
      sandbox.instead = request => {
        if (!isRefusing || !request.headers.has(credentialsHeader)) return undefined
        refused += 1
        return Response.json({ error: { error_code: '14', message: 'auth server is away' } }, { status })
      }
      const paused = { status: 'signed_in', serial, isLapsed: true, keyRefusal: { text: 'auth server is away' } }
      act(() => result.current.refetch())
      await waitFor(() => expect(readSession()).toMatchObject(paused))
      expect(credentials()).toBeUndefined()
      await waitFor(() => expect(refused).toBeGreaterThan(1))
      await waitFor(() => expect(readSession()).toMatchObject(paused))
      expect(result.current.data).toEqual([])
      isRefusing = false
      act(() => retryKey())
      await waitFor(() =>
        expect(readSession()).toMatchObject({
          status: 'signed_in',
          serial,
          isLapsed: undefined,
          keyRefusal: undefined,
        }),
      )
    },
  )

  it('that one endpoint refuses and the others accept pauses the session once, and from then on only that call fails', async () => {
    await add()
    const { result } = renderHook(() => usePositions())
    await waitFor(() => expect(result.current.data?.length).toBe(0))
    const refusal = (request: Request): Response | undefined =>
      request.url.endsWith('/positions')
        ? Response.json({ error: { error_code: '14', message: 'not this one' } }, { status: 403 })
        : undefined
    sandbox.instead = refusal
    act(() => result.current.refetch())
    await waitFor(() => expect(readSession()).toMatchObject({ isLapsed: true }))
    sandbox.instead = undefined
    act(() => retryKey())
    expect((await call('balances', {})).ok).toBe(true)
    sandbox.instead = refusal
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await call('positions', {})).ok).toBe(false)
      expect(readSession()).toMatchObject({ status: 'signed_in', isLapsed: undefined })
    }
  })

  it('has a life and an address of its tokens that can be edited, stored and used at once', async () => {
    await add()
    await held()
    const [known] = knownKeys()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    tokens.length = 0
    await act(async () => editKey(known?.id ?? '', { lifeSeconds: 30, perAddress: true }))
    expect((await call('balances', {})).ok).toBe(true)
    expect(tokens.length).toBeGreaterThan(0)
    const claims = tokens.map(token => decodeJwt(token))
    expect(claims.every(each => (each.exp ?? 0) - (each.iat ?? 0) === 30 && each['uri'] !== undefined)).toBe(true)
    expect(await keyStore.all('sandbox')).toMatchObject([{ lifeSeconds: 30, perAddress: true }])
    await reload()
    await waitFor(() => expect(knownKeys()).toMatchObject([{ lifeSeconds: 30, perAddress: true }]))
  })

  it('belongs to one venue', async () => {
    await add()
    await act(async () => void setVenueSettings({ baseUrl: 'https://other.example' }))
    expect(readSession()).toEqual({ status: 'signed_out', needsSignIn: 'venue_changed' })
    await waitFor(() => expect(knownKeys()).toEqual([]))
    await act(async () => void setVenueSettings({}))
    await waitFor(() => expect(knownKeys()).toHaveLength(1))
  })

  it('is in no storage, export, address or request', async () => {
    await add()
    await held()
    const secret = secretsOf(mine.privateKey)
    const [saved] = await keyStore.all('sandbox')
    expect(saved?.privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('jwk', saved?.privateKey as CryptoKey)).rejects.toThrow(/./)
    const owner = { venueKey: 'sandbox', account: 'key-1' }
    const texts = [
      await (await passUntil(exportBackup(owner))).text(),
      stored(localStorage),
      stored(sessionStorage),
      location.href,
      sandbox.asked.join(),
      tokens.map(token => JSON.stringify(decodeJwt(token))).join(),
      JSON.stringify(knownKeys()),
    ].join('\n')
    expect(mine.privateKey.replaceAll(/\s/g, '')).toContain(secret)
    expect(texts).not.toContain(secret)
    for (const token of tokens) expect(texts).not.toContain(token)
  })
})
