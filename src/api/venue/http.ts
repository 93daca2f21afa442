/** One request over `fetch`, and the only place that calls it. Redirects are errors: a token goes to its venue and nowhere else. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly signal: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  header(name: string): string | undefined
  /** Where the request set out before it was asked for: when it did, and when the answer was there; monotonic ms. */
  readonly early?: { readonly sentMs: number; readonly receivedMs: number } | undefined
}

/** Rejects when there is no whole answer: network error, reset, abort. */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>

export type Fetch = (input: string, init: RequestInit) => Promise<Response> | Response

export function httpOver(send: Fetch): Http {
  return async request => {
    const answer = await send(request.url, {
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    const text = await answer.text()
    return { status: answer.status, text, header: name => answer.headers.get(name) ?? undefined }
  }
}
