/**
 * The socket side of the exchange, independent of a real socket. Pushes go only to connections signed in to the
 * account; RFQs go to all that registered, without their owner. Requests are answered in order. A connection that does
 * not read is closed (`FeedSocket.bufferedBytes`).
 */
import { type FeedRequest, readFeedRequest } from '../../../core/contract/feed.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import type { Account, AppliedCommand, Command, Exchange, ExchangeEvent } from '../exchange.ts'
import { type RateLimiter, unlimited } from '../http/rate-limit.ts'
import { createLeftOut } from '../left-out.ts'
import type { FeedHubOptions, FeedLimits, FeedSocket } from './hub-options.ts'
import { createListingMessage, failed, failureCodes, pushOf, rfqPushOf, write } from './messages.ts'
import { answerRequest, answerUnread, type Connection, type FeedVenue } from './requests.ts'

/** 1008 not signed in or silent; 1009 too big, 1011 internal error, 1013 try again later. */
const closeCodes = { notSignedIn: 1008, silent: 1008, tooBig: 1009, failed: 1011, tooSlow: 1013 } as const

function createConnections(
  { clock, hostMs = () => 0, isEnded }: Pick<FeedHubOptions, 'clock' | 'hostMs' | 'isEnded'>,
  limits: FeedLimits,
) {
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
    if (text.length > limits.bufferBytes) connection.owed = text.length
    connection.socket.send(text)
  }
  const endLogin = (connection: Connection): void => {
    if (connection.account === undefined) return
    if (connection.expMs > msFromMicros(clock()) && isEnded?.(connection.tokenId) !== true) return
    connection.account = undefined
    connection.wantsRfqs = false
    connection.strangerSinceMs = hostMs()
    connection.socket.signedIn?.(false)
    sendTo(
      connection,
      failed(undefined, failureCodes.notAuthenticated, 'the token has expired: send authenticate with a fresh one'),
    )
  }
  return {
    connections,
    drop,
    sendTo,
    endLogin,
    add(socket: FeedSocket): Connection {
      const nowMs = hostMs()
      const connection = {
        socket,
        account: undefined,
        expMs: 0,
        strangerSinceMs: nowMs,
        receivedMs: nowMs,
        wantsRfqs: false,
        owed: 0,
      }
      connections.add(connection)
      return connection
    },
    received(connection: Connection): void {
      connection.receivedMs = hostMs()
    },
    sweep(): void {
      for (const connection of connections) {
        endLogin(connection)
        const isStranger = connection.account === undefined && hostMs() - connection.strangerSinceMs >= limits.signInMs
        if (isStranger) drop(connection, closeCodes.notSignedIn, 'not signed in in time')
        else if (hostMs() - connection.receivedMs > limits.silenceMs)
          drop(connection, closeCodes.silent, 'no heartbeat')
      }
    },
  }
}

export const feedLimits: FeedLimits = {
  bufferBytes: 1_048_576,
  socketsPerAccount: 16,
  messageLength: 65_536,
  signInMs: 10_000,
  silenceMs: Number.POSITIVE_INFINITY,
}

export interface FeedConnection {
  /**
   * Handles messages one at a time; one that cannot be answered gets an error. The promise is for tests and never
   * rejects.
   */
  receive(text: string): Promise<void>
  closed(): void
}

export interface FeedHub {
  open(socket: FeedSocket): FeedConnection
  publish(events: readonly ExchangeEvent[]): void
  heartbeat(): void
  /** Call about once a second: closes expired sockets. */
  sweep(): void
  connections(): number
}

