import { z } from '../domain/zod.ts'

export interface TokenClaims {
  readonly account: string
  /** ms since 1970 UTC; undefined if the token has no expiry. */
  readonly expiresAtMs: number | undefined
}

const claims = z.looseObject({
  sub: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  exp: z.optional(z.number().check(z.positive())),
})
const longest = 8_192
const part = /^[\w-]+$/

/** Reads the claims of a token without verifying its signature. Undefined if it is not shaped like a signed JWT. */
export function parseToken(token: string): TokenClaims | undefined {
  const parts = token.split('.')
  const payload = parts[1]
  if (token.length > longest || parts.length !== 3 || payload === undefined || !parts.every(each => part.test(each)))
    return undefined
  const parsed = claims.safeParse(readJson(payload))
  if (!parsed.success || readJson(parts[0] ?? '') === undefined) return undefined
  const { sub, exp } = parsed.data
  return { account: sub ?? 'account', expiresAtMs: exp === undefined ? undefined : exp * 1_000 }
}

function readJson(base64Url: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), letter =>
      letter.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
