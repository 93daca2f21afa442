/**
 * Days of an unattended account: the sandbox with moving prices, a program that trades with an API key, and a recorder
 * that follows by socket and polls, all on one stepped clock.
 */
import type { OpenSocket } from '../../core/client/feed-connection.ts'
import { type Http, type HttpAnswer, httpOver, type HttpRequest } from '../../core/client/http.ts'
import { importSigningKey, signToken } from '../../core/client/signing-key.ts'
import type { Timers } from '../../core/client/timers.ts'
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { toNumber } from '../../core/domain/decimal.ts'
import { parseInstrumentName } from '../../core/domain/instrument.ts'
import { hourMs, microsFromMs } from '../../core/domain/time.ts'
import { openAccountFeed } from '../../recorder/follow-account.ts'
import { AccountFollower } from '../../recorder/account-follower.ts'
import { createAccountSession } from '../../recorder/accounts/account-session.ts'
import type { AccountAlerts, FollowedAccount } from '../../recorder/accounts/accounts-file.ts'
import { type Retention, usualRetention } from '../../recorder/accounts/retention.ts'
import type { Store, Writer } from '../../recorder/store/store.ts'
import { createExchange } from '../../exchange/sandbox/engine/create-exchange.ts'
import { createFeedHub, publishing } from '../../exchange/sandbox/feed/hub.ts'
import { readApiKeys } from '../../exchange/sandbox/http/api-keys.ts'
import { createSandboxApp } from '../../exchange/sandbox/http/app.ts'
import { createTokenKeys } from '../../exchange/sandbox/http/tokens.ts'
import { followClients } from '../../exchange/sandbox/market/activity.ts'
import { createMarket } from '../../exchange/sandbox/market/create-market.ts'
import { countKeyWork, settled } from '../settled.ts'
import { keyPair } from '../key-pair.ts'
import { firmAtMarket } from '../order.fixture.ts'

export const lapseStart = Date.UTC(2026, 10, 21, 5, 30)
export const lapseAccount = 'desk'
const venueKey = 'venue.example'
export const lapseVenue = {
  venueKey,
  baseUrl: 'http://127.0.0.1',
  summaryUrl: 'http://127.0.0.1',
  feedUrl: 'ws://127.0.0.1/v1/feed',
} as const
const perpetual = 'BTC-USD-PERPETUAL'

async function lapsedVenue(seed: string, instruments: number, nowMs: () => number) {
  const clock = () => microsFromMs(nowMs())
  const pair = keyPair()
  const [apiKeys, signing] = [
    await readApiKeys(JSON.stringify({ 'desk-key': pair.publicKey })),
    await importSigningKey(pair.privateKey),
  ]
  if (!apiKeys.ok || !signing.ok) throw new Error('no key')
  const keys = await createTokenKeys({ apiKeys: apiKeys.keys })
  const market = createMarket({ seed, mode: 'live', instruments })
  const { exchange: followed, activity } = followClients(createExchange({ market }))
  const exchange = publishing(followed, events => hub.publish(events))
  const hub = createFeedHub({ exchange, market, clock, judge: keys.judge, isEnded: keys.isEnded })
  const app = createSandboxApp({ exchange, market, activity, keys, profile: 'extended', clock })
  const http: Http = httpOver((url, init) => app.fetch(new Request(url, { ...init, redirect: 'manual' })))
  const cuts = new Set<() => void>()
  const line = { isDown: false }
  const openSocket: OpenSocket = (_, events) => {
    let isOpen = true
    if (line.isDown) {
      void Promise.resolve().then(() => events.closed())
      return { send: () => undefined, close: () => undefined }
    }
    const end = (): void => {
      if (!isOpen) return
      isOpen = false
      cuts.delete(end)
      connection.closed()
      events.closed()
    }
    const send = (text: string): void => void Promise.resolve().then(() => (isOpen ? events.message(text) : undefined))
    cuts.add(end)
    const connection = hub.open({ send, close: end, reset: end, bufferedBytes: () => 0 })
    void Promise.resolve().then(() => events.opened())
    return { send: text => void connection.receive(text), close: end }
  }
  const cutSockets = (): void => {
    for (const cut of cuts) cut()
  }
  return { app, exchange, market, signingKey: signing.key, http, openSocket, cutSockets, line, clock }
}

function trader(app: Awaited<ReturnType<typeof lapsedVenue>>['app'], tokenNow: () => Promise<string>) {
  let orders = 0
  const sendFast = async (order: object): Promise<void> => {
    const answer = await app.request('/v1/api/order', {
      method: 'POST',
      headers: { [credentialsHeader]: await tokenNow(), 'content-type': 'application/json' },
      body: JSON.stringify({ new_order: order }),
    })
    const text = await answer.text()
    if (!text.includes('order_accepted')) throw new Error(text)
  }
  const tradeFast = async (symbol: string, side: 'buy' | 'sell', quantity: string): Promise<void> => {
    const id = `t${orders}`
    orders += 1
    await sendFast({
      symbol,
      side,
      quantity,
      ...firmAtMarket,
      client_order_id: id,
    })
  }
  const trade: typeof tradeFast = async (...order) => {
    await tradeFast(...order)
    await settled()
  }
  const send: typeof sendFast = async order => {
    await sendFast(order)
    await settled()
  }
  return { send, trade, tradeFast }
}

export type Line = (request: HttpRequest, pass: Http) => Promise<HttpAnswer>

