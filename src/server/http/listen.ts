/** The listening server: loopback by default, slow requests cut, an orderly shutdown. */
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Connection } from '../../sandbox/control/answer-faults.ts'
import { problem } from './answers.ts'
import { guarded, later, reportFailure } from './failures.ts'

export interface Listening {
  readonly port: number
  readonly server: Server
  /** Stops taking connections, lets running answers end, cuts the others after `graceMs`. */
  close(graceMs: number): Promise<void>
}

export interface ListenOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>
  readonly port: number
  /** Address of this machine; 127.0.0.1 where none is given. */
  readonly host?: string
  /** Ports to try after a taken one. */
  readonly tries: number
}

// A busy machine may stand still for seconds. Node then cuts a request that had already arrived, so the limits must be longer than such a stall.
const headersTimeoutMs = 15_000
const requestTimeoutMs = 20_000

const messages = new WeakMap<Request, IncomingMessage>()

/** The address that a request of a listening server came from; undefined for any other request. */
export const peerOf = (request: Request): string | undefined => messages.get(request)?.socket.remoteAddress

/** The connection that a request of a listening server came by; undefined for any other request. */
export function connectionOf(request: Request): Connection | undefined {
  const socket = messages.get(request)?.socket
  if (socket === undefined) return undefined
  return {
    reset: () => void socket.resetAndDestroy(),
    closed: socket.destroyed ? Promise.resolve() : new Promise(resolve => socket.once('close', () => resolve())),
  }
}

/** Rejects with the system's error when no port is free. */
export async function listen({ fetch, port, host = '127.0.0.1', tries }: ListenOptions): Promise<Listening> {
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

/** The answer, or one that says that there is none. */
async function answerOrFail(request: Request, incoming: IncomingMessage, fetch: ListenOptions['fetch']): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    // A client that hung up during its request reads no answer.
    return incoming.destroyed && !incoming.complete ? problem(400, 'The request was not whole.') : failedAnswer(error)
  }
}

function failedAnswer(error: unknown): Response {
  // Of a target or a Host header that no address can be made of.
  if (error instanceof RequestError) return problem(400, 'The address of the request cannot be read.')
  reportFailure('A request', error)
  return problem(500, 'The server failed to answer. The request may have been executed: look before you repeat it.')
}

function bind(server: Server, { port, host, tries }: Required<Pick<ListenOptions, 'port' | 'host' | 'tries'>>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && tries > 0) bind(server, { port: port + 1, host, tries: tries - 1 }).then(resolve, reject)
      else reject(error)
    })
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      // One connection that could not be taken; the next may be.
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
 * The client's address behind the proxies of this machine and of its own networks: their forwarded header is trusted,
 * and no other.
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

/** IPv4 addresses as such, also where a socket names them as IPv6. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
const isOwn = (address: string): boolean => isIP(address) !== 0 && own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Its address; undefined for a request that came by no socket. */
export function clientOf(request: Request, peer = peerOf(request)): string | undefined {
  if (peer === undefined || !isOwn(plain(peer))) return peer
  const named = plain(request.headers.get(forwardedHeader)?.split(',').at(-1) ?? '')
  return isIP(named) === 0 ? peer : named
}
