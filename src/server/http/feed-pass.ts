/**
 * Proxy to a real venue's socket: each page socket gets its own connection to the one configured address, and text
 * passes unchanged both ways. Same Host and Origin rules as for requests; no redirects, short page messages, a limit
 * for slow readers; when one side ends, so does the other. Nothing is stored, repeated or logged: the login message
 * contains the token.
 */
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { errorCodes } from '../../core/contract/failure.ts'
import { feedPath, loginSucceeded, readFeedMessage } from '../../core/contract/feed.ts'
import { guarded, later } from './failures.ts'
import {
  type FeedEntry,
  onUpgrade,
  otherPath,
  pathOfTarget,
  peerOfUpgrade,
  refuseStream,
  refuseUpgrade,
  socketLimits,
  textOf,
  type UpgradingServer,
} from './feed-socket.ts'
import type { AccessRules } from './guard.ts'
import { logSocketRefusal } from './security-log.ts'
import { createStrangers, type Stranger } from './strangers.ts'

/** Longest message of the page, and of the venue, which may be its listing. */
const pageMessageBytes = 65_536
const venueMessageBytes = 67_108_864
const bufferBytes = 4_194_304
const openingMs = 10_000
/** Time limit until the venue accepts a page's login. */
const signInMs = 10_000
const longestLoginAnswer = 8_192
/** Page messages that may wait for the venue's socket to open. */
const mostWaiting = 16

export function openFeedPass(
  server: UpgradingServer,
  target: URL,
  accessRules: AccessRules,
  withinMs = signInMs,
): FeedEntry {
  const strangers = createStrangers(socketLimits)
  const pages = new WebSocketServer({ noServer: true, maxPayload: pageMessageBytes, perMessageDeflate: false })
  const stopListening = onUpgrade(server, (request, stream, head) => {
    if (pathOfTarget(request.url) !== feedPath) return otherPath(server, stream)
    const refusal = refuseUpgrade(request, accessRules)
    if (refusal !== undefined) return refuseStream(stream, refusal)
    const peer = peerOfUpgrade(request)
    if (!strangers.makeRoom(peer, pages.clients.size)) return refuseStream(stream, '503 Service Unavailable')
    const welcome = guarded(
      'A new socket',
      (page: WebSocket) =>
        join(page, target, { withinMs, accessRules, stranger: strangers.add(peer, () => page.terminate()) }),
      page => page.terminate(),
    )
    pages.handleUpgrade(request, stream, head, welcome)
  })
  return {
    close() {
      stopListening()
      for (const page of pages.clients) page.close(1001, 'the server ends')
    },
  }
}

function loginAnswerOf(text: string): 'accepted' | 'refused' | undefined {
  const read = text.length <= longestLoginAnswer ? readFeedMessage(text) : undefined
  if (read?.ok !== true) return undefined
  const { name, body } = read.message
  if (name !== 'command_response' && name !== 'error') return undefined
  const isSigned =
    body.error_code === errorCodes.alreadyAuthenticated ||
    (name === 'command_response' && body.error_code === loginSucceeded)
  return isSigned ? 'accepted' : 'refused'
}

interface JoinOptions {
  readonly withinMs: number
  readonly accessRules: Pick<AccessRules, 'refuseMessage' | 'securityLog'>
  readonly stranger: Stranger
}

function join(
  page: WebSocket,
  target: URL,
  { withinMs, accessRules: { refuseMessage, securityLog }, stranger }: JoinOptions,
): void {
  page.on('error', () => page.terminate())
  const options = {
    followRedirects: false,
    handshakeTimeout: openingMs,
    maxPayload: venueMessageBytes,
    perMessageDeflate: false,
  }
  const venue = new WebSocket(target, options)
  // An unreachable venue closes the page's socket, and the page reconnects by its own rules.
  venue.on('error', () => page.close(1014, 'the venue could not be reached'))
  const waiting: string[] = []
  const end = (): void => {
    page.terminate()
    venue.terminate()
  }
  const pass = (to: WebSocket, text: string): void => {
    if (to.bufferedAmount > bufferBytes) to.terminate()
    else if (to.readyState === WebSocket.OPEN) to.send(text)
  }
  let awaitsLogin = false
  let isSignedIn = false
  later(withinMs, 'Ending a socket without a login', () => {
    if (!isSignedIn) page.close(1008, 'not signed in in time')
  })
  const fromPage = (data: RawData, isBinary: boolean): void => {
    const refusal = isBinary ? undefined : refuseMessage?.(textOf(data))
    if (refusal !== undefined) return page.close(1008, refusal)
    awaitsLogin ||= !isBinary && textOf(data).slice(0, 100).includes('"authenticate"')
    if (isBinary) page.close(1003, 'text messages only')
    else if (venue.readyState !== WebSocket.CONNECTING) pass(venue, textOf(data))
    else if (waiting.push(textOf(data)) > mostWaiting) page.close(1013, 'the venue is not there yet')
  }
  const fromVenue = (data: RawData, isBinary: boolean): void => {
    if (isBinary) return
    const text = textOf(data)
    const answer = awaitsLogin ? loginAnswerOf(text) : undefined
    if (answer === 'accepted') {
      isSignedIn = true
      stranger.signedIn()
    }
    if (answer === 'refused' && !isSignedIn) logSocketRefusal(securityLog, feedPath, 401)
    if (answer !== undefined) awaitsLogin = false
    pass(page, text)
  }
  const opened = (): void => {
    for (const text of waiting.splice(0)) pass(venue, text)
  }
  const pageEnded = (): void => {
    stranger.gone()
    if (venue.readyState === WebSocket.CONNECTING) venue.terminate()
    else venue.close(1000)
  }
  page.on('message', guarded('A message of a page', fromPage, end))
  venue.on('open', guarded('The socket of the venue', opened, end))
  venue.on('message', guarded('A message of the venue', fromVenue, end))
  page.on('close', guarded('The end of a socket', pageEnded, end))
  venue.on(
    'close',
    guarded("The end of the venue's socket", () => page.close(1001, 'the venue ended it'), end),
  )
}
