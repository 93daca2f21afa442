/** The sandbox exchange in this process, as the api's tests speak to it. */
import { microsFromMs } from '../domain/time.ts'
import { createExchange } from '../sandbox/engine/create-exchange.ts'
import { createSandboxApp } from '../sandbox/http/app.ts'
import { createTokenKeys } from '../sandbox/http/tokens.ts'
import { createMarket } from '../sandbox/market/create-market.ts'
import type { Fetch } from './http.ts'

export interface SandboxFixture {
  readonly fetch: Fetch
  /** Straight to the exchange. */
  readonly pass: (request: Request) => Response | Promise<Response>
  /** `METHOD path`, in the order they came. */
  readonly asked: string[]
  /** Answers instead of the sandbox while it gives something. */
  instead: ((request: Request) => Response | undefined | Promise<Response | undefined>) | undefined
}

export async function createSandboxFixture(
  options: { readonly instruments?: number; readonly profile?: 'core' | 'extended' } = {},
): Promise<SandboxFixture> {
  const market = createMarket({ seed: 'api', mode: 'frozen', frozenAtMs: Date.now(), instruments: options.instruments ?? 100 })
  const app = createSandboxApp({
    exchange: createExchange({ market, rfqTimeoutSeconds: 1_800 }),
    market,
    keys: await createTokenKeys(),
    profile: options.profile ?? 'extended',
    clock: () => microsFromMs(Date.now()),
  })
  const fixture: SandboxFixture = {
    asked: [],
    pass: request => app.fetch(request),
    instead: undefined,
    async fetch(input, init) {
      const request = new Request(new URL(input, 'http://127.0.0.1'), { ...init, redirect: 'manual' })
      fixture.asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return (await fixture.instead?.(request)) ?? app.fetch(request)
    },
  }
  return fixture
}
