import type { EpochMicros } from '../../../core/domain/time.ts'
import type { Exchange } from '../exchange.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { TokenAddress } from '../http/strict-tokens.ts'
import type { TokenKeys } from '../http/tokens.ts'
import type { LeftOut } from '../left-out.ts'
import type { SandboxMarket } from '../market/create-market.ts'

export interface FeedSocket {
  send(text: string): void
  close(code: number, reason: string): void
  reset(): void
  bufferedBytes(): number
  /** Called when the connection signs in, and when its token has ended. */
  signedIn?(isSignedIn: boolean): void
  loginRefused?(): void
  /** Host under which the socket was opened, and the path. */
  readonly address?: TokenAddress | undefined
}

export interface FeedHubOptions {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly clock: () => EpochMicros
  readonly judge: TokenKeys['judge']
  /** True if the token was ended before its expiry. */
  readonly isEnded?: TokenKeys['isEnded'] | undefined
  /**
   * The host's own clock, which is never frozen, ms; without one no socket is closed for not signing in or for silence.
   */
  readonly hostMs?: (() => number) | undefined
  readonly limits?: Partial<FeedLimits>
  /** Socket requests count like HTTP requests; each order of a bulk counts as one. */
  readonly rateLimiter?: RateLimiter | undefined
  readonly leftOut?: LeftOut | undefined
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface FeedLimits {
  /** Bytes that may wait for a slow reader before its socket is closed. */
  readonly bufferBytes: number
  readonly socketsPerAccount: number
  readonly messageLength: number
  readonly signInMs: number
  readonly silenceMs: number
}
