/** A venue that fails as the public one does: a small server in front of a sandbox, which passes calls on and answers some as it is told to. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface MaskedCall {
  /** `METHOD path`. */
  readonly name: string
  readonly query: URLSearchParams
  readonly isPrivate: boolean
}

export interface Mask {
  readonly url: string
  /** Every call so far, oldest first. */
  readonly calls: readonly MaskedCall[]
  /** Answers a call in place of the sandbox, which never hears of it; undefined passes it on. */
  instead: (call: MaskedCall) => Answer | undefined
  /** What becomes of the sandbox's answer to a call that it carried out; undefined leaves it as it is. */
  rewrite: (call: MaskedCall, answer: unknown) => Answer | undefined
  stop(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function startMask(sandboxUrl: string): Promise<Mask> {
  const calls: MaskedCall[] = []
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const target = new URL(request.url ?? '/', sandboxUrl)
      const method = request.method ?? 'GET'
      const token = request.headers['credentials_secret']
      const body = await bodyOf(request)
      const call = { name: `${method} ${target.pathname}`, query: target.searchParams, isPrivate: typeof token === 'string' }
      calls.push(call)
      const say = ({ status, body: reported }: Answer): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reported))
      }
      const own = mask.instead(call)
      if (own !== undefined) return say(own)
      const headers = { 'content-type': 'application/json', ...(typeof token === 'string' ? { credentials_secret: token } : {}) }
      const answer = await fetch(target, { method, headers, ...(body === '' ? {} : { body }) })
      const text = await answer.text()
      const other = mask.rewrite(call, readJson(text))
      if (other !== undefined) return say(other)
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(text)
    }
    pass().catch(() => response.writeHead(502).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const mask: Mask = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    instead: () => undefined,
    rewrite: () => undefined,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return mask
}
