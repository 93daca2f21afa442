/** The in-process sandbox for tests of the api. */
import type { OpenSocket } from '../core/client/feed-connection.ts'
import type { Fetch } from '../core/client/http.ts'
import { microsFromMs } from '../core/domain/time.ts'
import { controlPath, createControlApp } from '../exchange/sandbox/control/control-app.ts'
import { createFaults } from '../exchange/sandbox/control/faults.ts'
import { createVenueClock } from '../exchange/sandbox/control/venue-clock.ts'
import { createExchange } from '../exchange/sandbox/engine/create-exchange.ts'
import { createFeedHub, publishing } from '../exchange/sandbox/feed/hub.ts'
import type { ApiKeys } from '../exchange/sandbox/http/api-keys.ts'
import { createSandboxApp } from '../exchange/sandbox/http/app.ts'
import { createTokenKeys } from '../exchange/sandbox/http/tokens.ts'
import { followClients } from '../exchange/sandbox/market/activity.ts'
import { createMarket } from '../exchange/sandbox/market/create-market.ts'
import { createRandom } from './order-desk/virtual-time.sim.ts'
import { statedInstant } from './stated-instant.ts'

/**
 * With LATE_ANSWERS=1 or another seed, each answer is delayed by some turns of the event loop, so that answers arrive
 * in other orders.
 */
const lateSeed = process.env['LATE_ANSWERS']
const draw = lateSeed === undefined ? undefined : createRandom(Number(lateSeed))

async function late(): Promise<void> {
  if (draw === undefined || draw() < 0.5) return
  const turns = Math.floor(draw() * draw() * 24)
  for (let done = 0; done < turns; done += 1) await new Promise<void>(resolve => void setImmediate(resolve))
}

export interface SandboxFixture {
  readonly fetch: Fetch
  readonly pass: (request: Request) => Response | Promise<Response>
  readonly socket: OpenSocket
  cutSockets(): void
  readonly asked: string[]
  instead: ((request: Request) => Response | undefined | Promise<Response | undefined>) | undefined
}

export interface SandboxOptions {
  readonly instruments?: number
  readonly profile?: 'core' | 'extended'
  readonly apiKeys?: ApiKeys
  readonly control?: boolean
}

export async function createSandboxFixture(options: SandboxOptions = {}): Promise<SandboxFixture> {
  const market = createMarket({
    seed: 'api',
    mode: 'frozen',
    frozenAtMs: Date.parse(statedInstant),
    instruments: options.instruments ?? 100,
  })
  const keys = await createTokenKeys({ apiKeys: options.apiKeys })
  const clock = () => microsFromMs(Date.now())
  const { exchange: followed, activity } = followClients(createExchange({ market }))
  const exchange = publishing(followed, events => hub.publish(events))
  const hub = createFeedHub({ exchange, market, clock, judge: keys.judge, isEnded: keys.isEnded })
  const app = createSandboxApp({ exchange, market, activity, keys, profile: options.profile ?? 'extended', clock })
  // A separate clock: the tests cover requests and answers only.
  const control =
    options.control === true
      ? createControlApp({
          exchange,
          market,
          clock: createVenueClock(Date.now),
          faults: createFaults(),
          changed: () => undefined,
        })
      : undefined
  const open = new Set<() => void>()
  const fixture: SandboxFixture = {
    asked: [],
    socket(_, events) {
      let isOpen = true
      const end = (): void => {
        if (!isOpen) return
        isOpen = false
        open.delete(end)
        connection.closed()
        events.closed()
      }
      const connection = hub.open({
        send: text => void Promise.resolve().then(() => (isOpen ? events.message(text) : undefined)),
        close: end,
        reset: end,
        bufferedBytes: () => 0,
      })
      open.add(end)
      void Promise.resolve().then(() => events.opened())
      return { send: text => void connection.receive(text), close: end }
    },
    cutSockets() {
      for (const end of open) end()
    },
    pass: request => app.fetch(request),
    instead: undefined,
    async fetch(input, init) {
      const request = new Request(new URL(input, 'http://127.0.0.1'), { ...init, redirect: 'manual' })
      fixture.asked.push(`${request.method} ${new URL(request.url).pathname}`)
      await late()
      const instead = await fixture.instead?.(request)
      if (instead !== undefined) return instead
      await late()
      const isControl = control !== undefined && new URL(request.url).pathname.startsWith(controlPath)
      const answer = await (isControl ? control : app).fetch(request)
      await late()
      return answer
    },
  }
  return fixture
}

/** Sends one call as another account, past the page's own client. Rejects unless the exchange answers 200. */
export async function askAs(
  { pass }: SandboxFixture,
  account: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const ask = (target: string, init: RequestInit) => pass(new Request(`http://127.0.0.1${target}`, init))
  const json = { 'content-type': 'application/json' }
  const session = await ask('/sandbox/session', { method: 'POST', headers: json, body: JSON.stringify({ account }) })
  const { credentials_secret } = (await session.json()) as { readonly credentials_secret: string }
  const text = body === undefined ? null : JSON.stringify(body)
  const answer = await ask(path, { method, headers: { ...json, credentials_secret }, body: text })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
