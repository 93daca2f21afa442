/**
 * Refusals outside the expected answer: `{ "error": { "error_code", "message" } }` (venue extensions), or the
 * contract's text `error` with an optional `reason`, alone or in an envelope. Both are recognised under any HTTP
 * status.
 */
import { isRecord } from '../domain/json.ts'
import { z } from '../domain/zod.ts'
import { absent, wireWord, wireWords } from './wire.ts'

/** Error codes of the public venue, by the names its clients use. 0 over the socket means success. */
export const errorCodes = {
  exchangeDown: '8',
  invalidCredentials: '9',
  authenticationFailed: '10',
  alreadyAuthenticated: '11',
  notAuthenticated: '12',
  unauthorised: '14',
  invalidParameters: '16',
  noTradeHistory: '18',
} as const

const loginCodes: ReadonlySet<string> = new Set([
  errorCodes.invalidCredentials,
  errorCodes.authenticationFailed,
  errorCodes.notAuthenticated,
  errorCodes.unauthorised,
])
export const isLoginCode = (code: string | undefined): boolean => code !== undefined && loginCodes.has(code)

/** Our server's words for an upstream page or text, which says nothing about the request. */
export const notJsonWords = 'with something that is not JSON'

export const errorObject = z.looseObject({ error_code: wireWord, message: wireWords })

const loose = z.object({
  error_code: absent(wireWord),
  message: absent(wireWords),
  error_text: absent(wireWords),
  reason: absent(wireWords),
})
const plain = z.object({ error: wireWords, reason: absent(wireWords) })

export interface VenueError {
  readonly code?: string | undefined
  readonly text: string
}

export function readVenueError(value: unknown): VenueError | undefined {
  if (!isRecord(value)) return undefined
  if ('error' in value) return read(value)
  const [inner, more] = Object.values(value)
  return more === undefined && isRecord(inner) && 'error' in inner ? read(inner) : undefined
}

function read(body: Readonly<Record<string, unknown>>): VenueError | undefined {
  if (isRecord(body['error'])) {
    const parsed = z.safeDecode(loose, body['error'])
    if (!parsed.success) return undefined
    const { error_code: code, message, error_text, reason } = parsed.data
    const text = message ?? error_text ?? reason ?? (code === undefined ? undefined : `error ${code}`)
    return text === undefined ? undefined : { code, text }
  }
  const parsed = z.safeDecode(plain, body as z.input<typeof plain>)
  return parsed.success ? { text: parsed.data.reason ?? parsed.data.error } : undefined
}
