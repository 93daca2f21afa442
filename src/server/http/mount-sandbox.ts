/**
 * The sandbox in this process: a stored exchange with HTTP and socket, and the host's clock, timers, compression and
 * files.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Connection } from '../../exchange/sandbox/control/answer-faults.ts'
import { controlPath } from '../../exchange/sandbox/control/control-app.ts'
import { createFaults, type Faults } from '../../exchange/sandbox/control/faults.ts'
import type { FeedHub } from '../../exchange/sandbox/feed/hub.ts'
import { createInterfaces, type ExchangeInterfaces } from '../../exchange/sandbox/host/create-interfaces.ts'
import { type ApiKeys, readApiKeys } from '../../exchange/sandbox/http/api-keys.ts'
import type { Compress } from '../../exchange/sandbox/http/cached-text.ts'
import { createLeftOut, type LeftOut } from '../../exchange/sandbox/left-out.ts'
import { type WatchedExchange, watchSoundness } from '../../exchange/sandbox/watch-soundness.ts'
import { folderProblem } from '../../exchange/journal/data-folder.ts'
import { openSavedExchange, type SavedExchange } from '../../exchange/journal/saved-exchange.ts'
import { problem } from './answers.ts'
import type { SandboxSettings } from './env.ts'
import { every, later, reportFailure, textOfFailure } from './failures.ts'
import { refuseControl } from './guard.ts'
import { isFeedPath, upgradeOnly } from './proxy.ts'

export interface MountedSandbox {
  fetch(request: Request): Response | Promise<Response>
  readonly feed: FeedHub | undefined
  readonly notes: readonly string[]
  stop(): void
}

export interface SandboxHost {
  connectionOf?(request: Request): Connection | undefined
  /** Called once if a command failed half-way or the journal cannot be written; every later call is refused. */
  onFailure?(message: string): void
}

/** The sandbox cannot start as configured; the message is for the operator. */
export class CannotStart extends Error {}

const tickMs = 1_000
const rfqTimeoutSeconds = 1_800
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Quality 5 is 20 times faster than the best and within 15 % of its size. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 } }

const compress: Compress = async (text, encoding) =>
  new Uint8Array(encoding === 'br' ? await brotli(text, quick) : await zip(text))
const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
const lastAnswersMs = 100

export async function mountSandbox(settings: SandboxSettings, host: SandboxHost = {}): Promise<MountedSandbox> {
  const apiKeys = await apiKeysOf(settings.apiKeysFile)
  const leftOut = createLeftOut(message => void process.stderr.write(`${message}\n`))
  const first = await openSavedExchange({ ...settings, rfqTimeoutSeconds, leftOut })
  const isSecond = !first.ok && first.isInUse === true && settings.dataIsDefault === true
  const opened = isSecond ? await openSavedExchange({ ...settings, data: 'memory', rfqTimeoutSeconds, leftOut }) : first
  if (!opened.ok) throw new CannotStart(opened.problem)
  const { saved } = opened
  if (!settings.control && saved.clock.state().frozenAtMs !== undefined) {
    // Without the control desk nobody could unfreeze it.
    saved.clock.unfreeze()
    saved.saveControl()
  }
  const faults = settings.control ? createFaults() : undefined
  let isBroken = false
  const watched = watchSoundness(saved.exchange, error => {
    isBroken = true
    later(lastAnswersMs, 'Ending', () => host.onFailure?.(endedText(settings.data, error)))
  })
  const { answers, desk, feed, tick } = await interfacesOf(settings, { saved, watched, apiKeys, faults, host, leftOut })
  const fetch = (request: Request) => {
    if (!isForDesk(request)) return answers.fetch(request)
    if (desk !== undefined) return deskAnswer(desk, request)
    // Settings probe for a desk: 204 says that there is none without a console error.
    return request.method === 'GET' ? new Response(null, { status: 204 }) : answers.fetch(request)
  }
  const stopTicking = every(tickMs, 'A tick of the exchange', () => {
    if (isBroken) return
    // Makers' quotes meet resting orders even without requests, unless the clock is frozen.
    if (saved.clock.state().frozenAtMs === undefined) tick()
    watched.watch(saved.pulse)
  })
  return {
    fetch: feed === undefined ? fetch : request => (isFeedPath(request) ? upgradeOnly() : fetch(request)),
    feed,
    notes: isSecond ? [secondNote, ...notesOf({ ...settings, data: 'memory' }, saved)] : notesOf(settings, saved),
    stop: () => {
      stopTicking()
      // The state in memory may be inconsistent and must not be stored.
      if (!isBroken) saved.close()
    },
  }
}

