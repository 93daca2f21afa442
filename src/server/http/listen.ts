/** The listening server: loopback by default, time limits for slow requests, graceful shutdown. */
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Connection } from '../../exchange/sandbox/control/answer-faults.ts'
import { problem } from './answers.ts'
import { guarded, later, reportFailure } from './failures.ts'

export interface ListeningServer {
  readonly port: number
  readonly server: Server
  /** Stops accepting connections, lets running answers finish, and cuts the others after `graceMs`. */
  close(graceMs: number): Promise<void>
}

export interface ListenOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>
  readonly port: number
  readonly host?: string
  readonly tries: number
}

const headersTimeoutMs = 15_000
const requestTimeoutMs = 20_000

const messages = new WeakMap<Request, IncomingMessage>()

export const peerOf = (request: Request): string | undefined => messages.get(request)?.socket.remoteAddress

export function connectionOf(request: Request): Connection | undefined {
  const socket = messages.get(request)?.socket
  if (socket === undefined) return undefined
  return {
    reset: () => void socket.resetAndDestroy(),
    closed: socket.destroyed ? Promise.resolve() : new Promise(resolve => socket.once('close', () => resolve())),
  }
}

export async function listen({ fetch, port, host = '127.0.0.1', tries }: ListenOptions): Promise<ListeningServer> {
  const received = (request: Request, { incoming }: { incoming: unknown }): Response | Promise<Response> => {
    if (!(incoming instanceof IncomingMessage)) return fetch(request)
    messages.set(request, incoming)
    return answerOrFail(request, incoming, fetch)
  }
  const listener = getRequestListener(received, { errorHandler: failedAnswer })
  const handle = (request: IncomingMessage, response: ServerResponse): Promise<void> => listener(request, response)
  const server = createServer(
    { connectionsCheckingInterval: 500 },
    guarded('A request', handle, (_, response) => response.destroy()),
  )
  server.headersTimeout = headersTimeoutMs
  server.requestTimeout = requestTimeoutMs
  server.keepAliveTimeout = 65_000
  server.maxHeadersCount = 64
  const bound = await bind(server, { port, host, tries })
  return { port: bound, server, close: graceMs => drain(server, graceMs) }
}

async function answerOrFail(
  request: Request,
  incoming: IncomingMessage,
  fetch: ListenOptions['fetch'],
): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    // The client hung up and will not read the answer.
    return incoming.destroyed && !incoming.complete ? problem(400, 'The request was not whole.') : failedAnswer(error)
  }
}

function failedAnswer(error: unknown): Response {
  // The target or Host header is not a valid address.
  if (error instanceof RequestError) return problem(400, 'The address of the request cannot be read.')
  reportFailure('A request', error)
  return problem(500, 'The server failed to answer. The request may have been executed: look before you repeat it.')
}

function bind(
  server: Server,
  { port, host, tries }: Required<Pick<ListenOptions, 'port' | 'host' | 'tries'>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && tries > 0)
        bind(server, { port: port + 1, host, tries: tries - 1 }).then(resolve, reject)
      else reject(error)
    })
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      // A single connection failed; the server continues.
      server.on('error', error => reportFailure('A connection', error))
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    later(graceMs, 'Ending connections', () => server.closeAllConnections())
  })
}

/**
 * The client's address behind trusted proxies: the forwarded header is believed only from this machine and private
 * networks.
 */
export const forwardedHeader = 'x-forwarded-for'

const own = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(net, bits, 'ipv4')
own.addAddress('::1', 'ipv6')
own.addSubnet('fc00::', 7, 'ipv6')

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
const isOwn = (address: string): boolean =>
  isIP(address) !== 0 && own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

export function clientOf(request: Request, peer = peerOf(request)): string | undefined {
  if (peer === undefined || !isOwn(plain(peer))) return peer
  const named = plain(request.headers.get(forwardedHeader)?.split(',').at(-1) ?? '')
  return isIP(named) === 0 ? peer : named
}
