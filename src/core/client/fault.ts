/** Why a call failed, as a value. `message` is plain text to show to the user and contains no secret. */

export type FaultKind =
  | 'network'
  | 'timeout'
  | 'http'
  | 'unauthorised'
  /** The venue refused the call in a response with a success status. */
  | 'refused'
  | 'not_supported'
  /** The venue has no order book for this symbol. Other symbols may have one. */
  | 'no_book'
  | 'rate_limited'
  | 'drift'
  | 'aborted'
  /** An error in this program, not of the venue or the connection. */
  | 'unexpected'

export interface ApiFault {
  readonly kind: FaultKind
  readonly message: string
  readonly status?: number | undefined
  readonly retryAfterMs?: number | undefined
  readonly path?: string | undefined
  readonly reason?: string | undefined
}

export const abortedFault = (): ApiFault => ({ kind: 'aborted', message: 'The request was aborted.' })

/** Uses the error's name only: its message may contain private data. */
export const unexpectedFault = (error: unknown): ApiFault => ({
  kind: 'unexpected',
  message: `This page failed at the request (${error instanceof Error ? error.name : 'no reason given'}). Reload it.`,
})

export const networkFault = (): ApiFault => ({
  kind: 'network',
  message: 'The venue could not be reached. Is it running, and is this machine online?',
})

export const timeoutFault = (timeoutMs: number): ApiFault => ({
  kind: 'timeout',
  message: `The venue did not answer within ${timeoutMs / 1_000} s.`,
})

export const signedOutFault = (): ApiFault => ({
  kind: 'unauthorised',
  message: 'You are signed out. Sign in to go on.',
})

/** The request was not carried out: our server refused it, or it was never sent. */
export const otherVenueFault = (): ApiFault => ({
  kind: 'http',
  status: 409,
  message: 'This page belongs to another venue than the one that answers now: nothing was sent. Reload the page.',
})

export const unsignedFault = (): ApiFault => ({
  kind: 'unauthorised',
  message:
    'The browser would not sign a token with your key, so nothing was sent. Remove the key under Settings and add it again.',
})

export const driftFault = (path: string, message: string): ApiFault => ({
  kind: 'drift',
  path,
  message: `The venue's answer does not match the contract${path === '' ? '' : ` (at ${path})`}: ${message}.`,
})

export const otherSubjectFault = (path: string): ApiFault => ({
  kind: 'drift',
  path,
  message: `The venue answered about something else (another ${path}), so its answer is not used.`,
})

export const olderFault = (): ApiFault => ({
  kind: 'drift',
  message: 'The venue answered with something older than its last answer, so the older one is not used.',
})

/** `against`: a clause that begins with "it" or "its", the venue. */
export const emptyFault = (against: string): ApiFault => ({
  kind: 'drift',
  message: `The venue lists no position, but ${against}. The list is not used unless that lasts for a minute.`,
})

/** Counts as an answer: the connection works, but there is nothing to show for this symbol. */
export const noBookFault = (status: number, reason: string | undefined): ApiFault => ({
  kind: 'no_book',
  message:
    reason === undefined
      ? `The venue has no order book of this (${status}).`
      : `The venue has no order book of this: ${reason}`,
  status,
  reason,
})

export const loginFault = (status: number, reason: string | undefined): ApiFault => ({
  kind: 'unauthorised',
  message: reason === undefined ? unauthorised : `The venue refused the login: ${reason}`,
  status,
  reason,
})

export const refusedFault = (status: number, reason: string): ApiFault => ({
  kind: 'refused',
  message: `The venue refused the request: ${reason}`,
  status,
  reason,
})

const statusText: Readonly<Record<number, string>> = {
  400: 'The venue did not understand the request (400).',
  403: 'The venue forbids this (403).',
  413: 'The venue says the request is too large (413).',
  500: 'The venue failed inside (500).',
  502: 'The venue could not be reached by its front (502).',
  503: 'The venue is not available now (503).',
  504: 'The venue did not answer its front in time (504).',
}

const unauthorised =
  'The venue refused the token (401). Sign in again; if the token is good, a proxy on the way may drop the header credentials_secret because of its underscore.'

export function statusFault(
  status: number,
  isExtension: boolean,
  retryAfterMs: number | undefined,
  reason: string | undefined,
): ApiFault {
  const more = { status, retryAfterMs, reason }
  if (status === 401) return { kind: 'unauthorised', message: unauthorised, ...more }
  if (status === 429) return { kind: 'rate_limited', message: 'The venue asks to slow down (429).', ...more }
  if (isExtension && (status === 404 || status === 405 || status === 501)) {
    return { kind: 'not_supported', message: `The venue does not have this (${status}).`, ...more }
  }
  return { kind: 'http', message: statusText[status] ?? `The venue answered with status ${status}.`, ...more }
}

const longestRetryMs = 120_000

/** `Retry-After` in ms, from seconds or a date; undefined if it cannot be parsed. */
export function parseRetryAfter(header: string | undefined, wallMs: number): number | undefined {
  if (header === undefined) return undefined
  const waitMs = /^\d{1,6}$/.test(header) ? Number.parseInt(header, 10) * 1_000 : Date.parse(header) - wallMs
  return Number.isNaN(waitMs) ? undefined : Math.min(longestRetryMs, Math.max(0, waitMs))
}
