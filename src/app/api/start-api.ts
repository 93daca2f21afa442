/** Starts everything that runs behind the screens; once per page. */
import { subscribeBeat, isVisible, onWake, startHeartbeat } from './browser/heartbeat.ts'
import { readCapabilities, watchVenueForCapabilities } from './venue/capabilities.ts'
import { startCommandProbe } from './account/command-probe.ts'
import { startOpenOrders } from './account/open-orders.ts'
import { startEvidence } from './evidence/evidence.ts'
import { call, replaceFetch } from './venue/client.ts'
import { serverClock } from './venue/clock.ts'
import { openBrowserSocket, startFeed, wakeFeed } from './feed/feed.ts'
import type { OpenSocket } from '../../core/client/feed-connection.ts'
import type { Fetch } from '../../core/client/http.ts'
import { startPastTrades } from './history/past-trades.ts'
import { sampleFault } from './history/sample-hooks.ts'
import { startInstruments } from './market/instruments.ts'
import { startJournal } from './journal/journal.ts'
import { desk } from './order-desk/desk.ts'
import { startKeys } from './keys/keys.ts'
import { listenToTabs } from './browser/tabs.ts'
import { forgetAccount, refreshAll, startForgetting, startPausingPolls } from './polling/query-client.ts'
import { servesApprovals, startApprovals } from './approval/approvals.ts'
import { startAlerts } from './alerts/alerts.ts'
import { startPolicyCount } from './polling/policy-violations.ts'
import { startRenewal } from './venue/renewal.ts'
import { servesRecorder } from './venue/venue.ts'
import { venueTime } from './venue/venue-time.ts'
import { startEndingTokens } from './venue/end-token.ts'
import { startSharing } from './venue/shared-sign-in.ts'
import { readSession, restoreSession, subscribeSession } from './venue/session.ts'

const beatsBetweenTimes = 30
const beatsWhileOff = 5

export interface ApiOptions {
  /**
   * Replaces the browser's fetch, for tests against an in-process sandbox. Such a page has only the socket it is given.
   */
  readonly fetch?: Fetch
  readonly socket?: OpenSocket
  readonly whenUsable?: Promise<void>
}

export function startApi(options: ApiOptions = {}): () => void {
  const socket = options.socket ?? (options.fetch === undefined ? openBrowserSocket : undefined)
  if (options.fetch !== undefined) replaceFetch(options.fetch)
  const ends = [
    watchVenueForCapabilities(),
    startPolicyCount(),
    restoreSession(venueTime),
    startKeys(),
    listenToTabs(desk.changedElsewhere),
    startHeartbeat(),
    startForgetting(),
    startPausingPolls(),
    followSession(),
    onWake(() => {
      serverClock.forget()
      askVenueTime()
      desk.woke()
      wakeFeed()
      void refreshAll()
    }),
    startRenewal(),
    startSharing(),
    startEndingTokens(),
    startInstruments(),
    startEvidence(),
    startJournal(),
    startLater(
      [
        () => subscribeBeat(followVenueTime()),
        startCommandProbe,
        startOpenOrders,
        startHistory,
        ...(servesRecorder() ? [startRecorder] : []),
      ],
      options.whenUsable,
    ),
    startPastTrades(socket !== undefined),
    startAlerts(),
    ...(socket === undefined ? [] : [startFeed(socket)]),
    ...(servesApprovals() ? [startApprovals()] : []),
  ]
  void desk.start()
  return () => {
    for (const end of ends) end()
  }
}

function startLater(starts: readonly (() => () => void)[], when: Promise<void> | undefined): () => void {
  let isOver = false
  let ends: readonly (() => void)[] = []
  const begin = (): void => {
    if (!isOver) ends = starts.map(start => start())
  }
  if (when === undefined) begin()
  else void when.then(begin)
  return () => {
    isOver = true
    for (const end of ends) end()
  }
}

const startHistory = startLoaded(
  async () => (await import('./history/start-history.ts')).startHistory,
  () => {
    sampleFault.set('Its code did not load. Reload the page.')
  },
)

const startRecorder = startLoaded(async () => (await import('./recorder/follow-recorder.ts')).followRecorder)

function startLoaded(load: () => Promise<() => () => void>, failed?: () => undefined): () => () => void {
  return () => {
    let isOver = false
    let end: (() => void) | undefined
    const begin = async (): Promise<void> => {
      const start = await (failed === undefined ? load() : load().catch(failed))
      if (!isOver) end = start?.()
    }
    void begin()
    return () => {
      isOver = true
      end?.()
    }
  }
}

/** Drops displayed account data with its session; a lapsed or renewed session keeps it. */
function followSession(): () => void {
  const serialOf = (): number | undefined => {
    const session = readSession()
    return session.status === 'signed_in' ? session.serial : undefined
  }
  let serial = serialOf()
  return subscribeSession(() => {
    const next = serialOf()
    if (next !== serial) forgetAccount()
    serial = next
    desk.sessionChanged()
  })
}

const askVenueTime = (): void => {
  if (isVisible() && readCapabilities().time !== 'absent') void call('time')
}

function followVenueTime(): () => void {
  let beats = 0
  askVenueTime()
  return () => {
    beats += 1
    if (beats % (serverClock.isOff() ? beatsWhileOff : beatsBetweenTimes) === 0) askVenueTime()
  }
}
