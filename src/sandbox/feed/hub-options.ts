/** What the socket side of the exchange is given: sockets, the exchange, limits. */
import type { EpochMicros } from '../../domain/time.ts'
import type { Exchange } from '../exchange.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { TokenAddress } from '../http/strict-tokens.ts'
import type { TokenKeys } from '../http/tokens.ts'
import type { LeftOut } from '../left-out.ts'
import type { SandboxMarket } from '../market/create-market.ts'

export interface FeedSocket {
  send(text: string): void
  close(code: number, reason: string): void
  /** Ends it at once, without a word. */
  reset(): void
  /** Sent and not yet taken by the other side. */
  bufferedBytes(): number
  /** It is signed in from now on, or no more since its token has ended. */
  signedIn?(isSignedIn: boolean): void
  /** A login was refused. */
  loginRefused?(): void
  /** Host under which it was opened, and the path. */
  readonly address?: TokenAddress | undefined
}

export interface FeedHubOptions {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly clock: () => EpochMicros
  readonly judge: TokenKeys['judge']
  /** Has a token been ended before its time? */
  readonly isEnded?: TokenKeys['isEnded'] | undefined
  /**
   * The host's own clock, which is never frozen, ms; without one no socket is closed for not signing in or for silence.
   */
  readonly hostMs?: (() => number) | undefined
  readonly limits?: Partial<FeedLimits>
  /** Requests over the socket count like those over HTTP, each order of a bulk as one. */
  readonly rateLimiter?: RateLimiter | undefined
  /** What rows had to be left out. */
  readonly leftOut?: LeftOut | undefined
  /** Called when something could not be answered or pushed: a programming error. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface FeedLimits {
  /** Bytes that may wait for a slow reader before it is cut off. */
  readonly bufferBytes: number
  /** Sockets signed in to one account. */
  readonly socketsPerAccount: number
  /** Longest message taken, in characters. */
  readonly messageLength: number
  /** How long a socket may be signed in to nothing. */
  readonly signInMs: number
  /** How long a client may send nothing, not even a heartbeat. */
  readonly silenceMs: number
}
