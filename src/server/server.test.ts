// @vitest-environment node
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServerApp } from './http/app.ts'
import { parseEnv } from './http/env.ts'
import { listen, type ListeningServer } from './http/listen.ts'
import { venueProxy } from './http/proxy.ts'
import { staticFiles } from './http/static.ts'

let folder = ''
let server: ListeningServer
let venue: ListeningServer
const seen: { method: string; url: string; token: string | null; body: string; contentType: string | null }[] = []

async function venueAnswer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  seen.push({
    method: request.method,
    url: pathname + search,
    token: request.headers.get('credentials_secret'),
    body: await request.text(),
    contentType: request.headers.get('content-type'),
  })
  if (pathname === '/v1/api/positions') return Response.redirect('http://127.0.0.1:1/elsewhere', 302)
  if (pathname === '/v1/api/balances')
    return Response.json({ error: 'slow down' }, { status: 429, headers: { 'retry-after': '7' } })
  return Response.json({ ok: pathname })
}

const beforePaint = 'document.title = "first"'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legwork-'))
  await mkdir(join(folder, 'assets'))
  const page =
    '<!doctype html><meta name="csp-nonce" content="%CSP_NONCE%"><meta name="legwork-venue" content="%VENUE%"><meta name="legwork-feed" content="%FEED%"><title>x</title></head><div id="root"></div>'
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets', 'a-1.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(folder, 'plain.svg'), '<svg/>')
  const portfolio = {
    frame: '<main>Positions $&</main>',
    styles: ['assets/p-1.css'],
    scripts: ['assets/a-1.js'],
    grid: ['assets/g-1.js'],
  }
  const build = { frame: '<main>Chain</main>', styles: ['assets/p-1.css'], scripts: ['assets/a-1.js'], grid: [] }
  const frameStyles = 'main{color:red}'
  const builtPage = { beforePaint, frameStyles, font: 'assets/f-1.woff2', screens: { portfolio, build } }
  await writeFile(join(folder, 'page.json'), JSON.stringify(builtPage))
  venue = await listen({ fetch: venueAnswer, port: 0, tries: 0 })
  const app = createServerApp({
    files: staticFiles(folder, 'venue.example'),
    exchange: venueProxy({ exchangeUrl: new URL(`http://127.0.0.1:${venue.port}`), marketSummaryUrl: undefined }),
    allowedHosts: ['desk.lan'],
  })
  server = await listen({ fetch: app.fetch, port: 0, tries: 0 })
})
afterAll(async () => {
  await server.close(100)
  await venue.close(100)
  await rm(folder, { recursive: true })
})

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)

