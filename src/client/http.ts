/**
 * One request over a `fetch` that the caller gives. Redirects are errors: a token goes to its venue and nowhere else.
 */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly signal: AbortSignal
  /** The answer may be of tens of thousands of rows. */
  readonly mayBeLong?: boolean | undefined
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

/** How a page divides long work, so that it draws and answers in between. */
export interface Pauses {
  startSlice(): { isUsedUp(): boolean }
  yieldToPage(): Promise<void>
}

/** Without `pauses` a long answer is read in one task. */
export function httpOver(send: Fetch, pauses?: Pauses): Http {
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
    const text = await (pauses !== undefined && request.mayBeLong === true && isLong(answer) ? longText(answer, pauses) : answer.text())
    return { status: answer.status, text, header: name => answer.headers.get(name) ?? undefined }
  }
}

/** Bytes on the wire, mostly compressed. */
const longBytes = 100_000

/** Also when the answer does not state its length. */
const isLong = ({ headers }: Response): boolean => {
  const length = headers.get('content-length')
  return length === null || Number.parseInt(length, 10) >= longBytes
}

/**
 * The text of an answer of many megabytes. `text()` makes it in one task of twice the time: here the page goes first whenever bytes are there
 * faster than they are taken, and they are read as text once they are all there, which for plain letters is little more than copying them.
 */
async function longText({ body }: Response, { startSlice, yieldToPage }: Pauses): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  let slice = startSlice()
  const reader = body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (read?.value === undefined) break
    parts.push(read.value)
    length += read.value.length
    if (slice.isUsedUp()) {
      await yieldToPage()
      slice = startSlice()
    }
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new TextDecoder().decode(bytes)
}
