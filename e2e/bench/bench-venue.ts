/** The built app or a floor page over the sandbox, with any number of positions whose marks all change at each poll. */
import { endpoints } from '../../src/core/contract/endpoints.ts'
import { createServerApp } from '../../src/server/http/app.ts'
import { listen } from '../../src/server/http/listen.ts'
import { mountSandbox } from '../../src/server/http/mount-sandbox.ts'
import { staticFiles } from '../../src/server/http/static.ts'
import { benchNowMs } from './bench-time.ts'

export interface BenchVenue {
  readonly url: string
  stop(): Promise<void>
}

interface Listed {
  readonly symbol: string
}

export interface BenchVenueSettings {
  readonly folder: string
  readonly positions: number
  readonly instruments?: number
  /** `live`: market prices change too; marks of positions always do. */
  readonly market?: 'live' | 'frozen'
  /** Whether the order of positions by mark mostly stays between polls, or every position moves. */
  readonly marks?: 'in-order' | 'shuffled'
}

export async function startBenchVenue({
  folder,
  positions,
  instruments = 1_500,
  market = 'frozen',
  marks = 'in-order',
}: BenchVenueSettings): Promise<BenchVenue> {
  const sandbox = await mountSandbox({
    seed: 'bench',
    market,
    instruments: Math.max(instruments, positions),
    profile: 'extended',
    data: 'memory',
    clockMs: benchNowMs(),
    control: false,
    requestsPerSecond: 1_000_000,
  })
  const listing = await sandbox.fetch(new Request(`http://127.0.0.1${endpoints.exchangeInfo.path}`))
  const { entities_and_rules_response: rules } = (await listing.json()) as {
    entities_and_rules_response: { symbols: Listed[] }
  }
  let poll = 0
  const centsOf = marks === 'in-order' ? centsInOrder : shuffledCents
  const exchange = {
    fetch(request: Request) {
      if (new URL(request.url).pathname !== endpoints.positions.path) return sandbox.fetch(request)
      poll += 1
      const body = JSON.stringify(positionsAnswer(rules.symbols.slice(0, positions), index => centsOf(index, poll)))
      return new Response(body, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
    },
  }
  const app = createServerApp({ files: staticFiles(folder, 'sandbox'), exchange, allowedHosts: [] })
  const server = await listen({ fetch: app.fetch, port: 0, tries: 0 })
  return {
    url: `http://127.0.0.1:${server.port}`,
    stop: async () => {
      sandbox.stop()
      await server.close(100)
    },
  }
}

const centsInOrder = (index: number, poll: number): number => (index * 7 + poll * 13) % 9_000

/** A prime: each poll multiplies by another number, so no two positions stay adjacent. */
const shuffled = 8_999
const shuffledCents = (index: number, poll: number): number =>
  ((index + 1) * (1 + ((poll * 2_657) % (shuffled - 1)))) % shuffled

function positionsAnswer(listed: readonly Listed[], centsOf: (index: number) => number): unknown {
  const now = `${benchNowMs()}000`
  return {
    positions_response: {
      server_utc_timestamp: now,
      positions: listed.map(({ symbol }, index) => {
        const text = String(centsOf(index)).padStart(4, '0')
        return {
          symbol,
          deliverable_id: String(1_000 + index),
          product_type: /\d[CP]$/.test(symbol) ? 'option' : 'perpetual_future',
          timestamp: now,
          side: 'long',
          size: '2.0',
          average_entry_price: '100.0',
          mark_price: `1${text.slice(0, -2)}.${text.slice(-2)}`,
          upnl: `${text.slice(0, -2)}.${text.slice(-2)}`.replace(/^0+(?=\d)/, ''),
        }
      }),
    },
  }
}
