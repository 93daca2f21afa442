/**
 * `npm run recorder`: a separate recorder with history, health and metrics on a loopback port. Also the recorder of the
 * app's server.
 */
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { readRecorderFile } from '../../recorder/accounts/accounts-file.ts'
import { readCapped } from '../../recorder/serve/read-capped.ts'
import { asData, problem, securityHeaders } from '../http/answers.ts'
import type { Handler } from '../http/app.ts'
import type { RecorderSettings, ServerSettings } from '../http/env.ts'
import { guarded, whenOrphaned } from '../http/failures.ts'
import { refuseRequest, venueKeyOf } from '../http/guard.ts'
import { clientOf, forwardedHeader, listen, peerOf } from '../http/listen.ts'
import { answerMetrics, readMetricsToken } from '../http/metrics-access.ts'
import { createSecurityLog, type SecurityLog } from '../http/security-log.ts'
import { type RunningRecorder, runRecorder } from './run-recorder.ts'

const bodyLimitBytes = 64 * 1024
/** A test alert waits for its receivers. */
const timeoutMs = 15_000
const passed = [credentialsHeader, 'content-type']

/** Forwards history requests to a separate recorder at one configured address. */
export function passRecorder(recorderUrl: URL): Handler {
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const target = new URL(pathname + search, recorderUrl)
      const from = clientOf(request)
      const headers = Object.fromEntries([
        ...passed.flatMap(name => (request.headers.has(name) ? [[name, request.headers.get(name) ?? '']] : [])),
        ...(from === undefined ? [] : [[forwardedHeader, from]]),
      ])
      const isWrite = request.method === 'PUT' || request.method === 'POST'
      if (isWrite && !request.headers.has(credentialsHeader)) return problem(401, 'A token of the account is wanted.')
      const body = isWrite ? await readCapped(request.body, bodyLimitBytes) : undefined
      if (body === 'too_large') return problem(413, 'The body is over 64 kB.')
      try {
        const answer = await fetch(target, {
          method: request.method,
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        })
        const retry = answer.headers.get('retry-after')
        return new Response(await answer.text(), {
          status: answer.status,
          headers: {
            'content-type': 'application/json',
            'cache-control': 'no-store',
            ...(retry === null ? {} : { 'retry-after': retry }),
          },
        })
      } catch {
        return problem(503, 'The recorder does not answer.')
      }
    },
  }
}

export class RecorderProblem extends Error {
  override readonly name = 'RecorderProblem'
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

type VenueAddresses = Pick<ServerSettings, 'exchangeUrl' | 'marketSummaryUrl' | 'feedUrl'>

export async function recorderOf(
  { file: path, databaseUrl, folder }: RecorderSettings,
  { exchangeUrl, marketSummaryUrl, feedUrl }: VenueAddresses,
  sandbox: string,
): Promise<RunningRecorder> {
  if (path === undefined) throw new RecorderProblem('LEGWORK_RECORDER names no file of accounts: see docs/desk.md.')
  const socketUrl = exchangeUrl === undefined ? `${sandbox.replace(/^http/, 'ws')}/v1/feed` : feedUrl?.href
  // An immediately filled order is never on the list of open orders: only the socket reports it and past trades.
  if (socketUrl === undefined)
    throw new RecorderProblem('A recorder sees fills on the venue’s socket only: set FEED_URL.')
  const read = await readRecorderFile(path)
  if (!read.ok) throw new RecorderProblem(read.problem)
  const baseUrl = exchangeUrl === undefined ? sandbox : exchangeUrl.href.replace(/\/+$/, '')
  const venue = {
    venueKey: venueKeyOf(exchangeUrl),
    baseUrl,
    summaryUrl: marketSummaryUrl?.href.replace(/\/+$/, '') ?? baseUrl,
    feedUrl: socketUrl,
  }
  const location =
    databaseUrl === undefined
      ? ({ kind: 'sqlite', folder } as const)
      : ({ kind: 'postgres', url: databaseUrl } as const)
  return runRecorder({ file: read.file, venue, location, say })
}

const graceMs = 3_000

function metricsTokenOf({ metricsTokenFile }: ServerSettings): string | undefined {
  const read = readMetricsToken(metricsTokenFile)
  if (!read.ok) throw new RecorderProblem(read.problem)
  return read.token
}

interface RecorderAppParts {
  readonly recorder: Pick<RunningRecorder, 'fetch' | 'metrics' | 'watch'>
  readonly allowedHosts: readonly string[]
  readonly token: string | undefined
  readonly securityLog: SecurityLog
}

export function createRecorderApp({ recorder, allowedHosts, token, securityLog }: RecorderAppParts) {
  const answer = async (request: Request): Promise<Response> => {
    const refusal = refuseRequest(request, allowedHosts)
    if (refusal !== undefined) return problem(refusal.status, refusal.message)
    const { pathname } = new URL(request.url)
    if (pathname === '/metrics') return answerMetrics(request, { token, peerOf }, recorder.metrics)
    const found = recorder.watch(pathname) ?? (await recorder.fetch(request))
    return asData(found ?? problem(404, 'There is nothing under this path.'))
  }
  return async (request: Request): Promise<Response> => {
    const answered = await answer(request)
    securityLog(request, answered)
    for (const [name, value] of Object.entries(securityHeaders)) answered.headers.set(name, value)
    return answered
  }
}

export async function runRecorderProgram(settings: ServerSettings, sandbox: string): Promise<void> {
  const token = metricsTokenOf(settings)
  const recorder = await recorderOf(settings.recorder, settings, sandbox)
  const securityLog = createSecurityLog(line => void process.stderr.write(line), Date.now)
  const server = await listen({
    fetch: createRecorderApp({ recorder, allowedHosts: settings.allowedHosts, token, securityLog }),
    port: settings.recorder.port,
    host: settings.listen,
    tries: 0,
  }).catch(async (error: NodeJS.ErrnoException) => {
    await recorder.stop()
    const { port } = settings.recorder
    throw new RecorderProblem(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken: set RECORDER_PORT to a free one.`
        : `The recorder cannot listen on port ${port}: ${error.message}`,
    )
  })
  say(`The recorder is at http://127.0.0.1:${server.port} (${venueKeyOf(settings.exchangeUrl)})`)
  const end = guarded(
    'An orderly end of the recorder',
    async () => {
      await server.close(graceMs)
      await recorder.stop()
      process.exit(0)
    },
    () => process.exit(1),
  )
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  whenOrphaned(end)
}
