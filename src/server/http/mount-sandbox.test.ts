import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../core/contract/endpoints.ts'
import { createDevHandler } from '../dev.ts'
import type { SandboxSettings } from './env.ts'
import { type MountedSandbox, mountSandbox } from './mount-sandbox.ts'
import { extendedSandbox } from '../../testing/extended-sandbox.ts'
import { firmLimit } from '../../testing/order.fixture.ts'

const settings = extendedSandbox('mount', { instruments: 1_000 })
const mounted: MountedSandbox[] = []
const mount = async (change: Partial<SandboxSettings> = {}): Promise<MountedSandbox> => {
  const sandbox = await mountSandbox({ ...settings, ...change })
  mounted.push(sandbox)
  return sandbox
}
afterEach(() => {
  for (const sandbox of mounted.splice(0)) sandbox.stop()
  vi.useRealTimers()
})
const ask = (
  sandbox: { fetch(request: Request): Response | Promise<Response> },
  path: string,
  init: RequestInit = {},
): Promise<Response> => Promise.resolve(sandbox.fetch(new Request(`http://127.0.0.1${path}`, init)))

describe('the sandbox in a process', () => {
  it("answers with the host's clock", async () => {
    const before = Date.now()
    const { server_utc_timestamp } = (await (await ask(await mount(), endpoints.time.path)).json()) as {
      server_utc_timestamp: string
    }
    expect(Number(server_utc_timestamp) / 1_000).toBeGreaterThanOrEqual(before)
    expect(Number(server_utc_timestamp) / 1_000).toBeLessThanOrEqual(Date.now())
  })

  it('starts its clock at the given time, and signs tokens that are valid by it', async () => {
    const clockMs = Date.parse('2028-02-29T06:00:00Z')
    const sandbox = await mount({ clockMs })
    const { server_utc_timestamp } = (await (await ask(sandbox, endpoints.time.path)).json()) as {
      server_utc_timestamp: string
    }
    expect(Number(server_utc_timestamp) / 1_000 - clockMs).toBeGreaterThanOrEqual(0)
    expect(Number(server_utc_timestamp) / 1_000 - clockMs).toBeLessThan(10_000)
    const session = (await (await ask(sandbox, endpoints.sandboxSession.path, { method: 'POST' })).json()) as {
      credentials_secret: string
      expires_at: string
    }
    expect(Number(session.expires_at) / 1_000).toBeGreaterThan(clockMs)
    expect(
      (await ask(sandbox, endpoints.positions.path, { headers: { credentials_secret: session.credentials_secret } }))
        .status,
    ).toBe(200)
    expect(sandbox.notes).toContain('Its clock started at 2028-02-29T06:00:00.000Z (SANDBOX_CLOCK).')
  })

  it("meets resting orders with makers' quotes once a second, no matter who looks", async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2026-11-21T12:00:00Z') })
    const sandbox = await mount({ market: 'live', instruments: 100 })
    const session = await ask(sandbox, '/sandbox/session', {
      method: 'POST',
      body: '{"account":"x"}',
      headers: { 'content-type': 'application/json' },
    })
    const { credentials_secret } = (await session.json()) as { credentials_secret: string }
    const headers = { credentials_secret, 'content-type': 'application/json' }
    const book = await ask(sandbox, `${endpoints.orderBook.path}?symbol=BTC-USD-PERPETUAL&depth=1`)
    const { orderbook_response } = (await book.json()) as { orderbook_response: { buy: { price: string }[] } }
    const price = String(Number(orderbook_response.buy[0]?.price) + 0.5)
    const order = {
      symbol: 'BTC-USD-PERPETUAL',
      ...firmLimit,
      side: 'buy',
      recv_window: '6',
      quantity: '0.0001',
      price,
      client_order_id: 'rest',
    }
    await ask(sandbox, endpoints.placeOrder.path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ new_order: order }),
    })
    const stateNow = async () => {
      const body = (await (
        await ask(sandbox, `${endpoints.orderDetails.path}?client_order_id=rest`, { headers })
      ).json()) as {
        query_order_response: { order_state: string }
      }
      return body.query_order_response.order_state
    }
    expect(await stateNow()).toBe('accepted')
    vi.advanceTimersByTime(20 * 60_000)
    expect(await stateNow()).toBe('filled')
  })
})