/** A raw request: fetch does not let a caller set the Host header. */
function raw(text: string, waitMs = 5_000): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(waitMs, () => reject(new Error('the server kept the connection open')))
    socket.on('data', chunk => {
      answer += String(chunk)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('the page', () => {
  test('a misspelt path of the interface is 404 in JSON, never the page', async () => {
    for (const path of ['/v2/api/time', '/api/openOrders', '/V1/api/time', '//v1/api/time', '/Sandbox/session']) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  test('carries a fresh nonce in its policy and its text at each answer, and is never kept', async () => {
    const [first, second] = await Promise.all([get('/portfolio'), get('/')])
    const nonceOf = (answer: Response) =>
      /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    expect(nonceOf(first)).toBeDefined()
    expect(nonceOf(first)).not.toBe(nonceOf(second))
    expect(await first.text()).toContain(`content="${nonceOf(first)}"`)
    expect(await second.text()).toContain('content="venue.example"')
    expect(first.headers.get('cache-control')).toBe('no-store')
  })
  test('names the files of the screen that is asked for, and of the first one at the root', async () => {
    const links = async (path: string) => (await (await get(path)).text()).match(/<link[^>]+>/g) ?? []
    expect(await links('/portfolio')).toEqual([
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a-1.js" />',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/g-1.js" />',
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/f-1.woff2" />',
      '<link rel="stylesheet" crossorigin href="/assets/p-1.css" />',
    ])
    expect(await links('/')).toHaveLength(4)
    expect(await links('/nowhere?base=BTC')).toEqual([])
  })
  test('names its font and its style sheets after the frame, since a browser paints nothing until it has those that stand before', async () => {
    const text = await (await get('/portfolio')).text()
    for (const file of ['as="font"', 'rel="stylesheet"'])
      expect(text.indexOf(file)).toBeGreaterThan(text.indexOf('<main>Positions'))
  })
  test('is sent in the smallest encoding that is taken, and plain where none is', async () => {
    const files = staticFiles(folder, 'x')
    const page = async (acceptEncoding: string) => {
      const answer = await files.page({ path: '/portfolio', acceptEncoding })
      return { encoding: answer.headers.get('content-encoding'), bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const [brotli, gzip, plain] = [await page('gzip, deflate, br'), await page('gzip, br;q=0'), await page('identity')]
    expect([brotli.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', null])
    for (const bytes of [brotliDecompressSync(brotli.bytes), gunzipSync(gzip.bytes), plain.bytes])
      expect(bytes.toString()).toContain('<main>Positions $&</main>')
  })
  test('has the frame of the screen in it, with the styles that the frame needs under the nonce of the answer', async () => {
    const answer = await get('/portfolio')
    const text = await answer.text()
    expect(text).toContain('<div id="root"><main>Positions $&</main></div>')
    const [, nonce] = /<style nonce="([^"]+)">main\{color:red\}<\/style>/.exec(text) ?? []
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })
  test('takes one inline script, by the hash of its text, and no other', async () => {
    const answer = await get('/portfolio')
    const inline = [...(await answer.text()).matchAll(/<script>(.*?)<\/script>/gs)].map(match => match[1] ?? '')
    expect(inline).toEqual([beforePaint])
    const hash = createHash('sha256')
      .update(inline[0] ?? '')
      .digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`)
  })
  test('says whether there is a socket beside it', async () => {
    expect(await (await get('/')).text()).toContain('name="legwork-feed" content="none"')
    const page = await staticFiles(folder, 'x', { feed: 'socket' }).page({ path: '/', acceptEncoding: '' })
    expect(await page.text()).toContain('name="legwork-feed" content="socket"')
  })
  test('forbids inline scripts, framing, foreign origins and text as script', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(part)
    }
    expect(policy).not.toContain('unsafe')
  })
})

describe('files', () => {
  test('are served compressed to those who take it, and for ever', async () => {
    const answer = await get('/assets/a-1.js', { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await answer.text()).toBe('export {}')
    const stored = await staticFiles(folder, 'x').file('/assets/a-1.js', 'br')
    expect(brotliDecompressSync(Buffer.from((await stored?.arrayBuffer()) ?? new ArrayBuffer(0))).toString()).toBe(
      'export {}',
    )
  })
  test('a missing asset is 404, not the page', async () => expect((await get('/assets/gone.js')).status).toBe(404))
  test('a name that no file can have is one that is not there', async () => {
    for (const path of [`/assets/${'x'.repeat(300)}.js`, `/${'x/'.repeat(4_000)}a.js`])
      expect((await get(path)).status).toBe(404)
  })
  test('no path leaves the folder', async () => {
    for (const path of ['/%2e%2e/%2e%2e/etc/passwd.txt', '/..%2f..%2fpackage.json', '/assets/%00.js']) {
      expect((await get(path)).status).toBe(404)
    }
  })
})

describe('who may speak to the server', () => {
  test('an unknown Host is refused: a name that was rebound to this machine reads nothing', async () => {
    expect(await raw('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toContain('421')
    expect(await raw('GET / HTTP/1.1\r\nHost: desk.lan:1\r\nConnection: close\r\n\r\n')).toContain('200')
  })
  test('every answer says nosniff and gives no referrer', async () => {
    for (const path of ['/', '/assets/gone.js', '/v1/api/exchangeInfo', '/v1/none']) {
      const answer = await get(path)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
  test('headers that dawdle are cut', async () => {
    // The limit itself is held by listen.test.ts; the server reads it at each check.
    server.server.headersTimeout = 100
    expect(await raw('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')).toContain('408')
    server.server.headersTimeout = 15_000
  })
})

describe('in front of a venue', () => {
  test('a documented call passes with its query, token and bytes, once', async () => {
    seen.length = 0
    const body = '{"new_order":{"quantity":"1.0"}}'
    await get('/v1/api/order', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', credentials_secret: 'a.b.c' },
    })
    await get('/v1/api/order?client_order_id=x')
    expect(seen).toEqual([
      { method: 'POST', url: '/v1/api/order', token: 'a.b.c', body, contentType: 'application/json' },
      { method: 'GET', url: '/v1/api/order?client_order_id=x', token: null, body: '', contentType: null },
    ])
  })
  test('paths and methods that are not documented never reach it', async () => {
    seen.length = 0
    expect((await get('/v1/api/withdraw')).status).toBe(404)
    expect(
      (await get('/sandbox/session', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(404)
    const wrong = await get('/v1/api/exchangeInfo', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
    expect(seen).toEqual([])
  })
  test('a redirect is not followed', async () => expect((await get('/v1/api/positions')).status).toBe(502))
  test('a refusal passes with its Retry-After', async () => {
    const answer = await get('/v1/api/balances')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  })
  test('a body over 64 kB is refused and not passed on', async () => {
    seen.length = 0
    const body = JSON.stringify({ new_order: { user_tag: 'x'.repeat(70_000) } })
    const answer = await get('/v1/api/order', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect([answer.status, seen.length]).toEqual([413, 0])
  })
  test('what is not JSON is refused', async () => {
    expect(
      (
        await get('/v1/api/order', {
          method: 'POST',
          body: 'a=b',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(415)
  })
  test('a body that is encoded is refused and not passed on', async () => {
    seen.length = 0
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect([(await get('/v1/api/order', { method: 'POST', body: '{}', headers })).status, seen.length]).toEqual([
      415, 0,
    ])
  })
  test('a venue that breaks off says that the order may have been executed, one that takes no connection that nothing was sent', async () => {
    const breaking = createServer(socket =>
      socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy()),
    )
    await new Promise<void>(resolve => breaking.listen(0, '127.0.0.1', resolve))
    const { port } = breaking.address() as AddressInfo
    const said = async (to: number): Promise<unknown[]> => {
      const proxy = venueProxy({ exchangeUrl: new URL(`http://127.0.0.1:${to}`), marketSummaryUrl: undefined })
      const headers = { 'content-type': 'application/json' }
      const answer = await proxy.fetch(
        new Request('http://127.0.0.1/v1/api/order', {
          method: 'POST',
          body: '{"new_order":{"client_order_id":"x"}}',
          headers,
        }),
      )
      return [answer?.status, await answer?.text()]
    }
    expect(await said(port)).toEqual([502, expect.stringContaining('may have been executed')])
    expect(await said(9)).toEqual([502, expect.stringContaining('Nothing was sent')])
    breaking.close()
  })
})

describe('settings from the environment', () => {
  test('each history keeps a folder of its own, so that another seed is another exchange and no mistake', () => {
    const folderOf = (env: Record<string, string>) => {
      const parsed = parseEnv({ XDG_STATE_HOME: '/state', LOCALAPPDATA: '/state', ...env })
      return parsed.ok ? parsed.settings.sandbox.data : undefined
    }
    const folders = [
      {},
      { SANDBOX_SEED: 'a' },
      { SANDBOX_SEED: '../../a' },
      { SANDBOX_MARKET: 'frozen' },
      { SANDBOX_INSTRUMENTS: '2000' },
    ].map(folderOf)
    expect(new Set(folders).size).toBe(folders.length)
    expect(folders.every(folder => folder !== undefined && !folder.includes('..'))).toBe(true)
  })

  test('the data folder is where one says, or memory; the file of API keys is found from where one is', () => {
    const sandboxOf = (env: Record<string, string>) => {
      const parsed = parseEnv(env)
      return parsed.ok ? parsed.settings.sandbox : undefined
    }
    expect(sandboxOf({ SANDBOX_DATA: 'memory' })?.data).toBe('memory')
    expect(sandboxOf({ SANDBOX_DATA: 'here' })?.data).toBe(join(process.cwd(), 'here'))
    expect(sandboxOf({ SANDBOX_API_KEYS: 'keys.json' })?.apiKeysFile).toBe(join(process.cwd(), 'keys.json'))
    expect([
      sandboxOf({})?.control,
      sandboxOf({ SANDBOX_CONTROL: '0' })?.control,
      sandboxOf({ SANDBOX_CONTROL: '1' })?.control,
    ]).toEqual([false, false, true])
  })

  test.each([
    ['a name', { LISTEN: 'desk.example' }, /LISTEN is "desk.example"/],
    ['an address beyond this machine without host names', { LISTEN: '0.0.0.0' }, /ALLOWED_HOSTS/],
    [
      'such an address with the control desk',
      { LISTEN: '0.0.0.0', ALLOWED_HOSTS: 'desk.example', SANDBOX_CONTROL: '1' },
      /SANDBOX_CONTROL/,
    ],
  ])('LISTEN may not be %s', (_, env, words) => {
    const parsed = parseEnv(env)
    expect(parsed.ok ? '' : parsed.problems.join('\n')).toMatch(words)
  })
  test('LISTEN accepts an address of this machine, and all of them once host names are configured', () => {
    const listenOf = (env: Record<string, string>) => {
      const parsed = parseEnv(env)
      return parsed.ok ? parsed.settings.listen : parsed.problems
    }
    expect([
      listenOf({}),
      listenOf({ LISTEN: '127.0.0.2' }),
      listenOf({ LISTEN: '0.0.0.0', ALLOWED_HOSTS: 'desk.example' }),
    ]).toEqual(['127.0.0.1', '127.0.0.2', '0.0.0.0'])
  })

  test.each([
    ['2026-12-25T06:00:00Z', Date.UTC(2026, 11, 25, 6)],
    ['2026-12-25T06:00Z', Date.UTC(2026, 11, 25, 6)],
    ['2028-02-29T11:45:00.250+05:45', Date.UTC(2028, 1, 29, 6, 0, 0, 250)],
  ])('SANDBOX_CLOCK %s is an instant', (text, ms) => {
    const parsed = parseEnv({ SANDBOX_CLOCK: text })
    expect(parsed.ok && parsed.settings.sandbox.clockMs).toBe(ms)
  })
  test.each([
    'noon',
    '2026-12-25',
    '2026-12-25T06:00:00',
    '2027-02-29T06:00:00Z',
    '2026-12-25T25:00:00Z',
    '1795000000000',
    '1969-07-20T20:17:00Z',
    '2026-12-25T06:00:00+99:00',
  ])('SANDBOX_CLOCK %s is refused with what to write', text => {
    const parsed = parseEnv({ SANDBOX_CLOCK: text })
    expect(parsed.ok ? [] : parsed.problems).toEqual([
      `SANDBOX_CLOCK is "${text}": write an instant with its zone from 2020 to 2099, like 2026-12-25T06:00:00Z.`,
    ])
  })
  test('without any, the sandbox runs with its defaults', () => {
    expect(parseEnv({})).toMatchObject({
      ok: true,
      settings: { port: 8787, portGiven: false, sandbox: { market: 'live', profile: 'extended' } },
    })
  })
  test.each([
    ['PORT', '70000'],
    ['SANDBOX_MARKET', 'wild'],
    ['SANDBOX_INSTRUMENTS', '99999999'],
    ['SANDBOX_CONTROL', 'yes'],
    ['SANDBOX_REQUESTS_PER_SECOND', '0'],
    ['EXCHANGE_URL', 'http://venue.example'],
    ['EXCHANGE_URL', 'https://user:secret@venue.example'],
  ])('%s=%s stops the start with a line that names it', (name, value) => {
    const parsed = parseEnv({ [name]: value })
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.problems[0]).toContain(name)
  })
})
