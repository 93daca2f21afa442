/**
 * Short-lived tokens of one key, made as they are needed. A token is given as long as there is enough of its life left for a request to
 * arrive, and another is made ahead of its end, so that none is refused for its age. Times are the venue's. Making one and its first request
 * are a turn (`turns.ts`), since other tabs make tokens of the same key.
 */
import { secondMs } from '../domain/time.ts'
import type { EndTurn, TakeTurn } from './turns.ts'

export interface TokenSettings {
  readonly apiKey: string
  /** `exp` less `iat`, from `shortestLifeSeconds` to `longestLifeSeconds`. */
  readonly lifeSeconds: number
  /** One token an endpoint, which names it in `uri`. */
  readonly perAddress: boolean
}

export interface TokenMakerParts {
  readonly sign: (claims: Readonly<Record<string, string | number>>) => Promise<string>
  /** Once the venue's clock is known, or cannot be. */
  readonly clockKnown: () => Promise<void>
  /** Venue's clock. */
  readonly nowMs: () => number
  readonly monotonicMs: () => number
  readonly nextNonce: () => number
  readonly takeTurn: TakeTurn
}

export interface TokenMaker {
  /** A token good for the endpoint at `uri`; at once where there is one. Rejects where the browser would not sign. */
  tokenFor(uri: string): string | Promise<string>
  /** The venue answered a request with this token, or never will: the next may be made, by whichever tab. */
  answered(token: string): void
  /** What was made is not given any more. */
  forget(): void
  /** Every token given has longer to live than this, ms. */
  readonly leastLeftMs: number
}

export const shortestLifeSeconds = 25
export const longestLifeSeconds = 10 * 86_400
export const usualLifeSeconds = 60

/** A venue whose clock is behind must not find a token from its future. */
const issuedBeforeSeconds = 5
const mostLeftMs = 60 * secondMs
/** The venue's clock was thought to be elsewhere when the token was made. */
const mostDriftMs = 2 * secondMs

interface Made {
  readonly token: string
  readonly endsMs: number
  readonly madeMs: number
  readonly madeMonotonicMs: number
}

export function createTokenMaker(settings: TokenSettings, parts: TokenMakerParts): TokenMaker {
  const made = new Map<string, Made>()
  const making = new Map<string, Promise<string>>()
  const turns = new Map<string, EndTurn>()
  let turn = 0
  const leastLeftMs = Math.min(((settings.lifeSeconds - issuedBeforeSeconds) * secondMs) / 2, mostLeftMs)

  const isGood = ({ endsMs, madeMs, madeMonotonicMs }: Made): boolean => {
    const nowMs = parts.nowMs()
    const drift = nowMs - madeMs - (parts.monotonicMs() - madeMonotonicMs)
    return endsMs - nowMs > leastLeftMs && Math.abs(drift) <= mostDriftMs
  }

  const make = async (name: string): Promise<string> => {
    const asked = turn
    await parts.clockKnown()
    const endTurn = await parts.takeTurn(`legwork.token.${settings.apiKey} ${name}`)
    try {
      const token = await signNow(name, asked)
      turns.set(token, endTurn)
      return token
    } catch (error) {
      endTurn()
      throw error
    }
  }

  const signNow = async (name: string, asked: number): Promise<string> => {
    const { apiKey, lifeSeconds, perAddress } = settings
    const nowMs = parts.nowMs()
    const madeMonotonicMs = parts.monotonicMs()
    const iat = Math.floor(nowMs / secondMs) - issuedBeforeSeconds
    const exp = iat + lifeSeconds
    const claims = { sub: apiKey, iat, exp, client: 'api', nonce: parts.nextNonce() }
    const token = await parts.sign(perAddress ? { ...claims, uri: name } : claims)
    if (asked === turn) made.set(name, { token, endsMs: exp * secondMs, madeMs: nowMs, madeMonotonicMs })
    return token
  }

  return {
    leastLeftMs,
    tokenFor(uri) {
      const name = settings.perAddress ? uri : ''
      const ready = made.get(name)
      if (ready !== undefined && isGood(ready)) return ready.token
      const begun = making.get(name)
      if (begun !== undefined) return begun
      const promise = make(name).finally(() => {
        if (making.get(name) === promise) making.delete(name)
      })
      making.set(name, promise)
      return promise
    },
    answered(token) {
      turns.get(token)?.()
      turns.delete(token)
    },
    forget() {
      turn += 1
      for (const endTurn of turns.values()) endTurn()
      turns.clear()
      made.clear()
      making.clear()
    },
  }
}
