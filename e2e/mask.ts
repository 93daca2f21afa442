import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface MaskedCall {
  /** `METHOD path`. */
  readonly name: string
  readonly isPrivate: boolean
}

interface Mask {
  readonly url: string
  readonly calls: readonly MaskedCall[]
  stop(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

export async function startMask(sandboxUrl: string): Promise<Mask> {
  const calls: MaskedCall[] = []
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const target = new URL(request.url ?? '/', sandboxUrl)
      const method = request.method ?? 'GET'
      const token = request.headers['credentials_secret']
      const body = await bodyOf(request)
      calls.push({ name: `${method} ${target.pathname}`, isPrivate: typeof token === 'string' })
      const headers = {
        'content-type': 'application/json',
        ...(typeof token === 'string' ? { credentials_secret: token } : {}),
      }
      const answer = await fetch(target, { method, headers, ...(body === '' ? {} : { body }) })
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
        .end(await answer.text())
    }
    pass().catch(() => response.writeHead(502).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
