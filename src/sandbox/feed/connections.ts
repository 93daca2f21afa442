/** The sockets that are open: what is sent to them, how long each is signed in, and when one is ended. */
import { msFromMicros } from '../../domain/time.ts'
import type { FeedHubOptions, FeedLimits, FeedSocket } from './hub-options.ts'
import { failed, failureCodes } from './messages.ts'
import type { Connection } from './requests.ts'

/** 1008 not signed in, or silent; 1009 too big, 1011 failed inside, 1013 try again later. */
export const closeCodes = { notSignedIn: 1008, silent: 1008, tooBig: 1009, failed: 1011, tooSlow: 1013 } as const

export function createConnections({ clock, hostMs = () => 0 }: Pick<FeedHubOptions, 'clock' | 'hostMs'>, limits: FeedLimits) {
  const connections = new Set<Connection>()
  const drop = (connection: Connection, code: number, reason: string): void => {
    connections.delete(connection)
    connection.socket.close(code, reason)
  }
  const sendTo = (connection: Connection, text: string): void => {
    if (!connections.has(connection)) return
    const buffered = connection.socket.bufferedBytes()
    if (buffered <= limits.bufferBytes) connection.owed = 0
    if (buffered > limits.bufferBytes + connection.owed) return drop(connection, closeCodes.tooSlow, 'reads too slowly')
    // What a client asked for may take its time, however long it is; what comes on top of it may not.
    if (text.length > limits.bufferBytes) connection.owed = text.length
    connection.socket.send(text)
  }
  /** A socket is signed in for as long as its token holds; a fresh token on the same socket goes on from there. */
  const endLogin = (connection: Connection): void => {
    if (connection.account === undefined || connection.expMs > msFromMicros(clock())) return
    connection.account = undefined
    connection.wantsRfqs = false
    connection.strangerSinceMs = hostMs()
    sendTo(connection, failed(undefined, failureCodes.notAuthenticated, 'the token has expired: send authenticate with a fresh one'))
  }
  return {
    connections,
    drop,
    sendTo,
    endLogin,
    add(socket: FeedSocket): Connection {
      const nowMs = hostMs()
      const connection = { socket, account: undefined, expMs: 0, strangerSinceMs: nowMs, receivedMs: nowMs, wantsRfqs: false, owed: 0 }
      connections.add(connection)
      return connection
    },
    /** It sent something. */
    received(connection: Connection): void {
      connection.receivedMs = hostMs()
    },
    sweep(): void {
      for (const connection of connections) {
        endLogin(connection)
        const isStranger = connection.account === undefined && hostMs() - connection.strangerSinceMs >= limits.signInMs
        if (isStranger) drop(connection, closeCodes.notSignedIn, 'not signed in in time')
        else if (hostMs() - connection.receivedMs > limits.silenceMs) drop(connection, closeCodes.silent, 'no heartbeat')
      }
    },
  }
}
