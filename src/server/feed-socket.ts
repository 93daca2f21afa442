/**
 * The socket's door: an upgrade under the feed's path becomes a connection of the hub. The same Host and Origin rules as for requests; no
 * compression; short messages only; a peer that stops answering pings is let go.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { feedPath } from '../contract/feed.ts'
import { type FeedHub, feedLimits } from '../sandbox/feed/hub.ts'
import { refuseRequest } from './guard.ts'

const heartbeatMs = 5_000
const pingMs = 30_000
/** Sockets of everybody together. */
export const mostSockets = 256

export interface FeedDoor {
  close(): void
}

export type UpgradingServer = Pick<Server, 'on' | 'off' | 'listenerCount'>

/** There is no socket under any other path: said at once, unless somebody else listens for upgrades too (Vite in development). */
export function otherPath(server: UpgradingServer, stream: Duplex): void {
  if (server.listenerCount('upgrade') === 1) stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
}

/** Opens the feed of `hub` on a server that listens, or will. */
export function openFeedDoor(server: UpgradingServer, hub: FeedHub, allowedHosts: readonly string[]): FeedDoor {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: feedLimits.messageLength, perMessageDeflate: false })
  const alive = new WeakSet<WebSocket>()
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    if (new URL(request.url ?? '/', 'http://127.0.0.1').pathname !== feedPath) return otherPath(server, stream)
    const refusal = refuseUpgrade(request, allowedHosts)
    if (refusal !== undefined || hub.connections() >= mostSockets) {
      stream.end(`HTTP/1.1 ${refusal ?? '503 Service Unavailable'}\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, stream, head, socket => welcome(socket))
  }
  const welcome = (socket: WebSocket): void => {
    alive.add(socket)
    const connection = hub.open({
      send: text => socket.send(text),
      close: (code, reason) => {
        socket.close(code, reason)
        // A peer that reads nothing will not read the close either.
        setTimeout(() => socket.terminate(), 1_000).unref()
      },
      reset: () => socket.terminate(),
      bufferedBytes: () => socket.bufferedAmount,
    })
    socket.on('pong', () => alive.add(socket))
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(1003, 'text messages only')
      else void connection.receive(textOf(data))
    })
    socket.on('close', () => connection.closed())
    socket.on('error', () => socket.terminate())
  }
  const beat = setInterval(() => hub.heartbeat(), heartbeatMs).unref()
  const ping = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, pingMs).unref()
  server.on('upgrade', upgrade)
  return {
    close() {
      clearInterval(beat)
      clearInterval(ping)
      server.off('upgrade', upgrade)
      for (const socket of sockets.clients) socket.close(1001, 'the server ends')
    },
  }
}

/** Text of a message, however the socket hands its bytes over. */
export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}

/** A page of another site may not open a socket here either, and a browser sends its origin. */
export function refuseUpgrade(request: IncomingMessage, allowedHosts: readonly string[]): string | undefined {
  const headers = new Headers()
  if (request.headers.host !== undefined) headers.set('host', request.headers.host)
  if (request.headers.origin !== undefined) headers.set('origin', request.headers.origin)
  const refusal = refuseRequest({ method: 'POST', headers }, allowedHosts)
  return refusal === undefined ? undefined : `${refusal.status} ${refusal.status === 403 ? 'Forbidden' : 'Misdirected Request'}`
}
