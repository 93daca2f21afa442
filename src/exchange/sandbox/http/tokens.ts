/**
 * The sandbox's tokens: JWTs signed with ES256 by the sandbox's key, or for an API key's account only by that key.
 * `none`, HS256 and embedded keys (`jwk`, `jku`, `x5u`, `x5c`) are refused; `sub`, `iat` and `exp` are required and
 * must be valid now.
 */
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { errorCodes } from '../../../core/contract/failure.ts'
import { hourMs, secondMs } from '../../../core/domain/time.ts'
import { type Account, isAccountName } from '../exchange.ts'
import type { ApiKeys } from './api-keys.ts'
import { createNonces, type StrictClaims, strictProblem, type TokenAddress, uriProblem } from './strict-tokens.ts'

export interface RefusedToken {
  readonly kind: 'refused'
  readonly code: string
  readonly text: string
}

export interface TokenKeys {
  sign(account: Account, nowMs: number): Promise<string>
  judge(token: string, nowMs: number, address?: TokenAddress): Promise<VerifiedToken | RefusedToken>
  verify(token: string, nowMs: number, address?: TokenAddress): Promise<Account | undefined>
  /** Account of a previously verified token; undefined for any other, even a valid one. */
  known(token: string, nowMs: number, address?: TokenAddress): Account | undefined
  /** Ends a valid token that the sandbox signed; returns false for any other. Ended tokens are kept in memory only. */
  end(token: string, nowMs: number): Promise<boolean>
  isEnded(id: string | undefined): boolean
  /** True if only tokens signed by API keys are accepted. The sandbox then signs none. */
  readonly isStrict: boolean
  isApiKey(account: Account): boolean
}

export interface TokenKeyOptions {
  readonly signingKey?: JWK | undefined
  readonly apiKeys?: ApiKeys | undefined
  readonly isStrict?: boolean | undefined
  /** The host's time, ms since 1970 UTC: clients sign by it even if the exchange's clock is frozen. */
  readonly hostMs?: (() => number) | undefined
}

export const tokenLifeMs = 8 * hourMs

const algorithm = 'ES256'
const toleranceSeconds = 5
const longestToken = 4_096
const foreignKeys = ['jwk', 'jku', 'x5u', 'x5c']
const isTokenType = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')

/** Longest life of a user-signed token, so that a leaked one becomes useless. */
export const longestLifeMs = 31 * 24 * hourMs
const isLife = (iat: number, exp: number): boolean =>
  Number.isFinite(iat) && exp > iat && (exp - iat) * secondMs <= longestLifeMs

const rememberedTokens = 1_000
/** Largest number of tokens ended by signing out. Beyond it the oldest are accepted again. */
const mostEnded = 100_000

export interface VerifiedToken {
  readonly account: Account
  readonly expMs: number
  readonly uri: unknown
  /** Undefined for a token that the sandbox did not sign: it cannot be ended. */
  readonly id?: string | undefined
}

const unauthorisedText = 'auth server rejected the authenticate request, Unauthorized'
const unauthorised = (why?: string): RefusedToken => ({
  kind: 'refused',
  code: errorCodes.unauthorised,
  text: why === undefined ? unauthorisedText : `${unauthorisedText}: ${why}`,
})
const unreadable: RefusedToken = {
  kind: 'refused',
  code: errorCodes.authenticationFailed,
  text: 'the token is not a JWT',
}
const expired: RefusedToken = { kind: 'refused', code: errorCodes.notAuthenticated, text: 'the token has expired' }

/** Ids of tokens that were ended early, kept until the tokens expire. */
function createEndedTokens() {
  const ends = new Map<string, number>()
  return {
    has: (id: string | undefined): boolean => id !== undefined && ends.has(id),
    add(endedId: string, expMs: number, nowMs: number): void {
      for (const [id, each] of ends) if (each <= nowMs || ends.size >= mostEnded) ends.delete(id)
      ends.set(endedId, expMs)
    },
  }
}

interface SignedToken {
  readonly account: Account
  readonly nowMs: number
  readonly id: string
}

const signToken = (privateKey: CryptoKey, { account, nowMs, id }: SignedToken): Promise<string> =>
  new SignJWT({ client: 'api' })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(account)
    .setJti(id)
    .setIssuedAt(Math.floor(nowMs / secondMs))
    .setExpirationTime(Math.floor((nowMs + tokenLifeMs) / secondMs))
    .sign(privateKey)

export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return await exportJWK(privateKey)
}

