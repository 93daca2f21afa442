/**
 * `npm start`: serves the built app with the sandbox, or in front of the venue in EXCHANGE_URL, on one loopback port.
 * `npm run sandbox` always uses the sandbox; `--reset` recreates its exchange. `npm run recorder` records without a
 * page.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mountApprovals } from './approval/mount-approvals.ts'
import { problem } from './http/answers.ts'
import { createServerApp, type Handler } from './http/app.ts'
import { parseEnv, type RecorderSettings, type ServerSettings } from './http/env.ts'
import { catchTheRest, failuresReported, guarded, textOfFailure, whenOrphaned } from './http/failures.ts'
import { openFeedPass } from './http/feed-pass.ts'
import { openFeedEntry } from './http/feed-socket.ts'
import { type AccessRules, venueKeyOf } from './http/guard.ts'
import { forgetExchange } from '../exchange/journal/saved-exchange.ts'
import { connectionOf, listen, peerOf } from './http/listen.ts'
import { readMetricsToken } from './http/metrics-access.ts'
import { CannotStart, mountSandbox } from './http/mount-sandbox.ts'
import { venueProxy } from './http/proxy.ts'
import { passRecorder, recorderOf, RecorderProblem, runRecorderProgram } from './recorder/recorder-program.ts'
import type { RunningRecorder } from './recorder/run-recorder.ts'
import { createPolicyReports } from './http/policy-reports.ts'
import { createSecurityLog } from './http/security-log.ts'
import { createServerMetrics } from './http/server-metrics.ts'
import { staticFiles } from './http/static.ts'

const graceMs = 3_000
/** Where a separate recorder finds the sandbox if no venue is configured. */
const sandboxAddress = 'http://127.0.0.1:8787'

const listenOrStop = (
  fetch: Parameters<typeof listen>[0]['fetch'],
  { port, listen: host, portGiven }: ServerSettings,
) =>
  listen({ fetch, port, host, tries: portGiven ? 0 : 20 }).catch((error: NodeJS.ErrnoException) =>
    stop(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken: set PORT to a free one, or to 0.`
        : `Cannot listen: ${error.message}`,
    ),
  )

async function start(settings: ServerSettings): Promise<void> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'client')
  if (!existsSync(join(folder, 'index.html'))) stop(`The app is not built: run "npm start", or "npm run build" first.`)
  const { exchangeUrl } = settings
  const venue = venueKeyOf(exchangeUrl)
  const allowedOrigins = exchangeUrl === undefined ? (settings.sandbox.allowedOrigins ?? []) : []
  const approvals = await mountApprovals(settings.approval, venue, Date.now)
  if (!approvals.ok) stop(approvals.problem)
  const { refuseMessage } = approvals
  const accessRules: AccessRules = {
    allowedHosts: settings.allowedHosts,
    allowedOrigins,
    venueKey: venue,
    refuseMessage,
  }
  const exchange =
    exchangeUrl === undefined
      ? await mountSandbox(settings.sandbox, { connectionOf, onFailure: stop }).catch((error: unknown) => {
          if (error instanceof CannotStart) return stop(error.message)
          throw error
        })
      : {
          ...venueProxy({ exchangeUrl, marketSummaryUrl: settings.marketSummaryUrl }),
          feed: undefined,
          notes: [],
          stop: () => undefined,
        }
  const { feedUrl } = settings
  const feed = exchange.feed !== undefined || (exchangeUrl !== undefined && feedUrl !== undefined) ? 'socket' : 'none'
  const history = historyOf(settings.recorder)
  const token = readMetricsToken(settings.metricsTokenFile)
  if (!token.ok) stop(token.problem)
  const nowMs = (): number => performance.now()
  const policyReports = createPolicyReports(nowMs)
  const metrics = createServerMetrics({ failures: failuresReported, policyViolations: policyReports.counts, nowMs })
  const files = staticFiles(folder, venue, {
    feed,
    recorder: history === undefined ? 'none' : 'here',
    approvals: settings.approval === undefined ? 'none' : 'here',
  })
  const securityLog = createSecurityLog(line => void process.stderr.write(line), Date.now)
  const app = createServerApp({
    files,
    exchange: approvals.guard(metrics.watch(exchange)),
    recorder: history,
    policyReports,
    metrics: {
      text: async () => (await metrics.text()) + ((await history?.metrics()) ?? ''),
      reader: { token: token.token, peerOf },
    },
    securityLog,
    allowedHosts: settings.allowedHosts,
    allowedOrigins,
  })
  const server = await listenOrStop(app.fetch, settings)
  const entry =
    exchange.feed !== undefined
      ? openFeedEntry(server.server, exchange.feed, { ...accessRules, securityLog })
      : feed === 'socket' && feedUrl !== undefined
        ? openFeedPass(server.server, feedUrl, { ...accessRules, securityLog })
        : undefined
  process.stdout.write([`Legwork is at http://127.0.0.1:${server.port} (${venue})`, ...exchange.notes, ''].join('\n'))
  await history?.begin(settings, `http://127.0.0.1:${server.port}`)
  const end = guarded(
    'An orderly end',
    async () => {
      await history?.stop()
      entry?.close()
      await server.close(graceMs)
      // All requests have ended.
      exchange.stop()
      process.exit(0)
    },
    () => process.exit(1),
  )
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  whenOrphaned(end)
}

interface HistoryHandler extends Handler {
  begin(settings: ServerSettings, own: string): Promise<void>
  metrics(): Promise<string>
  stop(): Promise<void>
}

/**
 * The recorder in this process, or the proxy to a separate one. The former starts once this server listens, because the
 * sandbox is in it.
 */
function historyOf({ file, url }: RecorderSettings): HistoryHandler | undefined {
  if (url !== undefined)
    return {
      ...passRecorder(url),
      begin: () => Promise.resolve(),
      metrics: () => Promise.resolve(''),
      stop: () => Promise.resolve(),
    }
  if (file === undefined) return undefined
  let recorder: RunningRecorder | undefined
  return {
    fetch: async request =>
      recorder === undefined ? problem(503, 'The recorder is not ready.') : await recorder.fetch(request),
    async begin(settings, own) {
      recorder = await recorderOf(settings.recorder, settings, own)
    },
    metrics: async () => (await recorder?.metrics()) ?? '',
    stop: async () => recorder?.stop(),
  }
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

catchTheRest()
const sandboxOnly = process.argv.includes('--sandbox')
const recorderOnly = process.argv.includes('--recorder')
const unknown = process.argv
  .slice(2)
  .filter(argument => argument !== '--sandbox' && argument !== '--recorder' && !(sandboxOnly && argument === '--reset'))
if (unknown.length > 0)
  stop(
    `Unknown: ${unknown.join(' ')}. "npm run sandbox -- --reset" begins the exchange again; everything else is set by the environment.`,
  )

const parsed = parseEnv(sandboxOnly ? { ...process.env, EXCHANGE_URL: undefined } : process.env)
if (!parsed.ok) stop(parsed.problems.join('\n'))
const { data } = parsed.settings.sandbox
if (process.argv.includes('--reset') && data !== 'memory') {
  const failure = await forgetExchange(data)
  if (failure !== undefined) stop(failure)
  process.stdout.write(`The exchange stored in ${data} was removed; a new one begins.\n`)
}
const program = recorderOnly ? runRecorderProgram(parsed.settings, sandboxAddress) : start(parsed.settings)
await program.catch((error: unknown) =>
  stop(error instanceof RecorderProblem ? error.message : `Legwork could not start: ${textOfFailure(error)}`),
)
