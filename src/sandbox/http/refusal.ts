/** An answer that says no: HTTP status and plain words, never a stack. */
export interface Refusal {
  readonly kind: 'refusal'
  readonly status: 400 | 401 | 404 | 405 | 409 | 413 | 415 | 429 | 500
  /** What was wrong and what to do about it. */
  readonly error: string
  /** The venue's own word for it, where it has one. */
  readonly reason?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (status: Refusal['status'], error: string, more: Pick<Refusal, 'reason' | 'headers'> = {}): Refusal => ({
  kind: 'refusal',
  status,
  error,
  ...more,
})

export const refusalBody = ({ error, reason }: Refusal) => (reason === undefined ? { error } : { error, reason })

/** What nobody foresaw. */
export const failure: Refusal = refuse(500, 'The exchange failed to answer. The request may have been executed: look before you repeat it.')

/** Not done, and why; after so many seconds there is room again. */
export const tooManyRequests = (seconds: number): Refusal =>
  refuse(429, `Too many requests of this account: try again in ${seconds} s. This one was not carried out.`, {
    headers: { 'retry-after': String(seconds) },
  })

/** The same for every token that will not do, so that a guesser learns nothing. */
export const unauthorised: Refusal = refuse(
  401,
  'Not signed in: send a valid token in the header credentials_secret. Some proxies drop headers with an underscore; GET /healthz/headers tells whether it arrived.',
)
