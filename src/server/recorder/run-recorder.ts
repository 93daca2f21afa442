/** A recorder in this process: it answers from the start, with 503 until its history is open, and follows its accounts from then on. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { VenueAddress } from '../../recorder/account-session.ts'
import type { RecorderFile } from '../../recorder/accounts-file.ts'
import { type Recorder, startRecorder } from '../../recorder/create-recorder.ts'
import { DamagedHistory } from '../../recorder/store/row-sum.ts'
import { createRateLimiter } from '../../sandbox/http/rate-limit.ts'
import type { Handler } from '../app.ts'
import { problem } from '../problem.ts'
import { reportFailure, reportUncounted } from '../report-failure.ts'
import { type StoreLocation, openStore } from './open-store.ts'
import { createSendAlert } from './send-alert.ts'
import { createCheckLimit } from './check-limit.ts'
import { openVenueSocket } from './venue-socket.ts'

export interface RunningRecorder extends Handler {
  /** What it counts, as Prometheus reads it. */
  readonly metrics: () => string
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

/** Questions of one subject. */
const readingLimits = { perSecond: 20, burst: 100 }
/** Test alerts of one account: three, then one in ten seconds. */
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
      checks: createCheckLimit(),
      takeTest: account => tests.take(account),
      report: reportFailure,
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
    fetch: async request => (recorder === undefined ? problem(503, notOpen, { 'retry-after': '5' }) : await recorder.fetch(request)),
    metrics: () => recorder?.metrics() ?? '',
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