export function createFeedHub(options: FeedHubOptions): FeedHub {
  const limits: FeedLimits = { ...feedLimits, ...options.limits }
  const { rateLimiter = unlimited, leftOut = createLeftOut(() => undefined) } = options
  const { connections, drop, sendTo, endLogin, sweep, add, received } = createConnections(options, limits)
  const venue = {
    ...options,
    leftOut,
    listing: createListingMessage(options.market, leftOut),
    send: sendTo,
    apply: (command: Command): AppliedCommand => options.exchange.apply(command, options.clock()),
    isFull: (account: Account) =>
      [...connections].filter(each => each.account === account).length >= limits.socketsPerAccount,
  }
  const answer = async (connection: Connection, text: string): Promise<void> => {
    if (!connections.has(connection)) return
    if (text.length > limits.messageLength) return drop(connection, closeCodes.tooBig, 'message too long')
    endLogin(connection)
    await answerText(connection, text, venue, rateLimiter)
  }
  const failedOn = (connection: Connection, error: unknown): void => {
    options.onError?.(error)
    sendTo(connection, failed(undefined, failureCodes.failed, failedText))
  }
  return {
    open(socket) {
      const connection = add(socket)
      let queue = Promise.resolve()
      return {
        receive(text) {
          received(connection)
          queue = queue.then(() => answer(connection, text)).catch((error: unknown) => failedOn(connection, error))
          return queue
        },
        closed: () => void connections.delete(connection),
      }
    },
    publish(events) {
      if (connections.size === 0) return
      for (const connection of connections) endLogin(connection)
      const now = options.clock()
      for (const event of events) {
        try {
          for (const [connection, text] of pushesOf(event, connections, now)) sendTo(connection, text)
        } catch (error) {
          // A client that missed its push must not believe that it is up to date.
          options.onError?.(error)
          for (const connection of concernedBy(event, connections))
            drop(connection, closeCodes.failed, 'a push could not be written')
        }
      }
    },
    heartbeat() {
      const text = heartbeatAt(options.clock())
      for (const connection of connections) sendTo(connection, text)
    },
    sweep,
    connections: () => connections.size,
  }
}

const heartbeatAt = (now: EpochMicros): string => write('heartbeat', { server_utc_timestamp: now, timestamp: now })

const failedText = 'the exchange failed to answer; the request may have been executed: look before you repeat it'

async function answerText(
  connection: Connection,
  text: string,
  venue: FeedVenue,
  rateLimiter: RateLimiter,
): Promise<void> {
  const { account } = connection
  const waitOf = (count: number): number => (account === undefined ? 0 : rateLimiter.take(account, count))
  const read = readFeedRequest(text)
  // A heartbeat is never answered, whatever its fields.
  if (!read.ok && read.name === 'heartbeat') return
  if (read.ok && read.message.name === 'heartbeat') return
  const waitSeconds = waitOf(read.ok ? costOf(read.message) : 1)
  if (waitSeconds > 0) return venue.send(connection, tooMany(read.ok ? tagOf(read.message) : undefined, waitSeconds))
  if (read.ok) await answerRequest(connection, read.message, venue)
  else answerUnread(connection, read, venue)
}

const concernedBy = (event: ExchangeEvent, connections: Iterable<Connection>): readonly Connection[] =>
  [...connections].filter(each => each.wantsRfqs || ('account' in event && each.account === event.account))

function pushesOf(event: ExchangeEvent, connections: Iterable<Connection>, now: EpochMicros): [Connection, string][] {
  const pushes: [Connection, string][] = []
  let [own, shared]: (string | undefined)[] = []
  for (const connection of connections) {
    if ('account' in event && connection.account === event.account) {
      const asked = event.kind === 'order_ended' ? connection.cancelling?.user_tag : undefined
      own ??= pushOf(event, now)
      const text = asked === undefined ? own : pushOf(event, now, asked)
      if (text !== undefined) pushes.push([connection, text])
    }
    if (connection.wantsRfqs) {
      shared ??= rfqPushOf(event, now)
      if (shared !== undefined) pushes.push([connection, shared])
    }
  }
  return pushes
}

const tooMany = (user_tag: string | undefined, waitSeconds: number): string =>
  failed(
    user_tag,
    failureCodes.tooMany,
    `too many requests from this account: try again in ${waitSeconds} s; this one was not carried out`,
  )

const tagOf = ({ name, body }: FeedRequest): string | undefined => (name === 'heartbeat' ? undefined : body.user_tag)

const costOf = (message: FeedRequest): number => (message.name === 'new_bulk_order' ? message.body.orders.length : 1)

export function publishing(exchange: Exchange, publish: (events: readonly ExchangeEvent[]) => void): Exchange {
  return {
    ...exchange,
    apply(command, now) {
      const applied = exchange.apply(command, now)
      if (applied.events.length > 0) publish(applied.events)
      return applied
    },
  }
}
