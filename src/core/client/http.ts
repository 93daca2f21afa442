/** Sends one request through the caller's `fetch`. Redirects are errors, so that a token reaches its own venue only. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly signal: AbortSignal
  readonly mayBeLong?: boolean | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  header(name: string): string | undefined
  /** Monotonic ms at which an early request was sent and answered, if it was sent before this call. */
  readonly early?: { readonly sentMs: number; readonly receivedMs: number } | undefined
}

/** Rejects if there is no complete answer: network error, reset, abort. */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>

export type Fetch = (input: string, init: RequestInit) => Promise<Response> | Response

export interface Pauses {
  startSlice(): { isUsedUp(): boolean }
  yieldToPage(): Promise<void>
}

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
    const text = await (pauses !== undefined && request.mayBeLong === true && isLong(answer)
      ? longText(answer, pauses)
      : answer.text())
    return { status: answer.status, text, header: name => answer.headers.get(name) ?? undefined }
  }
}

/** Bytes on the wire, usually compressed. */
const longBytes = 100_000

const isLong = ({ headers }: Response): boolean => {
  const length = headers.get('content-length')
  return length === null || Number.parseInt(length, 10) >= longBytes
}

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