function watchedHttp(open: Http) {
  let isRefused: (url: string) => boolean = () => false
  let line: Line = (request, pass) => pass(request)
  const asked: string[] = []
  const http: Http = async request => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    if (isRefused(request.url)) throw new TypeError('fetch failed')
    return line(request, open)
  }
  const setLine = (next: Line): void => {
    line = next
  }
  const refuse = (which: (url: string) => boolean): void => {
    isRefused = which
  }
  const askedFor = (path: string) => {
    const from = asked.length
    return (): number => asked.slice(from).filter(each => each === `GET ${path}`).length
  }
  return { http, refuse, askedFor, setLine }
}

interface Recording {
  readonly account: FollowedAccount
  readonly http: Http
  readonly timers: Timers
  readonly openSocket: OpenSocket
  readonly alerts: AccountAlerts | undefined
  readonly retention: Retention
}

async function beginRecording(
  { account, http, timers, openSocket, alerts, retention }: Recording,
  store: Store,
  holder: string,
) {
  const session = createAccountSession({ account, venue: lapseVenue, http, timers, refused: () => undefined })
  const writer: Writer | undefined = await store.takeWriter(session.owner, holder)
  if (writer === undefined) return undefined
  const follower = await AccountFollower.begin({ session, writer, reader: store, timers, retention, alerts })
  const feed = openAccountFeed({
    follower,
    session,
    timers,
    open: openSocket,
    url: lapseVenue.feedUrl,
    askSoon: () => undefined,
  })
  await settled()
  const step = async (): Promise<void> => {
    await follower.poll()
    await follower.sample()
  }
  const kill = (): void => {
    feed.stop()
    follower.stop()
  }
  return { follower, writer, step, kill, feed, session }
}

export type TimeLapse = Awaited<ReturnType<typeof startTimeLapse>>

export async function startTimeLapse({
  seed = 'lapse',
  instruments = 100,
  aheadMs = 0,
  tokenSeconds = 864_000,
}: {
  readonly seed?: string
  readonly instruments?: number
  readonly aheadMs?: number
  readonly tokenSeconds?: number
} = {}) {
  countKeyWork()
  const { timers, pass, nowMs } = steppedTimers(lapseStart)
  const venueMs = (): number => nowMs() + aheadMs
  const {
    app,
    exchange,
    market,
    signingKey,
    http: open,
    openSocket,
    clock,
    ...sockets
  } = await lapsedVenue(seed, instruments, venueMs)
  const { http, refuse, askedFor, setLine } = watchedHttp(open)
  const tokenOf = (subject: string, lifeSeconds = 8 * 86_400): Promise<string> => {
    const iat = Math.floor(venueMs() / 1_000) - 5
    return signToken(signingKey, { sub: subject, iat, exp: iat + lifeSeconds, client: 'api', nonce: nowMs() * 1_000 })
  }
  const orders = trader(app, () => tokenOf('desk-key'))
  const nearOption = (right: 'call' | 'put', leastMs = hourMs): string => {
    const index = toNumber(market.indexPrice('BTC', venueMs()))
    const found = market.listing(venueMs()).all.flatMap(({ instrument: { symbol } }) => {
      const name = parseInstrumentName(symbol)
      const isWanted =
        name?.product === 'option' && name.base === 'BTC' && name.right === right && name.expiryMs > venueMs() + leastMs
      return isWanted ? [{ symbol, expiryMs: name.expiryMs, off: Math.abs(toNumber(name.strike) - index) }] : []
    })
    const [nearest] = found.toSorted((a, b) => a.expiryMs - b.expiryMs || a.off - b.off)
    if (nearest === undefined) throw new Error('no option is listed')
    return nearest.symbol
  }
  const account = {
    account: lapseAccount,
    apiKey: 'desk-key',
    signingKey,
    tokenSeconds,
    tokenPerAddress: false,
    readers: new Set(['desk-key', 'colleague']),
  }
  const record = (store: Store, holder: string, alerts?: AccountAlerts, retention = usualRetention) =>
    beginRecording({ account, http, timers, openSocket, alerts, retention }, store, holder)
  return {
    pass,
    nowMs,
    venueMs,
    market,
    refuse,
    setLine,
    ...orders,
    ...sockets,
    askedFor,
    nearOption,
    perpetual,
    record,
    account,
    venueKey,
    http,
    tokenOf,
    timers,
    openSocket,
    owner: { venueKey, account: lapseAccount },
    cashOf: (asset: string) => exchange.balances('desk-key', clock()).find(each => each.symbol === asset)?.cash_balance,
    indexOf: (asset: string) => market.indexPrice(asset, venueMs()),
    idOf: (symbol: string) => market.find({ symbol }, venueMs())?.instrument.tradeable_entity_id ?? '',
    balances: () => exchange.balances('desk-key', clock()),
    positions: () => exchange.positions('desk-key', clock()),
    trades: () => exchange.executions('desk-key', clock()).map(each => each.execution.trade_id as string),
  }
}

export function steppedTimers(startMs: number) {
  let nowMs = startMs
  const due = new Set<{ readonly atMs: number; run(): void }>()
  const timers: Timers = {
    after(ms, run) {
      const entry = { atMs: nowMs + ms, run }
      due.add(entry)
      return () => due.delete(entry)
    },
    monotonicMs: () => nowMs - startMs,
    wallMs: () => nowMs,
    random: () => 0.5,
  }
  const pass = async (ms: number): Promise<void> => {
    const untilMs = nowMs + ms
    for (;;) {
      const next = [...due].filter(each => each.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      due.delete(next)
      nowMs = Math.max(nowMs, next.atMs)
      next.run()
      await settled()
    }
    nowMs = untilMs
    await settled()
  }
  return { timers, pass, nowMs: () => nowMs }
}
