/**
 * Identifies the subject of a token: the token is used for a private call, and its subject is trusted only if the venue
 * accepts it. The result is cached for half a minute by the token's hash, never by the token.
 */
import { createHash } from 'node:crypto'
import { decodeAnswer } from '../../core/client/create-client.ts'
import type { Http } from '../../core/client/http.ts'
import { parseToken } from '../../core/client/token.ts'
import { endpoints } from '../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../core/contract/header-names.ts'

export type TokenVerdict =
  | { readonly kind: 'taken'; readonly subject: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown' }

export interface TokenCheckParts {
  readonly http: Http
  readonly baseUrl: string
  readonly nowMs: () => number
  readonly venueNowMs: () => Promise<number>
}

const rememberedMs = 30_000
const mostRemembered = 10_000
const timeoutMs = 5_000
const refused: TokenVerdict = { kind: 'refused' }

export interface TokenCheck {
  known(token: string): TokenVerdict | undefined
  ask(token: string): Promise<TokenVerdict>
}

export function createTokenCheck({ http, baseUrl, nowMs, venueNowMs }: TokenCheckParts): TokenCheck {
  const remembered = new Map<string, { readonly verdict: TokenVerdict; readonly untilMs: number }>()
  const remember = (token: string, verdict: TokenVerdict, untilMs: number): TokenVerdict => {
    if (verdict.kind === 'unknown') return verdict
    for (const [key, each] of remembered)
      if (each.untilMs <= nowMs() || remembered.size >= mostRemembered) remembered.delete(key)
    remembered.set(hashOf(token), { verdict, untilMs })
    return verdict
  }
  return {
    known(token) {
      if (parseToken(token) === undefined) return refused
      const found = remembered.get(hashOf(token))
      return found !== undefined && found.untilMs > nowMs() ? found.verdict : undefined
    },
    async ask(token) {
      const claims = parseToken(token)
      if (claims === undefined) return refused
      const verdict = await askVenue(http, baseUrl, token)
      const leftMs = claims.expiresAtMs === undefined ? rememberedMs : claims.expiresAtMs - (await venueNowMs())
      const untilMs = nowMs() + Math.min(rememberedMs, leftMs)
      return remember(
        token,
        verdict === 'taken' ? { kind: 'taken', subject: claims.account } : { kind: verdict },
        untilMs,
      )
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64')

async function askVenue(http: Http, baseUrl: string, token: string): Promise<TokenVerdict['kind']> {
  try {
    const answer = await http({
      method: 'GET',
      url: baseUrl + endpoints.positions.path,
      headers: { accept: 'application/json', [credentialsHeader]: token },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const decoded = decodeAnswer('positions', answer, {}, 0)
    if (decoded.ok) return 'taken'
    return decoded.fault.kind === 'unauthorised' ? 'refused' : 'unknown'
  } catch {
    return 'unknown'
  }
}
