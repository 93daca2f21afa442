/** `npm run recorder`: a recorder by itself, which tells its history, its health and its figures on a loopback port. And the recorder of the app's own server. */
import { readRecorderFile } from '../../recorder/accounts-file.ts'
import { asData } from '../data-answer.ts'
import type { RecorderSettings, ServerSettings } from '../env.ts'
import { refuseRequest } from '../guard.ts'
import { guarded } from '../guarded.ts'
import { securityHeaders } from '../headers.ts'
import { listen, peerOf } from '../listen.ts'
import { answerMetrics } from '../may-read-metrics.ts'
import { readMetricsToken } from '../metrics-token.ts'
import { problem } from '../problem.ts'
import { venueKeyOf } from '../venue-check.ts'
import { whenOrphaned } from '../when-orphaned.ts'
import { type RunningRecorder, runRecorder } from './run-recorder.ts'

/** Why a recorder does not start, in words for whoever runs it. */
export class RecorderProblem extends Error {
  override readonly name = 'RecorderProblem'
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

type Reached = Pick<ServerSettings, 'exchangeUrl' | 'marketSummaryUrl' | 'feedUrl'>

/** The recorder of a file; `sandbox`: where the sandbox is reached while there is no venue. Rejects with `RecorderProblem`. */
export async function recorderOf(
  { file: path, databaseUrl, folder }: RecorderSettings,
  { exchangeUrl, marketSummaryUrl, feedUrl }: Reached,
  sandbox: string,
): Promise<RunningRecorder> {
  if (path === undefined) throw new RecorderProblem('LEGWORK_RECORDER names no file of accounts: see docs/desk.md.')
  const read = await readRecorderFile(path)
  if (!read.ok) throw new RecorderProblem(read.problem)
  const baseUrl = exchangeUrl === undefined ? sandbox : exchangeUrl.href.replace(/\/+$/, '')
  const venue = {
    venueKey: venueKeyOf(exchangeUrl),
    baseUrl,
    summaryUrl: marketSummaryUrl?.href.replace(/\/+$/, '') ?? baseUrl,
    feedUrl: exchangeUrl === undefined ? `${sandbox.replace(/^http/, 'ws')}/v1/feed` : feedUrl?.href,
  }
  const location = databaseUrl === undefined ? ({ kind: 'sqlite', folder } as const) : ({ kind: 'postgres', url: databaseUrl } as const)
  return runRecorder({ file: read.file, venue, location, say })
}

const graceMs = 3_000

function metricsTokenOf({ metricsTokenFile }: ServerSettings): string | undefined {
  const read = readMetricsToken(metricsTokenFile)
  if (!read.ok) throw new RecorderProblem(read.problem)
  return read.token
}

/** Until it is told to end. */
export async function runRecorderProgram(settings: ServerSettings, sandbox: string): Promise<void> {
  const token = metricsTokenOf(settings)
  const recorder = await recorderOf(settings.recorder, settings, sandbox)
  const answer = async (request: Request): Promise<Response> => {
    const refusal = refuseRequest(request, settings.allowedHosts)
    if (refusal !== undefined) return problem(refusal.status, refusal.message)
    const { pathname } = new URL(request.url)
    if (pathname === '/metrics') return answerMetrics(request, { token, peerOf }, recorder.metrics)
    const found = recorder.watch(pathname) ?? (await recorder.fetch(request))
    return asData(found ?? problem(404, 'There is nothing under this path.'))
  }
  const server = await listen({
    async fetch(request) {
      const answered = await answer(request)
      for (const [name, value] of Object.entries(securityHeaders)) answered.headers.set(name, value)
      return answered
    },
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
