/** Random input by seed: an HTTP request or upgrade as bytes, or messages for an open socket. */
import { endpoints } from '../../core/contract/endpoints.ts'
import { Random } from '../../exchange/sandbox/engine/sim/random.ts'
import { feedMessage, orderJson } from './fuzz-orders.ts'
import { oddHeader, oddJson, oddPiece } from './odd-values.ts'

export type FuzzCase =
  | { readonly kind: 'request' | 'upgrade'; readonly bytes: Buffer }
  /** `frames`: bytes after an upgrade, not necessarily valid frames. */
  | { readonly kind: 'frames'; readonly bytes: Buffer; readonly frames: Buffer }
  | { readonly kind: 'messages'; readonly messages: readonly (string | Buffer)[] }

const control = ['freeze', 'unfreeze', 'advance', 'prices', 'faults', 'faults/clear'].map(
  name => `/sandbox/control/${name}`,
)
const known = [
  ...new Set(Object.values(endpoints).map(({ path }) => path)),
  '/v1/feed',
  '/healthz',
  '/healthz/headers',
  '/sandbox/control',
  ...control,
]
const others = [
  '/',
  '/portfolio',
  '/index.html',
  '/assets/none.js',
  `/assets/${'long'.repeat(100)}.js`,
  '/favicon.svg',
  '//',
  '/..',
  '/v1',
  '/v1/',
  '/V1/api/time',
  '*',
  '?',
  'http://[',
  'http://evil.example/v1/api/time',
]
const queries = ['symbol', 'depth', 'client_order_id', 'order_id', 'deliverable_id', 'tradeable_entity_id', '__proto__']

export function fuzzCase(seed: number, token: string): FuzzCase {
  const random = new Random(seed)
  // Nearby seeds begin with similar numbers.
  for (let index = 0; index < 4; index += 1) random.next()
  const kind = random.weighted({ request: 66, upgrade: 10, frames: 6, messages: 18 })
  if (kind === 'messages') {
    const messages = Array.from({ length: random.whole(1, 6) }, () => feedMessage(random, token))
    const all = random.chance(0.5)
      ? [JSON.stringify({ authenticate: { credentials_secret: token } }), ...messages]
      : messages
    return { kind, messages: random.chance(0.95) ? all : [...all, Buffer.from(oddJson(random))] }
  }
  if (kind === 'frames') return { kind, bytes: upgrade('/v1/feed', {}), frames: oddFrames(random) }
  if (kind === 'upgrade') return { kind, bytes: upgrade(targetOf(random), oddHeaders(random, token)) }
  return { kind, bytes: request(random, token) }
}

function targetOf(random: Random): string {
  const path = random.weighted({ known: 80, others: 12, odd: 8 })
  const base = path === 'known' ? random.pick(known) : path === 'others' ? random.pick(others) : `/${oddPiece(random)}`
  const given = Array.from(
    { length: random.chance(0.6) ? 0 : random.whole(1, 3) },
    () => `${random.pick(queries)}=${oddPiece(random)}`,
  )
  return given.length === 0 ? base : `${base}?${given.join('&')}`
}

function oddHeaders(random: Random, token: string): Record<string, string> {
  const headers: Record<string, string> = {}
  if (random.chance(0.6)) headers['credentials_secret'] = random.chance(0.85) ? token : spoiltToken(random, token)
  const names = [
    'origin',
    'content-type',
    'accept-encoding',
    'if-none-match',
    'cookie',
    'range',
    'x-forwarded-for',
    'host',
    'upgrade',
    'expect',
    'content-encoding',
    'legwork-venue',
  ]
  if (random.chance(0.25)) headers[random.pick(names)] = oddHeader(random)
  if (random.chance(0.02)) for (let index = 0; index < 100; index += 1) headers[`x-${index}`] = 'x'
  return headers
}

function spoiltToken(random: Random, token: string): string {
  const parts = token.split('.')
  const at = random.whole(0, 2)
  const odd = random.chance(0.5)
    ? Buffer.from(oddJson(random)).toString('base64url').slice(0, 3_000)
    : oddHeader(random).slice(0, 3_000)
  return parts.map((part, index) => (index === at ? odd : part)).join('.')
}

const upgrade = (target: string, headers: Readonly<Record<string, string>>): Buffer =>
  head('GET', target, {
    host: '127.0.0.1',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  })

const head = (method: string, target: string, headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    [
      `${method} ${target} HTTP/1.1`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n'),
    'latin1',
  )

function request(random: Random, token: string): Buffer {
  const target = targetOf(random)
  const method = random.weighted({ GET: 40, POST: 35, DELETE: 12, HEAD: 3, PUT: 3, OPTIONS: 3, PATCH: 2, BREW: 2 })
  const body = method === 'GET' || method === 'HEAD' ? '' : bodyOf(random, target)
  const length = random.chance(0.99)
    ? String(Buffer.byteLength(body))
    : random.pick(['-1', 'x', '1e3', '0', '99999999'])
  const headers = {
    host: '127.0.0.1',
    connection: 'close',
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': length }),
    ...oddHeaders(random, token),
  }
  return Buffer.concat([head(method, target, headers), Buffer.from(body)])
}

function bodyOf(random: Random, target: string): string {
  if (target.startsWith('/v1/api/order')) return orderJson(random)
  if (target === '/sandbox/session')
    return `{"account":${random.chance(0.7) ? `"fuzz-${random.whole(0, 20)}"` : oddJson(random)}}`
  if (target === '/sandbox/control/advance')
    return `{"ms":${random.chance(0.5) ? random.whole(1, 50) : oddJson(random)}}`
  if (target === '/sandbox/control/prices') return `{"BTC":${random.chance(0.5) ? '"90000"' : oddJson(random)}}`
  if (target === '/sandbox/control/faults') {
    const fault = random.pick([
      'reset',
      'duplicate',
      'reject',
      'partial_fill',
      'drift',
      'too_many_requests',
      'slow',
      'timeout',
    ])
    const settings = random.chance(0.5)
      ? ''
      : `,"${random.pick(['count', 'on', 'field', 'fraction', 'reason', 'delay_ms', 'hold_ms'])}":${oddJson(random)}`
    const times =
      fault === 'slow'
        ? ',"delay_ms":5'
        : fault === 'timeout'
          ? ',"hold_ms":5'
          : fault === 'drift'
            ? ',"field":"symbol"'
            : ''
    return `{"account":"fuzz","fault":"${fault}"${times}${settings}}`
  }
  return random.chance(0.3) ? '' : oddJson(random)
}

function oddFrames(random: Random): Buffer {
  const text = Buffer.from(oddJson(random)).subarray(0, 100)
  return random.pick([
    Buffer.from([0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]),
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    Buffer.from([0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0, ...text]),
    Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x7b, 0x80, 0x81, 0, 0, 0, 0, 0x7d]),
    Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe7]),
    Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x7b]),
    Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]),
  ])
}
