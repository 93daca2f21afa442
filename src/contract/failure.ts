/**
 * How a venue refuses outside the requested answer: `{ "error": { "error_code", "message" } }` (venue extensions) or
 * the contract's text `error` with an optional `reason`, by itself or inside an envelope. Both are read wherever they
 * stand and under any HTTP status.
 */
import { isRecord } from '../domain/json.ts'
import { z } from '../domain/zod.ts'
import { absent, wireWord, wireWords } from './wire.ts'

/** Codes the public venue is known to send, by its clients' names. 0 over the socket is success. */
export const errorCodes = {
  exchangeDown: '8',
  invalidCredentials: '9',
  authenticationFailed: '10',
  /** To a login over a socket that is signed in. */
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
/** Whether a code says that the login does not hold. */
export const isLoginCode = (code: string | undefined): boolean => code !== undefined && loginCodes.has(code)

/** This server's words for an answer that is a page or a text: it says nothing about the request. */
export const notJsonWords = 'with something that is not JSON'

/** What stands under `error` where a call is refused before it is understood. */
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
  /** The venue's own. */
  readonly text: string
}

/** The refusal in the JSON value of an answer; undefined where it is not one. */
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
