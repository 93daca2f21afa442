/** The sandbox in this process: market, exchange and their HTTP face, with what only a host has: a clock, timers, compression. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { microsFromMs } from '../domain/time.ts'
import { createExchange } from '../sandbox/engine/create-exchange.ts'
import { type FeedHub, createFeedHub, publishing } from '../sandbox/feed/hub.ts'
import { createSandboxApp } from '../sandbox/http/app.ts'
import type { Compress } from '../sandbox/http/kept-text.ts'
import { createTokenKeys } from '../sandbox/http/tokens.ts'
import { createMarket } from '../sandbox/market/create-market.ts'
import type { SandboxSettings } from './env.ts'

export interface MountedSandbox {
  fetch(request: Request): Response | Promise<Response>
  /** The socket's side; the core profile has none. */
  readonly feed: FeedHub | undefined
  /** Ends its timer; the exchange is forgotten. */
  stop(): void
}

const tickMs = 1_000
const rfqTimeoutSeconds = 1_800
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Quality 5 is 20 times faster than the best and within 15 % of its size. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 } }

const compress: Compress = async (text, encoding) => new Uint8Array(encoding === 'br' ? await brotli(text, quick) : await zip(text))
const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
const clock = () => microsFromMs(Date.now())

/** Starts an exchange of its own with empty books; it lives in memory until `stop`. */
export async function mountSandbox(settings: SandboxSettings): Promise<MountedSandbox> {
  const { seed, instruments, profile } = settings
  const market = createMarket({ seed, mode: settings.market, frozenAtMs: Date.now(), instruments })
  const keys = await createTokenKeys()
  const bare = createExchange({ market, rfqTimeoutSeconds })
  const exchange = publishing(bare, events => feed?.publish(events))
  const verify = (token: string, nowMs: number) => keys.verify(token, nowMs)
  const feed = profile === 'core' ? undefined : createFeedHub({ exchange, market, clock, verify, rfqTimeoutSeconds })
  const onError = (error: unknown) =>
    process.stderr.write(`The sandbox failed to answer: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  const app = createSandboxApp({ exchange, market, keys, profile, clock, compress, pause, onError })
  // Makers' quotes meet resting orders even while nobody looks.
  const timer = setInterval(() => exchange.apply({ kind: 'tick' }, clock()), tickMs)
  timer.unref()
  return { fetch: request => app.fetch(request), feed, stop: () => clearInterval(timer) }
}
