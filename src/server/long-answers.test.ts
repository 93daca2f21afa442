// @vitest-environment node
/** Listing and summary as sent on the wire, byte for byte. */
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../core/contract/endpoints.ts'
import { createServerApp } from './http/app.ts'
import { listen, type ListeningServer } from './http/listen.ts'
import { type MountedSandbox, mountSandbox } from './http/mount-sandbox.ts'
import { staticFiles } from './http/static.ts'
import { extendedSandbox } from '../testing/extended-sandbox.ts'

let sandbox: MountedSandbox
let server: ListeningServer
beforeAll(async () => {
  sandbox = await mountSandbox(extendedSandbox('long', { instruments: 1_000, control: true, requestsPerSecond: 100 }))
  const app = createServerApp({ files: staticFiles('nowhere', 'sandbox'), exchange: sandbox, allowedHosts: [] })
  server = await listen({ fetch: app.fetch, port: 0, tries: 0 })
  // The summary changes every second, unless the clock is frozen.
  await fetch(`http://127.0.0.1:${server.port}/sandbox/control/freeze`, { method: 'POST' })
})
afterAll(async () => {
  sandbox.stop()
  await server.close(100)
})

interface Raw {
  readonly status: number | undefined
  readonly header: (name: string) => string | undefined
  readonly bytes: Buffer
}
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          header: name => answer.headers[name] as string | undefined,
          bytes: Buffer.concat(parts),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })

describe.each([endpoints.exchangeInfo.path, endpoints.marketSummary.path])('%s', path => {
  test('comes whole under each encoding, with its length, at a fifth of its size or less', async () => {
    const plain = await ask(path)
    expect([plain.header('content-encoding'), plain.header('content-length')]).toEqual([
      undefined,
      String(plain.bytes.length),
    ])
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await ask(path, { 'accept-encoding': encoding })
      const facts = ['content-encoding', 'content-length', 'vary', 'cache-control', 'content-type'].map(answer.header)
      const length = String(answer.bytes.length)
      expect(facts).toEqual([encoding, length, 'accept-encoding', 'no-store', 'application/json; charset=utf-8'])
      expect(open(answer.bytes).equals(plain.bytes)).toBe(true)
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 5)
    }
  })

  test('is 304 without a byte for anyone who names its tag, as a browser does too', async () => {
    const etag = (await ask(path, { 'accept-encoding': 'br' })).header('etag') ?? ''
    for (const headers of [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }, {}]) {
      const answer = await ask(path, { ...headers, 'if-none-match': etag })
      expect([answer.status, answer.bytes.length, answer.header('content-encoding'), answer.header('vary')]).toEqual([
        304,
        0,
        undefined,
        'accept-encoding',
      ])
    }
    const init = { headers: { 'if-none-match': etag }, cache: 'no-store' } as const
    expect((await fetch(`http://127.0.0.1:${server.port}${path}`, init)).status).toBe(304)
  })

  test('is sent for HEAD as for GET, without a body', async () => {
    const plain = await ask(path, {}, 'HEAD')
    expect([plain.status, plain.bytes.length, plain.header('content-encoding')]).toEqual([200, 0, undefined])
    expect(plain.header('etag')).toBe((await ask(path)).header('etag'))
  })
})
