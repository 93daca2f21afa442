/**
 * `npm start`: serves the built app with the sandbox, or in front of the venue named by EXCHANGE_URL, on one loopback port. `npm run
 * sandbox` is the same with the sandbox in any case; its `--reset` begins the exchange anew.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServerApp } from './app.ts'
import { parseEnv, type ServerSettings } from './env.ts'
import { openFeedPass } from './feed-pass.ts'
import { openFeedDoor } from './feed-socket.ts'
import { guarded } from './guarded.ts'
import { forgetExchange } from './journal/keep-exchange.ts'
import { catchTheRest } from './last-resort.ts'
import { connectionOf, listen } from './listen.ts'
import { CannotStart, mountSandbox } from './mount-sandbox.ts'
import type { LetIn } from './order-listener.ts'
import { venueProxy } from './proxy.ts'
import { textOfFailure } from './report-failure.ts'
import { staticFiles } from './static.ts'
import { venueKeyOf } from './venue-check.ts'
import { whenOrphaned } from './when-orphaned.ts'

const graceMs = 3_000

async function start(settings: ServerSettings): Promise<void> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'client')
  if (!existsSync(join(folder, 'index.html'))) stop(`The app is not built: run "npm start", or "npm run build" first.`)
  const { exchangeUrl } = settings
  const venue = venueKeyOf(exchangeUrl)
  const allowedOrigins = exchangeUrl === undefined ? (settings.sandbox.allowedOrigins ?? []) : []
  const letIn: LetIn = { allowedHosts: settings.allowedHosts, allowedOrigins, venueKey: venue }
  const exchange =
    exchangeUrl === undefined
      ? await mountSandbox(settings.sandbox, { connectionOf, onFailure: stop }).catch((error: unknown) => {
          if (error instanceof CannotStart) return stop(error.message)
          throw error
        })
      : { ...venueProxy({ exchangeUrl, marketSummaryUrl: settings.marketSummaryUrl }), feed: undefined, notes: [], stop: () => undefined }
  const { feedUrl } = settings
  const feed = exchange.feed !== undefined || (exchangeUrl !== undefined && feedUrl !== undefined) ? 'socket' : 'none'
  const app = createServerApp({
    files: staticFiles(folder, venue, { feed }),
    exchange,
    allowedHosts: settings.allowedHosts,
    allowedOrigins,
  })
  const orders = 'orders' in exchange ? { door: exchange.orders, ...letIn } : undefined
  const server = await listen({
    fetch: app.fetch,
    port: settings.port,
    host: settings.listen,
    tries: settings.portGiven ? 0 : 20,
    orders,
  }).catch((error: NodeJS.ErrnoException) =>
    stop(
      error.code === 'EADDRINUSE' ? `Port ${settings.port} is taken: set PORT to a free one, or to 0.` : `Cannot listen: ${error.message}`,
    ),
  )
  const door =
    exchange.feed !== undefined
      ? openFeedDoor(server.server, exchange.feed, letIn)
      : feed === 'socket' && feedUrl !== undefined
        ? openFeedPass(server.server, feedUrl, letIn)
        : undefined
  process.stdout.write([`Legwork is at http://127.0.0.1:${server.port} (${venue})`, ...exchange.notes, ''].join('\n'))
  const end = guarded(
    'An orderly end',
    async () => {
      door?.close()
      await server.close(graceMs)
      // Only now does nobody ask any more.
      exchange.stop()
      process.exit(0)
    },
    () => process.exit(1),
  )
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  whenOrphaned(end)
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

catchTheRest()
const sandboxOnly = process.argv.includes('--sandbox')
const unknown = process.argv.slice(2).filter(argument => argument !== '--sandbox' && !(sandboxOnly && argument === '--reset'))
if (unknown.length > 0)
  stop(`Unknown: ${unknown.join(' ')}. "npm run sandbox -- --reset" begins the exchange anew; everything else is set by the environment.`)

const parsed = parseEnv(sandboxOnly ? { ...process.env, EXCHANGE_URL: undefined } : process.env)
if (!parsed.ok) stop(parsed.problems.join('\n'))
const { data } = parsed.settings.sandbox
if (process.argv.includes('--reset') && data !== 'memory') {
  const problem = await forgetExchange(data)
  if (problem !== undefined) stop(problem)
  process.stdout.write(`The exchange kept in ${data} was removed; a new one begins.\n`)
}
await start(parsed.settings).catch((error: unknown) => stop(`Legwork could not start: ${textOfFailure(error)}`))
