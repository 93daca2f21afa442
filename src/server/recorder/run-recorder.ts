/**
 * A recorder in this process: it answers immediately, with 503 until its history is open, and then follows its
 * accounts.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type RawData, WebSocket } from 'ws'
import type { VenueAddress } from '../../recorder/accounts/account-session.ts'
import type { RecorderFile } from '../../recorder/accounts/accounts-file.ts'
import { type Recorder, type RecorderParts, startRecorder } from '../../recorder/create-recorder.ts'
import { DamagedHistory } from '../../recorder/store/row-sum.ts'
import { createRateLimiter } from '../../exchange/sandbox/http/rate-limit.ts'
import { createCheckLimit } from './check-limit.ts'
import { problem } from '../http/answers.ts'
import type { Handler } from '../http/app.ts'
import { guarded, reportFailure, reportUncounted } from '../http/failures.ts'
import { textOf } from '../http/feed-socket.ts'
import { historyProblem, historyWhy, type StoreLocation } from './history-problem.ts'
import { createSendAlert } from './send-alert.ts'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '../../recorder/store/postgres.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import type { Database } from '../../recorder/store/sql.ts'
import { openSqlite } from '../../recorder/store/sqlite.ts'
import type { Store } from '../../recorder/store/store.ts'
import { lockFolder, makeDataFolder } from '../../exchange/journal/data-folder.ts'

const againMs = 1_000
const againAfterFailureMs = 3_000

/**
 * Waits while another process owns the folder or the database does not answer; undefined if aborted. Rejects if the
 * history is damaged.
 */
async function openStore(
  location: StoreLocation,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Store | undefined> {
  let isSaid = false
  while (!signal.aborted) {
    try {
      const database =
        location.kind === 'postgres'
          ? await openPostgres({ url: location.url, onError: brokenConnection })
          : await openFolder(location.folder)
      if (database !== undefined) return sqlStore(database)
      if (!isSaid)
        say(
          `Another recorder has ${location.kind === 'sqlite' ? location.folder : 'the database'}: this one waits, and takes over when it ends.`,
        )
      isSaid = true
      await wait(againMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return undefined
      if (error instanceof DamagedHistory) throw error
      // A database's message may contain its user or address, so it is for the operator only.
      const problem = historyProblem(location, error)
      reportFailure('Opening the history', problem instanceof Error ? problem.message : problem)
      await wait(againAfterFailureMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}

const brokenConnection = (error: unknown): void =>
  reportFailure('A connection of the history', error instanceof Error ? error.message : error)

async function openFolder(folder: string): Promise<Database | undefined> {
  const problem = makeDataFolder(folder)
  if (problem !== undefined) throw new Error(problem)
  const locked = await lockFolder(folder)
  if (!locked.ok) return undefined
  try {
    const database = openSqlite(join(folder, 'history.sqlite'))
    return {
      ...database,
      async close() {
        await database.close()
        locked.lock.release()
      },
    }
  } catch (error) {
    locked.lock.release()
    throw error
  }
}

const messageBytes = 67_108_864
const openingMs = 10_000

const openVenueSocket: RecorderParts['openSocket'] = (url, events) => {
  const socket = new WebSocket(url, {
    followRedirects: false,
    handshakeTimeout: openingMs,
    maxPayload: messageBytes,
    perMessageDeflate: false,
  })
  const cut = (): void => socket.terminate()
  // `close` always follows and reports the end.
  socket.on('error', () => socket.terminate())
  socket.on(
    'open',
    guarded('An opened socket of the venue', () => events.opened(), cut),
  )
  socket.on(
    'message',
    guarded('A message of the venue', (data: RawData) => events.message(textOf(data)), cut),
  )
  socket.on(
    'close',
    guarded('An ended socket of the venue', () => events.closed()),
  )
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.terminate(),
  }
}

export interface RunningRecorder extends Handler {
  readonly metrics: () => Promise<string>
  /** `/healthz`, and `/readyz` while all accounts are recorded; undefined for any other path. */
  readonly watch: (path: string) => Response | undefined
  stop(): Promise<void>
}

export interface RunParts {
  readonly file: RecorderFile
  readonly venue: VenueAddress
  readonly location: StoreLocation
  readonly say: (line: string) => void
}

const readingLimits = { perSecond: 20, burst: 100 }
/** Test alerts per account: three, then one per ten seconds. */
const testLimits = { perSecond: 0.1, burst: 3 }

export function runRecorder({ file, venue, location, say }: RunParts): RunningRecorder {
  const giveUp = new AbortController()
  let recorder: Recorder | undefined
  const readings = createRateLimiter(readingLimits, () => performance.now())
  const tests = createRateLimiter(testLimits, () => performance.now())
  const open = async (): Promise<void> => {
    const store = await openStore(location, giveUp.signal, say)
    if (store === undefined) return
    recorder = startRecorder({
      file,
      venue,
      store,
      fetch: (url, init) => fetch(url, init),
      openSocket: openVenueSocket,
      send: createSendAlert((url, init) => fetch(url, init)),
      holder: `${hostname()} ${process.pid} ${randomUUID()}`,
      take: subject => readings.take(subject),
      checks: createCheckLimit({ isReader: subject => file.accounts.some(each => each.readers.has(subject)) }),
      takeTest: account => tests.take(account),
      report: (where, error) => reportFailure(where, historyProblem(location, error)),
      why: error => historyWhy(location, error),
      reportUnsent: reportUncounted,
    })
    say(`The recorder is to follow ${file.accounts.map(each => each.account).join(', ')}.`)
  }
  const opening = open()
  let notOpen = 'The history is not open.'
  opening.catch((error: unknown) => {
    if (error instanceof DamagedHistory) notOpen = error.message
    reportFailure('The recorder', error instanceof DamagedHistory ? error.message : error)
  })
  return {
    fetch: async request =>
      recorder === undefined ? problem(503, notOpen, { 'retry-after': '5' }) : await recorder.fetch(request),
    metrics: async () => (await recorder?.metrics()) ?? '',
    watch(path) {
      if (path === '/healthz') return Response.json({ status: 'ok' })
      if (path !== '/readyz') return undefined
      const problems = recorder === undefined ? [notOpen] : recorder.problems()
      return problems.length > 0 ? problem(503, problems.join(' ')) : Response.json({ status: 'ready' })
    },
    async stop() {
      giveUp.abort()
      await opening.catch(() => undefined)
      await recorder?.stop()
    },
  }
}
