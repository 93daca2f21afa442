/**
 * The page's socket: connected while signed in and visible. Pushes are published as evidence, like polls, and refresh
 * the account. Optional: without it polls find the same, later.
 */
import { type FeedMessage, feedPath } from '../../../core/contract/feed.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { evidenceOfPush } from '../../../core/history/evidence.ts'
import { isVisible, subscribeBeat } from '../browser/heartbeat.ts'
import { refreshAccount } from '../polling/query-client.ts'
import { credentials, subscribeSession } from '../venue/session.ts'
import type { Credentials } from '../../../core/client/client-types.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { onOtherVenue, otherVenue } from '../venue/other-venue.ts'
import { onVenueChange, readVenue, servesFeed } from '../venue/venue.ts'
import { createTradeQuestions } from '../../../core/client/trade-questions.ts'
import type { AskTrades } from '../../../core/contract/feed.ts'
import { FeedConnection, isRfqName, type OpenSocket, type ProbeResult } from '../../../core/client/feed-connection.ts'
import { flowLack, flowLink } from './flow-link.ts'
import { type FeedState, feedState } from './feed-state.ts'

const hiddenMs = 60_000

const socketUrl = (base: string): string => base.replace(/^http/, 'ws') + feedPath

/** Browsers send no custom header with a socket, so the page names its venue in the address, only to its own server. */
function address(): string {
  const { feedUrl, baseUrl, key } = readVenue()
  if (feedUrl !== undefined) return feedUrl
  return baseUrl === '' ? `${socketUrl(location.origin)}?venue=${encodeURIComponent(key)}` : socketUrl(baseUrl)
}

const presentCredentials = (): Credentials | undefined => (otherVenue() === undefined ? credentials() : undefined)

/**
 * Reports whether the venue has a socket. The page's own server declares it in the page; any other venue must be
 * tried.
 */
function probe(): ProbeResult {
  const { feedUrl, baseUrl } = readVenue()
  if (feedUrl !== undefined || baseUrl !== '') return 'unclear'
  return servesFeed() ? 'present' : 'absent'
}

const restMs = 250

/**
 * Runs once per burst of calls. A call during a run causes one more, at least `restMs` after it, since venues count
 * requests.
 */
function coalesced(run: () => Promise<unknown>): () => void {
  let isBusy = false
  let isDue = false
  const start = async (): Promise<void> => {
    isBusy = true
    isDue = false
    try {
      await run()
    } finally {
      systemTimers.after(restMs, () => {
        isBusy = false
        if (isDue) void start()
      })
    }
  }
  return () => {
    isDue = true
    if (!isBusy) void start()
  }
}

const refreshSoon = coalesced(refreshAccount)

function pushed(message: FeedMessage, owner: Credentials): void {
  const evidence = evidenceOfPush(message, systemTimers.monotonicMs())
  if (evidence !== undefined) publishEvidence(evidence, owner)
  refreshSoon()
}

/** Polls were slow while the socket was healthy. Refreshes once, in case it missed something. */
function changed(state: FeedState): void {
  const before = feedState.get()
  feedState.set(state)
  if ((before.kind === 'live') !== (state.kind === 'live')) flowLink.listener?.connectionChanged(state.kind === 'live')
  if (state.kind !== 'live') questions.giveUp()
  if ((before.kind === 'live') !== (state.kind === 'live')) refreshSoon()
}

export function startFeed(open: OpenSocket): () => void {
  const line = new FeedConnection({
    timers: systemTimers,
    open,
    address,
    probe,
    credentials: presentCredentials,
    pushed,
    answered: message => {
      questions.take(message)
      flowLink.listener?.take(message)
    },
    wantsRfqs: () => flowLink.listener?.isWanted() === true,
    unread: name => (isRfqName(name) ? flowLink.listener?.unread() : refreshSoon()),
    changed,
  })
  let hiddenSinceMs: number | undefined
  const watchSight = (): void => {
    const nowMs = systemTimers.monotonicMs()
    if (isVisible()) {
      if (hiddenSinceMs !== undefined && line.state().kind === 'off' && credentials() !== undefined) line.restart()
      hiddenSinceMs = undefined
    } else {
      hiddenSinceMs ??= nowMs
      if (nowMs - hiddenSinceMs > hiddenMs && line.state().kind !== 'off') line.rest()
    }
  }
  // Another token of the same session needs no reconnect: the socket stays logged in while its own is valid.
  let known = credentials()
  const sessionChanged = (): void => {
    const current = credentials()
    if (current === known) return
    known = current
    line.restart()
  }
  const rest = (): void => line.rest()
  const ends = [
    subscribeBeat(watchSight),
    subscribeSession(sessionChanged),
    onVenueChange(() => {
      flowLack.set(undefined)
      flowLink.listener?.forget()
      line.forget()
    }),
    onOtherVenue(() => line.restart()),
  ]
  // An open socket keeps the page out of the back-forward cache, and a frozen page receives nothing.
  window.addEventListener('pagehide', rest)
  document.addEventListener('freeze', rest)
  line.restart()
  page = line
  flowLink.request = wanted => line.requestRfqs(wanted)
  return () => {
    for (const end of ends) end()
    window.removeEventListener('pagehide', rest)
    document.removeEventListener('freeze', rest)
    page = undefined
    line.rest()
  }
}

let page: FeedConnection | undefined
const questions = createTradeQuestions(systemTimers, wanted => page?.askTrades(wanted))

export const askPastTrades: AskTrades = wanted => questions.ask(wanted)

/** After sleep the old socket is dead or unreliable, so a new one is opened. */
export const wakeFeed = (): void => page?.restart()

const longestMessage = 1_048_576

export const openBrowserSocket: OpenSocket = (url, events) => {
  const socket = new WebSocket(url)
  socket.onopen = () => events.opened()
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string' && event.data.length <= longestMessage) events.message(event.data)
  }
  socket.onclose = () => events.closed()
  return {
    send: text => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(1_000),
  }
}
