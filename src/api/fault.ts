/** Why a call gave no answer, as a value. `message` is plain words for the screen and holds nothing secret. */

export type FaultKind =
  | 'network'
  | 'timeout'
  | 'http'
  | 'unauthorised'
  | 'not_supported'
  | 'rate_limited'
  /** An answer came and does not read as the contract says; `path` is the field at fault. */
  | 'drift'
  | 'aborted'

export interface ApiFault {
  readonly kind: FaultKind
  readonly message: string
  readonly status?: number | undefined
  readonly retryAfterMs?: number | undefined
  readonly path?: string | undefined
}

/** A fault as something to throw, where a library wants that. */
export class FaultError extends Error {
  readonly fault: ApiFault
  constructor(fault: ApiFault) {
    super(fault.message)
    this.fault = fault
  }
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'The venue did not understand the request (400).',
  403: 'The venue forbids this (403).',
  413: 'The venue says the request is too large (413).',
  415: 'The venue wants another kind of content (415).',
  500: 'The venue failed inside (500).',
  502: 'The venue could not be reached by its front (502).',
  503: 'The venue is not available now (503).',
  504: 'The venue did not answer its front in time (504).',
}

/** The fault of an HTTP status that is no answer. `detail` is the server's own words, where it gave some. */
export function faultOfStatus(status: number, detail: string | undefined, retryAfter: string | null): ApiFault {
  const retryAfterMs = parseRetryAfter(retryAfter)
  const more = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  if (status === 401) {
    const message = `The venue refused the token (401). Sign in again. If the token is good, a proxy on the way may drop the header credentials_secret because of its underscore.`
    return { kind: 'unauthorised', message, ...more }
  }
  if (status === 404 || status === 405 || status === 501) return { kind: 'not_supported', message: `The venue does not have this (${status}).`, ...more }
  if (status === 429) return { kind: 'rate_limited', message: 'The venue asks to slow down (429).', ...more }
  return { kind: 'http', message: detail ?? statusWords[status] ?? `The venue answered ${status}.`, ...more }
}

const longestRetryMs = 120_000

function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Math.min(longestRetryMs, Number.parseInt(header, 10) * 1_000) : undefined
}
