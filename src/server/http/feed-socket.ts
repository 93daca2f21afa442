/**
 * Accepts sockets: an upgrade under the feed's path becomes a connection of the hub. Same Host and Origin rules as for
 * requests; no compression; short messages; peers that stop answering pings are closed.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { feedPath } from '../../contract/feed.ts'
import type { FeedSocket } from '../../sandbox/feed/hub-options.ts'
import { type FeedHub, feedLimits } from '../../sandbox/feed/hub.ts'
import { every, guarded, later } from './failures.ts'
import { type AccessRules, namesOtherVenue, refuseRequest } from './guard.ts'

const heartbeatMs = 5_000
const sweepMs = 1_000
const pingMs = 30_000
export const mostSockets = 256

export interface FeedEntry {
  close(): void
}

export type UpgradingServer = Pick<Server, 'on' | 'off' | 'listenerCount'>

/** Refuses other paths immediately, unless somebody else handles upgrades too (Vite in development). */
export function otherPath(server: UpgradingServer, stream: Duplex): void {
  if (server.listenerCount('upgrade') === 1) refuseStream(stream, '404 Not Found')
}

/** Refuses an upgrade and closes its connection, even if the other side keeps it open. */
export function refuseStream(stream: Duplex, status: string): void {
  stream.on('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

/** Listens for upgrades. Returns the stop function. A failing connection or handler closes only that connection. */
export function onUpgrade(server: UpgradingServer, take: (request: IncomingMessage, stream: Duplex, head: Buffer) => void): () => void {
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

export function openFeedEntry(server: UpgradingServer, hub: FeedHub, accessRules: AccessRules): FeedEntry {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: feedLimits.messageLength, perMessageDeflate: false })
  const alive = new WeakSet<WebSocket>()
  const welcome = (socket: WebSocket, address: FeedSocket['address']): void => {
    socket.on('error', () => socket.terminate())
    alive.add(socket)
    const connection = hub.open({
      send: text => socket.send(text),
      close: (code, reason) => {
        socket.close(code, reason)
        // A peer that reads nothing will not read the close either.
        later(1_000, 'Ending a socket', () => socket.terminate())
      },
      reset: () => socket.terminate(),
      bufferedBytes: () => socket.bufferedAmount,
      address,
    })
    const end = (): void => socket.terminate()
    socket.on('pong', () => alive.add(socket))
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
        end,
      ),
    )
    socket.on(
      'close',
      guarded('The end of a socket', () => connection.closed()),
    )
  }
  const stopListening = onUpgrade(server, (request, stream, head) => {
    if (pathOfTarget(request.url) !== feedPath) return otherPath(server, stream)
    const refusal = refuseUpgrade(request, accessRules)
    if (refusal !== undefined || hub.connections() >= mostSockets) return refuseStream(stream, refusal ?? '503 Service Unavailable')
    const address = { host: request.headers.host ?? '', path: feedPath }
    sockets.handleUpgrade(
      request,
      stream,
      head,
      guarded(
        'A new socket',
        (socket: WebSocket) => welcome(socket, address),
        socket => socket.terminate(),
      ),
    )
  })
  const stopBeating = every(heartbeatMs, 'The heartbeat of the sockets', () => hub.heartbeat())
  const stopSweeping = every(sweepMs, 'The sweep of the sockets', () => hub.sweep())
  const stopPinging = every(pingMs, 'The pings of the sockets', () => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  })
  return {
    close() {
      stopBeating()
      stopSweeping()
      stopPinging()
      stopListening()
      for (const socket of sockets.clients) socket.close(1001, 'the server ends')
    },
  }
}

export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}

/** Pages of other sites may not open a socket unless admitted; browsers send their origin. */
export function refuseUpgrade(request: IncomingMessage, { allowedHosts, allowedOrigins, venueKey }: AccessRules): string | undefined {
  if (namesOtherVenue(request.url, venueKey)) return '409 Conflict'
  const headers = new Headers()
  if (request.headers.host !== undefined) headers.set('host', request.headers.host)
  if (request.headers.origin !== undefined) headers.set('origin', request.headers.origin)
  const admitted = allowedOrigins?.find(each => each === request.headers.origin)
  const refusal = refuseRequest({ method: 'POST', headers }, allowedHosts, admitted)
  return refusal === undefined ? undefined : `${refusal.status} ${refusal.status === 403 ? 'Forbidden' : 'Misdirected Request'}`
}