describe('a sandbox that is kept', () => {
  const folders: string[] = []
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'legwork-mount-'))
    folders.push(made)
    return made
  }
  afterEach(() => {
    for (const each of mounted.splice(0)) each.stop()
    for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true })
  })

  it('goes on where it stopped: orders, positions, and a tab that is signed in', async () => {
    const data = folder()
    const first = await mount({ data })
    const session = (await (await ask(first, '/sandbox/session', { method: 'POST' })).json()) as {
      credentials_secret: string
    }
    const headers = { credentials_secret: session.credentials_secret }
    const positions = async (sandbox: MountedSandbox) => {
      const body = (await (await ask(sandbox, endpoints.positions.path, { headers })).json()) as {
        positions_response: { positions: Record<string, unknown>[] }
      }
      return body.positions_response.positions.map(({ symbol, size, average_entry_price }) => [
        symbol,
        size,
        average_entry_price,
      ])
    }
    const before = await positions(first)
    expect(before.length).toBeGreaterThan(0)
    mounted.splice(0)[0]?.stop()
    const second = await mount({ data })
    expect(await positions(second)).toEqual(before)
    expect(second.notes.join()).toContain(data)
  })

  it('does not stand still where nobody could set it going again', async () => {
    const data = folder()
    const first = await mount({ data, control: true })
    await ask(first, '/sandbox/control/freeze', { method: 'POST' })
    await ask(first, '/sandbox/control/advance', {
      method: 'POST',
      body: '{"ms":"60000"}',
      headers: { 'content-type': 'application/json' },
    })
    const timeOf = async (sandbox: MountedSandbox) => {
      const { server_utc_timestamp } = (await (await ask(sandbox, endpoints.time.path)).json()) as {
        server_utc_timestamp: string
      }
      return Number(server_utc_timestamp)
    }
    const stood = await timeOf(first)
    mounted.splice(0)[0]?.stop()
    const second = await mount({ data })
    await expect.poll(async () => (await timeOf(second)) > stood).toBe(true)
    expect((await timeOf(second)) - stood).toBeLessThan(30_000_000)
  })

  it('reports what it cannot start with', async () => {
    const file = join(folder(), 'keys.json')
    await expect(mount({ apiKeysFile: file })).rejects.toThrow(
      /SANDBOX_API_KEYS names .*keys\.json, which cannot be read \(ENOENT\)/,
    )
    writeFileSync(file, '{"a": "b"}')
    await expect(mount({ apiKeysFile: file })).rejects.toThrow(
      /keys\.json, but the key of "a" is not a P-256 public key/,
    )
    const data = folder()
    await mount({ data })
    await expect(mount({ data })).rejects.toThrow(/in use by another Legwork/)
    expect((await mount({ data, dataIsDefault: true })).notes.join()).toContain('Another Legwork')
  })
})

describe('the exchange of the development server', () => {
  it('is the sandbox unless a venue is named', async () => {
    const handler = createDevHandler({ SANDBOX_INSTRUMENTS: '100' })
    expect(handler.venue).toBe('sandbox')
    expect((await ask(handler, '/healthz')).status).toBe(200)
    expect((await ask(handler, '/v1/nothing')).status).toBe(404)
  })

  it('names the venue it passes calls on to', () => {
    expect(createDevHandler({ EXCHANGE_URL: 'https://api.venue.example' }).venue).toBe('api.venue.example')
  })

  it('says every problem of its environment at once', () => {
    expect(() => createDevHandler({ SANDBOX_MARKET: 'wild', SANDBOX_INSTRUMENTS: 'many' })).toThrow(
      /SANDBOX_MARKET[^]*SANDBOX_INSTRUMENTS/,
    )
  })
})
