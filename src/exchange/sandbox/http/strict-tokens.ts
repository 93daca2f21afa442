/**
 * Extra rules for short-lived tokens (venue extensions, "Token"; `SANDBOX_TOKENS=strict`): a life of at most 30 s,
 * `client` = `api`, a rising `nonce` never used twice, and the `uri` of the called endpoint. A token may be reused
 * until it expires.
 */
import type { Account } from '../exchange.ts'

export interface TokenAddress {
  readonly host: string
  readonly path: string
}

export interface StrictClaims {
  readonly account: Account
  readonly iat: number
  readonly exp: number
  readonly client: unknown
  readonly nonce: unknown
  readonly uri: unknown
}

export const strictLifeSeconds = 30

export function strictProblem(
  { iat, exp, client, nonce, uri }: StrictClaims,
  address: TokenAddress | undefined,
): string | undefined {
  if (exp - iat > strictLifeSeconds) return `exp is more than ${strictLifeSeconds} s after iat`
  if (client !== 'api') return 'client is not api'
  if (nonceOf(nonce) === undefined) return 'nonce is not a whole number'
  return uriProblem(uri, address)
}

export function uriProblem(uri: unknown, address: TokenAddress | undefined): string | undefined {
  const isRight = typeof uri === 'string' && address !== undefined && isAddress(uri, address)
  return isRight
    ? undefined
    : `uri is not the address of this endpoint${address === undefined ? '' : ` (${address.path})`}`
}

function isAddress(uri: string, { host, path }: TokenAddress): boolean {
  const [, , named, bare] = /^([a-z]+:\/\/([^/?#]*))?([^?#]*)/i.exec(uri) ?? []
  return bare === path && (named === undefined || named === host)
}

function nonceOf(nonce: unknown): bigint | undefined {
  if (typeof nonce === 'number') return Number.isInteger(nonce) && nonce >= 0 ? BigInt(nonce) : undefined
  return typeof nonce === 'string' && /^\d{1,30}$/.test(nonce) ? BigInt(nonce) : undefined
}

export interface Nonces {
  /** Uses up the nonce of a new token. Returns the problem if it is not allowed. */
  take(claims: StrictClaims, address: TokenAddress | undefined): string | undefined
}

interface OfAccount {
  readonly highest: Map<string, bigint>
  /** Expiry of the tokens by nonce, seconds. */
  readonly used: Map<bigint, number>
}

const mostUsed = 512

/**
 * Nonces rise per endpoint: tokens for several endpoints travel on several connections, so their order of arrival
 * varies. No nonce is accepted twice on any endpoint while its token lives.
 */
export function createNonces(): Nonces {
  const accounts = new Map<Account, OfAccount>()
  return {
    take(claims, address) {
      const nonce = nonceOf(claims.nonce)
      if (nonce === undefined) return 'nonce is not a whole number'
      const path = address?.path ?? ''
      const { highest, used } = accounts.get(claims.account) ?? {
        highest: new Map<string, bigint>(),
        used: new Map<bigint, number>(),
      }
      accounts.set(claims.account, { highest, used })
      const last = highest.get(path)
      if ((last !== undefined && nonce <= last) || used.has(nonce)) return 'nonce has not risen'
      if (used.size >= mostUsed) for (const [old, until] of used) if (until < claims.iat) used.delete(old)
      highest.set(path, nonce)
      used.set(nonce, claims.exp)
      return undefined
    },
  }
}