export async function createTokenKeys(options: TokenKeyOptions = {}): Promise<TokenKeys> {
  const { signingKey, apiKeys = new Map(), isStrict = false, hostMs = () => 0 } = options
  const { privateKey, publicKey } =
    signingKey === undefined ? await generateKeyPair(algorithm) : await pairOf(signingKey)
  const known = new Map<string, VerifiedToken>()
  const nonces = createNonces()
  const ended = createEndedTokens()
  let signed = 0
  const keyOf = (token: string): CryptoKey | undefined =>
    apiKeys.get(decodeJwt(token).sub ?? '') ?? (isStrict ? undefined : publicKey)

  const check = async (
    token: string,
    nowMs: number,
    address: TokenAddress | undefined,
  ): Promise<VerifiedToken | RefusedToken> => {
    const read = await readToken(token, nowMs, {
      keyOf,
      isOwn: account => !apiKeys.has(account),
      latestMs: Math.max(nowMs, hostMs()),
    })
    if ('kind' in read) return read
    const { account, iat, exp, payload } = read
    const { client, nonce, uri } = payload as JWTPayload & Pick<StrictClaims, 'client' | 'nonce' | 'uri'>
    if (isStrict) {
      const claims: StrictClaims = { account, iat, exp, client, nonce, uri }
      const problem = strictProblem(claims, address) ?? nonces.take(claims, address)
      if (problem !== undefined) return unauthorised(problem)
    }
    const { jti } = payload
    const id = apiKeys.has(account) || typeof jti !== 'string' ? undefined : `${account} ${iat} ${jti}`
    return ended.has(id) ? unauthorised('it was ended by signing out') : { account, expMs: exp * secondMs, uri, id }
  }

  const recall = (token: string, nowMs: number, address: TokenAddress | undefined): VerifiedToken | undefined => {
    const remembered = known.get(token)
    if (remembered === undefined || remembered.expMs <= nowMs || ended.has(remembered.id)) return undefined
    return isStrict && uriProblem(remembered.uri, address) !== undefined ? undefined : remembered
  }
  const remember = (token: string, checked: VerifiedToken, nowMs: number): void => {
    if (known.size >= rememberedTokens) for (const [old, { expMs }] of known) if (expMs <= nowMs) known.delete(old)
    if (known.size >= rememberedTokens) known.delete([...known.keys()][0] ?? '')
    known.set(token, checked)
  }
  const judgeNew = async (
    token: string,
    nowMs: number,
    address: TokenAddress | undefined,
  ): Promise<VerifiedToken | RefusedToken> => {
    const remembered = recall(token, nowMs, address)
    if (remembered !== undefined) return remembered
    const checked = await check(token, nowMs, address)
    if ('kind' in checked) return checked
    remember(token, checked, nowMs)
    return checked
  }
  // With rising nonces, tokens are checked one at a time in order of arrival.
  let turn: Promise<unknown> = Promise.resolve()
  const judge: TokenKeys['judge'] = (token, nowMs, address) => {
    if (!isStrict) return judgeNew(token, nowMs, address)
    const judged = turn.then(() => judgeNew(token, nowMs, address))
    turn = judged
    return judged
  }
  return {
    sign: (account, nowMs) => signToken(privateKey, { account, nowMs, id: String((signed += 1)) }),
    known: (token, nowMs, address) => recall(token, nowMs, address)?.account,
    judge,
    async verify(token, nowMs, address) {
      const judged = await judge(token, nowMs, address)
      return 'kind' in judged ? undefined : judged.account
    },
    async end(token, nowMs) {
      const judged = await judge(token, nowMs)
      if ('kind' in judged || judged.id === undefined) return false
      ended.add(judged.id, judged.expMs, nowMs)
      return true
    },
    isEnded: ended.has,
    isApiKey: account => apiKeys.has(account),
    isStrict,
  }
}

interface ReadToken {
  readonly account: Account
  readonly iat: number
  readonly exp: number
  readonly payload: JWTPayload
}

interface Readers {
  keyOf(token: string): CryptoKey | undefined
  isOwn(account: Account): boolean
  /** Latest acceptable client time: the venue's clock stops when frozen and lags afterwards. */
  readonly latestMs: number
}

async function readToken(
  token: string,
  nowMs: number,
  { keyOf, isOwn, latestMs }: Readers,
): Promise<ReadToken | RefusedToken> {
  if (token.length > longestToken) return unreadable
  try {
    const header = decodeProtectedHeader(token)
    if (foreignKeys.some(name => name in header) || !isTokenType(header.typ)) return unauthorised()
    const key = keyOf(token)
    if (key === undefined) return unauthorised()
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(nowMs),
    })
    const { sub, iat, exp, aud } = payload
    if (sub === undefined || !isAccountName(sub) || iat === undefined || exp === undefined) return unauthorised()
    if (!isLife(iat, exp)) return unauthorised('its life is too long')
    // The token is for another audience (RFC 7519, 4.1.3).
    if (aud !== undefined) return unauthorised()
    // Our own tokens are accepted even if they look too early: then the host's clock was set back.
    if (!isOwn(sub) && iat * secondMs > latestMs + toleranceSeconds * secondMs) return unauthorised('iat lies ahead')
    return { account: sub, iat, exp, payload }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return expired
    return isThreeParts(token) ? unauthorised() : unreadable
  }
}

const isThreeParts = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

async function pairOf(signingKey: JWK): Promise<{ readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }> {
  const { d: _, ...open } = signingKey
  const [privateKey, publicKey] = await Promise.all([importJWK(signingKey, algorithm), importJWK(open, algorithm)])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array || privateKey.type !== 'private') {
    throw new Error('not a private P-256 key')
  }
  return { privateKey, publicKey }
}
