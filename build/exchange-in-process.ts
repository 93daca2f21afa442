/** Runs the exchange within Vite's process in development. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Plugin } from 'vite'

const apiPath = /^\/(?:v1|sandbox|healthz)(?:\/|$|\?)/

export function exchangeInProcess(): Plugin {
  return {
    name: 'legwork-exchange',
    apply: 'serve',
    async configureServer(server) {
      if (process.env['VITEST'] !== undefined) return
      const { createDevHandler } = (await server.ssrLoadModule(
        '/src/server/dev.ts',
      )) as typeof import('../src/server/dev.ts')
      const handler = createDevHandler(process.env)
      venueOfPage = handler.venue
      server.middlewares.use((request, response, next) => {
        if (!apiPath.test(request.url ?? '')) return next()
        handler.fetch(requestOf(request)).then(answer => reply(answer, response), next)
      })
    },
    // The production server fills these in; in development there is no policy that needs a nonce.
    transformIndexHtml: html =>
      html
        .replaceAll('%CSP_NONCE%', '')
        .replaceAll('%VENUE%', venueOfPage)
        .replaceAll('%FEED%', '')
        .replaceAll('%RECORDER%', ''),
  }
}

let venueOfPage = 'sandbox'

function requestOf(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const } : {}
  return new Request(`http://${request.headers.host ?? '127.0.0.1'}${request.url ?? '/'}`, {
    method: request.method ?? 'GET',
    headers,
    ...body,
  })
}

async function reply(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}
