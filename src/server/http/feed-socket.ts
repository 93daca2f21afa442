/**
 * The socket's door: an upgrade under the feed's path becomes a connection of the hub. The same Host and Origin rules
 * as for requests; no compression; short messages only; a peer that stops answering pings is disconnected. Strangers
 * have no place of their own (`strangers.ts`).
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { feedPath } from '../../core/contract/feed.ts'
import type { FeedSocket } from '../../exchange/sandbox/feed/hub-options.ts'
import { type FeedConnection, type FeedHub, feedLimits } from '../../exchange/sandbox/feed/hub.ts'
import { every, guarded, later } from './failures.ts'
import { type AccessRules, namesOtherVenue, refuseRequest } from './guard.ts'
import { clientOf, forwardedHeader } from './listen.ts'
import { logSocketRefusal } from './security-log.ts'
import { createStrangers, type StrangerLimits } from './strangers.ts'

const heartbeatMs = 5_000
const sweepMs = 1_000
const pingMs = 30_000
/** Largest number of sockets in total, and of one peer's sockets that are not signed in. */
export const socketLimits = { mostSockets: 256, mostOfPeer: 64 } as const

export interface FeedEntry {
  close(): void
}

export type UpgradingServer = Pick<Server, 'on' | 'off' | 'listenerCount'>

/** Refuses other paths immediately, unless somebody else handles upgrades too (Vite in development). */
export function otherPath(server: UpgradingServer, stream: Duplex): void {
  if (server.listenerCount('upgrade') === 1) refuseStream(stream, '404 Not Found')
}

export function refuseStream(stream: Duplex, status: string): void {
  stream.on('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

export function onUpgrade(
  server: UpgradingServer,
  take: (request: IncomingMessage, stream: Duplex, head: Buffer) => void,
): () => void {
  const upgrade = guarded(
    'An upgrade',
    (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      // Node removes its own listener before it passes the connection on.
      stream.on('error', () => stream.destroy())
      take(request, stream, head)
    },
    (_, stream) => stream.destroy(),
  )
  server.on('upgrade', upgrade)
  return () => void server.off('upgrade', upgrade)
}

export const pathOfTarget = (target: string | undefined): string => (target ?? '').split(/[?#]/, 1)[0] ?? ''

export function openFeedEntry(
  server: UpgradingServer,
  hub: FeedHub,
  accessRules: AccessRules,
  limits: StrangerLimits = socketLimits,
): FeedEntry {
  const strangers = createStrangers(limits)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: feedLimits.messageLength,
    perMessageDeflate: false,
  })
  const alive = new WeakSet<WebSocket>()
  const welcome = (socket: WebSocket, address: FeedSocket['address'], peer: string): void => {
    socket.on('error', () => socket.terminate())
    alive.add(socket)
    const stranger = strangers.add(peer, () => {
      connection.closed()
      socket.terminate()
    })
    const connection = hub.open({
      send: text => socket.send(text),
      close: (code, reason) => {
        socket.close(code, reason)
        // A peer that reads nothing will not read the close either.
        later(1_000, 'Ending a socket', () => socket.terminate())
      },
      reset: () => socket.terminate(),
      bufferedBytes: () => socket.bufferedAmount,
      signedIn: isSignedIn => (isSignedIn ? stranger.signedIn() : stranger.signedOut()),
      loginRefused: () => logSocketRefusal(accessRules.securityLog, feedPath, 401),
      address,
    })
    socket.on('pong', () => alive.add(socket))
    passMessages(socket, connection, accessRules)
    socket.on(
      'close',
      guarded('The end of a socket', () => {
        stranger.gone()
        connection.closed()
      }),
    )
  }
  const stopListening = onUpgrade(server, (request, stream, head) => {
    if (pathOfTarget(request.url) !== feedPath) return otherPath(server, stream)
    const refusal = refuseUpgrade(request, accessRules)
    if (refusal !== undefined) return refuseStream(stream, refusal)
    const peer = peerOfUpgrade(request)
    if (!strangers.makeRoom(peer, hub.connections())) return refuseStream(stream, '503 Service Unavailable')
    const address = { host: request.headers.host ?? '', path: feedPath }
    sockets.handleUpgrade(
      request,
      stream,
      head,
      guarded(
        'A new socket',
        (socket: WebSocket) => welcome(socket, address, peer),
        socket => socket.terminate(),
      ),
    )
  })
  const stopBeating = keepBeating(hub, sockets, alive)
  return {
    close() {
      stopBeating()
      stopListening()
      for (const socket of sockets.clients) socket.close(1001, 'the server ends')
    },
  }
}

function passMessages(socket: WebSocket, connection: FeedConnection, accessRules: AccessRules): void {
  socket.on(
    'message',
    guarded(
      'A message of a socket',
      (data: RawData, isBinary: boolean) => {
        if (isBinary) return socket.close(1003, 'text messages only')
        const text = textOf(data)
        const refusal = accessRules.refuseMessage?.(text)
        return refusal === undefined ? connection.receive(text) : socket.close(1008, refusal)
      },
      () => socket.terminate(),
    ),
  )
}

/** Sends heartbeats and pings, and sweeps. Returns the stop function. */
function keepBeating(hub: FeedHub, sockets: WebSocketServer, alive: WeakSet<WebSocket>): () => void {
  const stops = [
    every(heartbeatMs, 'The heartbeat of the sockets', () => hub.heartbeat()),
    every(sweepMs, 'The sweep of the sockets', () => hub.sweep()),
    every(pingMs, 'The pings of the sockets', () => {
      for (const socket of sockets.clients) {
        if (!alive.delete(socket)) socket.terminate()
        else socket.ping()
      }
    }),
  ]
  return () => stops.forEach(stop => stop())
}

/** The address that a proxy in front of this server names, else that of the connection. */
export function peerOfUpgrade({ headers, socket }: IncomingMessage): string {
  const forwarded = headers[forwardedHeader]?.toString()
  const named = new Request(
    'http://socket.invalid',
    forwarded === undefined ? {} : { headers: { [forwardedHeader]: forwarded } },
  )
  return clientOf(named, socket.remoteAddress) ?? ''
}

export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}

/** Refuses a socket of another site's page, unless its origin is admitted. Browsers always send their origin. */
export function refuseUpgrade(
  request: IncomingMessage,
  { allowedHosts, allowedOrigins, venueKey, securityLog }: AccessRules,
): string | undefined {
  if (namesOtherVenue(request.url, venueKey)) return '409 Conflict'
  const headers = new Headers()
  if (request.headers.host !== undefined) headers.set('host', request.headers.host)
  if (request.headers.origin !== undefined) headers.set('origin', request.headers.origin)
  const admitted = allowedOrigins?.find(each => each === request.headers.origin)
  const refusal = refuseRequest({ method: 'POST', headers }, allowedHosts, admitted)
  if (refusal === undefined) return undefined
  logSocketRefusal(securityLog, feedPath, refusal.status)
  return `${refusal.status} ${refusal.status === 403 ? 'Forbidden' : 'Misdirected Request'}`
}
