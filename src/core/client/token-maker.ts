/**
 * Makes short-lived tokens for one API key. A token is reused while enough of its life is left for a request to arrive,
 * and is replaced before it expires, so that none is refused for its age. Times are the venue's. Other tabs use the
 * same key, so making a token and sending its first request form one turn (`turns.ts`).
 */
import { secondMs } from '../domain/time.ts'
import type { EndTurn, TakeTurn } from './turns.ts'

export interface TokenSettings {
  readonly apiKey: string
  /** `exp` minus `iat`, from `shortestLifeSeconds` to `longestLifeSeconds`. */
  readonly lifeSeconds: number
  /** True if each endpoint needs its own token, which names it in `uri`. */
  readonly perAddress: boolean
}

export interface TokenMakerParts {
  readonly sign: (claims: Readonly<Record<string, string | number>>) => Promise<string>
  /** Resolves once the venue's clock is known, or cannot be. */
  readonly clockKnown: () => Promise<void>
  readonly nowMs: () => number
  readonly monotonicMs: () => number
  readonly nextNonce: () => number
  readonly takeTurn: TakeTurn
}

export interface TokenMaker {
  tokenFor(uri: string): string | Promise<string>
  answered(token: string): void
  forget(): void
  readonly leastLeftMs: number
}

export const shortestLifeSeconds = 25
export const longestLifeSeconds = 10 * 86_400
export const usualLifeSeconds = 60

/** Backdates `iat`: a venue whose clock is behind must not see a token from the future. */
const issuedBeforeSeconds = 5
const mostLeftMs = 60 * secondMs
/** Change of the estimated venue clock beyond which a token is discarded. */
const mostDriftMs = 2 * secondMs

interface MadeToken {
  readonly token: string
  readonly endsMs: number
  readonly madeMs: number
  readonly madeMonotonicMs: number
}

export function createTokenMaker(settings: TokenSettings, parts: TokenMakerParts): TokenMaker {
  const made = new Map<string, MadeToken>()
  const making = new Map<string, Promise<string>>()
  const turns = new Map<string, EndTurn>()
  let turn = 0
  const leastLeftMs = Math.min(((settings.lifeSeconds - issuedBeforeSeconds) * secondMs) / 2, mostLeftMs)

  const isGood = ({ endsMs, madeMs, madeMonotonicMs }: MadeToken): boolean => {
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
