// @vitest-environment node
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { refuseOrders } from '../approval/refuse-orders.ts'
import { textOf } from './feed-socket.ts'
import { openFeedPass } from './feed-pass.ts'
import { createSecurityLog, type SecurityLog } from './security-log.ts'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0).reverse()) await end()
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise(resolve => server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

async function venue(): Promise<{
  readonly url: URL
  readonly sockets: WebSocketServer
  readonly origins: (string | undefined)[]
}> {
  const server = createServer()
  const port = await listening(server)
  const sockets = new WebSocketServer({ server })
  const origins: (string | undefined)[] = []
  sockets.on('connection', (socket, request) => {
    origins.push(request.headers.origin)
    socket.on('message', data => {
      const text = textOf(data)
      const error_code = text.includes('"good"') ? '0' : '10'
      const isLogin = text.includes('authenticate')
      socket.send(isLogin ? JSON.stringify({ command_response: { error_code } }) : `venue heard ${text}`)
    })
  })
  ends.push(() => {
    for (const socket of sockets.clients) socket.terminate()
  })
  return { url: new URL(`ws://127.0.0.1:${port}/stream`), sockets, origins }
}

async function pass(
  target: URL,
  signInMs?: number,
  refuseMessage?: (text: string) => string | undefined,
  securityLog?: SecurityLog,
): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  const entry = openFeedPass(
    server,
    target,
    { allowedHosts: [], venueKey: 'sandbox', refuseMessage, securityLog },
    signInMs,
  )
  ends.push(() => entry.close())
  return port
}

interface Page {
  readonly socket: WebSocket
  readonly received: string[]
  readonly closed: Promise<number>
}

function open(port: number, headers: Record<string, string> = {}, path = '/v1/feed'): Page {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  ends.push(() => socket.terminate())
  const received: string[] = []
  socket.on('message', data => received.push(textOf(data)))
  const closed = new Promise<number>(resolve => {
    socket.on('error', () => resolve(-1))
    socket.on('close', code => resolve(code))
  })
  return { socket, received, closed }
}
const opened = (page: Page): Promise<unknown> => new Promise(resolve => page.socket.once('open', resolve))

describe('the way to the socket of a venue', () => {
  test('passes text both ways, also what was said before the venue was reached', async () => {
    const { url, sockets } = await venue()
    const page = open(await pass(url))
    await opened(page)
    page.socket.send('login')
    page.socket.send('more')
    await expect.poll(() => page.received).toEqual(['venue heard login', 'venue heard more'])
    for (const socket of sockets.clients) socket.send('{"heartbeat":{}}')
    await expect.poll(() => page.received.at(-1)).toBe('{"heartbeat":{}}')
  })

  test('ends when either side does', async () => {
    const { url, sockets } = await venue()
    const port = await pass(url)
    const [first, second] = [open(port), open(port)]
    await Promise.all([opened(first), opened(second)])
    await expect.poll(() => sockets.clients.size).toBe(2)
    first.socket.close()
    await expect.poll(() => sockets.clients.size).toBe(1)
    for (const socket of sockets.clients) socket.terminate()
    expect(await second.closed).toBe(1001)
  })

  test('ends when the venue cannot be reached, or sends elsewhere', async () => {
    const gone = open(await pass(new URL('ws://127.0.0.1:9/stream')))
    expect(await gone.closed).toBe(1014)
    const redirecting = createServer()
    redirecting.on('upgrade', (_, stream) => stream.end('HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:9/\r\n\r\n'))
    const elsewhere = open(await pass(new URL(`ws://127.0.0.1:${await listening(redirecting)}/stream`)))
    expect(await elsewhere.closed).toBe(1014)
  })

  test('is for our own pages, under its own path, with short text messages', async () => {
    const { url, sockets } = await venue()
    const port = await pass(url)
    expect(await open(port, { origin: 'https://evil.example' }).closed).toBe(-1)
    expect(await open(port, { host: 'evil.example' }).closed).toBe(-1)
    const binary = open(port)
    await opened(binary)
    binary.socket.send(Buffer.from([1]))
    expect(await binary.closed).toBe(1003)
    const long = open(port)
    await opened(long)
    long.socket.send('x'.repeat(70_000))
    expect(await long.closed).toBe(1009)
    await expect.poll(() => sockets.clients.size).toBe(0)
  })

  test('passes no order where orders need approval, and ends', async () => {
    const { url, sockets } = await venue()
    const heard: string[] = []
    sockets.on('connection', socket => socket.on('message', data => heard.push(textOf(data))))
    const page = open(await pass(url, undefined, refuseOrders))
    await opened(page)
    page.socket.send('{"balances":{}}')
    await expect.poll(() => heard).toEqual(['{"balances":{}}'])
    page.socket.send('{"new_order":{}}')
    expect(await page.closed).toBe(1008)
    await expect.poll(() => sockets.clients.size).toBe(0)
    expect(heard).toEqual(['{"balances":{}}'])
  })

  test('keeps a page only once the venue accepted its login', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { url } = await venue()
    const port = await pass(url, 150)
    const [silent, other, refused, page] = [open(port), open(port), open(port), open(port)]
    await Promise.all([silent, other, refused, page].map(opened))
    other.socket.send('{"balances":{}}')
    refused.socket.send('{"authenticate":{"credentials_secret":"bad"}}')
    page.socket.send('{"authenticate":{"credentials_secret":"good"}}')
    await expect.poll(() => page.received).toHaveLength(1)
    vi.advanceTimersByTime(150)
    expect(await Promise.all([silent.closed, other.closed, refused.closed])).toEqual([1008, 1008, 1008])
    page.socket.send('{"balances":{}}')
    await expect.poll(() => page.received).toHaveLength(2)
  })

  test('logs a login that the venue refused and an upgrade that was refused, and no login that it accepted', async () => {
    const { url } = await venue()
    const lines: string[] = []
    const log = createSecurityLog(line => lines.push(line), Date.now)
    const port = await pass(url, undefined, undefined, log)
    const [refused, page] = [open(port), open(port)]
    await Promise.all([refused, page].map(opened))
    page.socket.send('{"authenticate":{"credentials_secret":"good"}}')
    await expect.poll(() => page.received).toHaveLength(1)
    expect(lines).toEqual([])
    refused.socket.send('{"authenticate":{"credentials_secret":"secret-and-bad"}}')
    await expect.poll(() => lines).toHaveLength(1)
    await open(port, { origin: 'http://evil.example' }).closed
    await expect.poll(() => lines).toHaveLength(2)
    expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
      { event: 'refused', path: '/v1/feed', status: 401 },
      { event: 'refused', path: '/v1/feed', status: 403 },
    ])
    expect(lines.join('')).not.toContain('secret')
  })

  test('sends the venue only the page’s messages', async () => {
    const { url, origins } = await venue()
    const port = await pass(url)
    await opened(open(port, { origin: `http://127.0.0.1:${port}`, cookie: 'a=b' }))
    await expect.poll(() => origins).toEqual([undefined])
  })
})
