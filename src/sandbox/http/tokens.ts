/**
 * Tokens of the sandbox: JWTs signed with ES256, by the sandbox's own key or, for the account of an API key, by that key's private half
 * and by nothing else. `none`, HS256 and keys that a token brings along (`jwk`, `jku`, `x5u`, `x5c`) are refused, and `sub`, `iat` and
 * `exp` must be there and hold now.
 */
import { type CryptoKey, type JWK, SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, jwtVerify } from 'jose'
import { hourMs, secondMs } from '../../domain/time.ts'
import { type Account, isAccountName } from '../exchange.ts'
import type { ApiKeys } from './api-keys.ts'

export interface TokenKeys {
  /** A token for the account, valid from `nowMs` for `tokenLifeMs`. */
  sign(account: Account, nowMs: number): Promise<string>
  /** Account of a token that holds at `nowMs`; undefined for any other. */
  verify(token: string, nowMs: number): Promise<Account | undefined>
  /** The same with the token's end. */
  verified(token: string, nowMs: number): Promise<Verified | undefined>
  /** The same of a token that was verified before; undefined for any other, which may hold all the same. */
  known(token: string, nowMs: number): Account | undefined
  /** Is this the account of an API key? Then only its owner signs for it. */
  isApiKey(account: Account): boolean
}

export interface TokenKeyOptions {
  /** Private key of the sandbox as `createSigningKey` makes it; one for this time only without. */
  readonly signingKey?: JWK | undefined
  readonly apiKeys?: ApiKeys | undefined
}

export const tokenLifeMs = 8 * hourMs

const algorithm = 'ES256'
/** Clocks may differ by this much. */
const toleranceSeconds = 5
const longestToken = 4_096
const foreignKeys = ['jwk', 'jku', 'x5u', 'x5c']
/** A token for another use (`at+jwt`, `logout+jwt`) is none for this one; one that says nothing is taken as what it stands for here. */
const isTokenType = (typ: unknown): boolean => typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')

/** Longest life of a token that a user signs: one that leaked is of no use for ever. */
export const longestLifeMs = 31 * 24 * hourMs
const isLife = (iat: number, exp: number): boolean => Number.isFinite(iat) && exp > iat && (exp - iat) * secondMs <= longestLifeMs

/** Signatures already checked; a trader's token comes with every poll. */
const rememberedTokens = 1_000

export interface Verified {
  readonly account: Account
  /** ms since 1970 UTC of the venue's clock. */
  readonly expMs: number
}

/** A private key to sign with, to be kept where nobody else reads it. */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return await exportJWK(privateKey)
}

/** Throws for a signing key that is none. */
export async function createTokenKeys({ signingKey, apiKeys = new Map() }: TokenKeyOptions = {}): Promise<TokenKeys> {
  const { privateKey, publicKey } = signingKey === undefined ? await generateKeyPair(algorithm) : await pairOf(signingKey)
  const known = new Map<string, Verified>()

  const check = async (token: string, nowMs: number): Promise<Verified | undefined> => {
    if (token.length > longestToken) return undefined
    try {
      const header = decodeProtectedHeader(token)
      if (foreignKeys.some(name => name in header) || !isTokenType(header.typ)) return undefined
      const { payload } = await jwtVerify(token, apiKeys.get(decodeJwt(token).sub ?? '') ?? publicKey, {
        algorithms: [algorithm],
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: toleranceSeconds,
        currentDate: new Date(nowMs),
      })
      const { sub, iat, exp, aud } = payload
      if (sub === undefined || !isAccountName(sub) || iat === undefined || exp === undefined) return undefined
      if (!isLife(iat, exp)) return undefined
      // Meant for somebody else: nobody here goes by such a name (RFC 7519, 4.1.3).
      if (aud !== undefined) return undefined
      // Our own tokens were signed when they were; where they look early, the host's clock was set back.
      const isEarly = apiKeys.has(sub) && iat * secondMs > nowMs + toleranceSeconds * secondMs
      return isEarly ? undefined : { account: sub, expMs: exp * secondMs }
    } catch {
      // Whatever jose found wrong with a stranger's token is answered alike: not signed in.
      return undefined
    }
  }

  const recall = (token: string, nowMs: number): Verified | undefined => {
    const remembered = known.get(token)
    return remembered !== undefined && remembered.expMs > nowMs ? remembered : undefined
  }
  const verified = async (token: string, nowMs: number): Promise<Verified | undefined> => {
    const remembered = recall(token, nowMs)
    if (remembered !== undefined) return remembered
    const checked = await check(token, nowMs)
    if (checked === undefined) return undefined
    if (known.size >= rememberedTokens) known.clear()
    known.set(token, checked)
    return checked
  }
  return {
    sign: (account, nowMs) =>
      new SignJWT({ client: 'api' })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(account)
        .setIssuedAt(Math.floor(nowMs / secondMs))
        .setExpirationTime(Math.floor((nowMs + tokenLifeMs) / secondMs))
        .sign(privateKey),
    known: (token, nowMs) => recall(token, nowMs)?.account,
    verify: async (token, nowMs) => (await verified(token, nowMs))?.account,
    verified,
    isApiKey: account => apiKeys.has(account),
  }
}

async function pairOf(signingKey: JWK): Promise<{ readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }> {
  const { d: _, ...open } = signingKey
  const [privateKey, publicKey] = await Promise.all([importJWK(signingKey, algorithm), importJWK(open, algorithm)])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array || privateKey.type !== 'private') {
    throw new Error('not a private P-256 key')
  }
  return { privateKey, publicKey }
}
