/** The sandbox exchange in this process, as the api's tests speak to it. */
import type { OpenSocket } from '../client/feed-connection.ts'
import type { Fetch } from '../client/http.ts'
import { microsFromMs } from '../domain/time.ts'
import { controlPath, createControlApp } from '../sandbox/control/control-app.ts'
import { createFaults } from '../sandbox/control/faults.ts'
import { createVenueClock } from '../sandbox/control/venue-clock.ts'
import { createExchange } from '../sandbox/engine/create-exchange.ts'
import { createFeedHub, publishing } from '../sandbox/feed/hub.ts'
import type { ApiKeys } from '../sandbox/http/api-keys.ts'
import { createSandboxApp } from '../sandbox/http/app.ts'
import { createTokenKeys } from '../sandbox/http/tokens.ts'
import { followClients } from '../sandbox/market/activity.ts'
import { createMarket } from '../sandbox/market/create-market.ts'
import { statedInstant } from './stated-instant.ts'

export interface SandboxFixture {
  readonly fetch: Fetch
  /** Straight to the exchange. */
  readonly pass: (request: Request) => Response | Promise<Response>
  /** A socket to it, without a wire. */
  readonly socket: OpenSocket
  /** Ends every socket there is. */
  cutSockets(): void
  /** `METHOD path`, in the order they came. */
  readonly asked: string[]
  /** Answers instead of the sandbox while it gives something. */
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
  // Its clock is its own: what is tested is how it is asked and what it answers.
  const control =
    options.control === true
      ? createControlApp({ exchange, market, clock: createVenueClock(Date.now), faults: createFaults(), changed: () => undefined })
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
      const instead = await fixture.instead?.(request)
      if (instead !== undefined) return instead
      return control !== undefined && new URL(request.url).pathname.startsWith(controlPath) ? control.fetch(request) : app.fetch(request)
    },
  }
  return fixture
}
