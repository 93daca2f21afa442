/**
 * Refusals: HTTP status and plain text, never a stack trace. A request refused before it was parsed (login, parameters)
 * gets an error object with a code, as the venue extensions say; the core profile has only text.
 */
import { errorCodes } from '../../../core/contract/failure.ts'
import type { Profile } from './profile.ts'
import type { RefusedToken } from './tokens.ts'

export interface Refusal {
  readonly kind: 'refusal'
  readonly status: 400 | 401 | 404 | 405 | 413 | 415 | 429 | 500
  readonly error: string
  readonly object?: { readonly error_code: string; readonly message: string }
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (
  status: Refusal['status'],
  error: string,
  more: Pick<Refusal, 'object' | 'headers'> = {},
): Refusal => ({
  kind: 'refusal',
  status,
  error,
  ...more,
})

const parameterStatuses: ReadonlySet<number> = new Set([400, 413, 415])

export function refusalBody({ status, error, object }: Refusal, profile: Profile) {
  const isAboutParameters = parameterStatuses.has(status)
  const shown = object ?? (isAboutParameters ? { error_code: errorCodes.invalidParameters, message: error } : undefined)
  return { error: profile === 'core' || shown === undefined ? error : shown }
}

export const failure: Refusal = refuse(
  500,
  'The exchange failed to answer. The request may have been executed: look before you repeat it.',
)

export const tooManyRequests = (seconds: number): Refusal =>
  refuse(429, `Too many requests from this account: try again in ${seconds} s. This one was not carried out.`, {
    headers: { 'retry-after': String(seconds) },
  })

const notSignedIn =
  'Not signed in: send a valid token in the header credentials_secret. Some proxies drop headers with an underscore; GET /healthz/headers tells whether it arrived.'

export const noToken: Refusal = refuse(401, notSignedIn, {
  object: { error_code: errorCodes.invalidCredentials, message: notSignedIn },
})

export const unauthorised = ({ code, text }: RefusedToken): Refusal =>
  refuse(401, notSignedIn, { object: { error_code: code, message: text } })