const endedText = (folder: string, error: unknown): string =>
  `The exchange can go on no longer and was ended, so that nothing unsound is shown: ${folderProblem(folder, error) ?? textOfFailure(error)}\nEverything it answered before is in its journal: start it again.`

interface Parts {
  readonly saved: SavedExchange
  readonly watched: WatchedExchange
  readonly apiKeys: ApiKeys | undefined
  readonly faults: Faults | undefined
  readonly host: SandboxHost
  readonly leftOut: LeftOut
}

/** The interfaces with this process's timers, compression and sockets, and a control desk for this machine only. */
const interfacesOf = (settings: SandboxSettings, { saved, host, ...parts }: Parts): Promise<ExchangeInterfaces> =>
  createInterfaces(settings, {
    ...parts,
    saved,
    signingKey: saved.signingKey,
    compress,
    pause,
    sleep: ms => sleep(ms, undefined, { ref: false }),
    steadyMs: () => performance.now(),
    run: randomUUID().slice(0, 8),
    connectionOf: request => host.connectionOf?.(request as Request),
    onError: error => reportFailure('An answer of the sandbox', error),
  })

function isForDesk(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return pathname === controlPath || pathname.startsWith(`${controlPath}/`)
}

function deskAnswer(desk: NonNullable<ExchangeInterfaces['desk']>, request: Request): Response | Promise<Response> {
  const refusal = refuseControl(request)
  return refusal === undefined ? desk.fetch(request) : problem(refusal.status, refusal.message)
}

async function apiKeysOf(file: string | undefined): Promise<ApiKeys | undefined> {
  if (file === undefined) return undefined
  const read = await readApiKeys(textOf(file))
  if (!read.ok) throw new CannotStart(`SANDBOX_API_KEYS names ${file}, but ${read.problem}.`)
  return read.keys
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CannotStart(
      `SANDBOX_API_KEYS names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    )
  }
}

const secondNote = 'Another Legwork is using the stored exchange.'

function notesOf({ data, control, clockMs }: SandboxSettings, { replayed, laterThanAskedMs }: SavedExchange): string[] {
  const saved =
    data === 'memory'
      ? 'The exchange is in memory only and is lost when this ends.'
      : `The exchange is stored in ${data}.`
  return [
    replayed === 0 ? saved : `${saved.slice(0, -1)} (${replayed} entries of its journal replayed).`,
    ...(clockMs === undefined ? [] : [clockNote(clockMs, laterThanAskedMs)]),
    ...(control ? [`Time, prices and faults may be set under ${controlPath} (SANDBOX_CONTROL=1).`] : []),
  ]
}

const clockNote = (askedMs: number, laterMs: number | undefined): string =>
  laterMs === undefined
    ? `Its clock started at ${isoTime(askedMs)} (SANDBOX_CLOCK).`
    : `SANDBOX_CLOCK asks for ${isoTime(askedMs)}, but this exchange has seen ${isoTime(laterMs)}, and time never goes back: it goes on with its own clock. For the earlier time give it a folder of its own with SANDBOX_DATA, or begin again with "npm run sandbox -- --reset".`

const isoTime = (ms: number): string => new Date(ms).toISOString()
