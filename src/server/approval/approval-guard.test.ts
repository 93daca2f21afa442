// @vitest-environment node
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeOrderAnswer } from '../../core/contract/answers.ts'
import { dec } from '../../core/domain/decimal.ts'
import { z } from '../../core/domain/zod.ts'
import { makeApprover, type TestApprover } from '../../testing/approver.fixture.ts'
import { firmLimit } from '../../testing/order.fixture.ts'
import { createServerApp } from '../http/app.ts'
import { type MountedSandbox, mountSandbox } from '../http/mount-sandbox.ts'
import { createSecurityLog } from '../http/security-log.ts'
import { staticFiles } from '../http/static.ts'
import { guardByApproval } from './approval-guard.ts'
import { type Approvers, readApprovers } from './approvers.ts'
import type { ApprovalSubject } from '../../core/domain/approval/approval-text.ts'
import { extendedSandbox } from '../../testing/extended-sandbox.ts'

type Fields = Record<string, unknown>

let sandbox: MountedSandbox
let approvers: Approvers
let ann: TestApprover
let eve: TestApprover
let tokens: Readonly<Record<string, string>>
let nowMs: number
let passed: Request[]
let lines: string[]
let app: { fetch(request: Request): Promise<Response> }

beforeAll(async () => {
  sandbox = await mountSandbox(extendedSandbox('approval'))
  ann = await makeApprover('Ann')
  eve = await makeApprover('Eve', 'Ed25519')
  const file = [
    { name: 'Ann', key: ann.publicKey, own: ['ann'], approves: ['bob'] },
    { name: 'Eve', key: eve.publicKey, own: ['bob'], approves: ['carl'] },
  ]
  const read = await readApprovers(JSON.stringify({ approvers: file }))
  if (!read.ok) throw new Error(read.problem)
  approvers = read.approvers
  const signIn = async (account: string): Promise<string> => {
    const body = JSON.stringify({ account })
    const headers = { 'content-type': 'application/json' }
    const answer = await sandbox.fetch(
      new Request('http://127.0.0.1/sandbox/session', { method: 'POST', body, headers }),
    )
    return ((await answer.json()) as { credentials_secret: string }).credentials_secret
  }
  tokens = { bob: await signIn('bob'), carl: await signIn('carl'), ann: await signIn('ann') }
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  passed = []
  lines = []
  nowMs = Date.UTC(2026, 11, 1)
  const watched = {
    fetch: (request: Request) => {
      passed.push(request.clone())
      return sandbox.fetch(request)
    },
  }
  const exchange = guardByApproval(watched, {
    limits: new Map([['BTC', dec('50')]]),
    approvers,
    venue: 'sandbox',
    nowMs: () => nowMs,
  })
  const securityLog = createSecurityLog(
    line => lines.push(line),
    () => nowMs,
  )
  app = createServerApp({ files: staticFiles('none', 'sandbox'), exchange, allowedHosts: [], securityLog })
})

const post = async (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  await app.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: 'POST',
      body,
      headers: { host: '127.0.0.1', 'content-type': 'application/json', ...headers },
    }),
  )
let count = 0
const orderOf = (quantity: string, more: object = {}): string => {
  count += 1
  const order = { ...firmLimit, symbol: 'BTC-USD', side: 'buy', recv_window: '1', price: '1' }
  return JSON.stringify({ new_order: { ...order, quantity, client_order_id: `order-${count}`, ...more } })
}
const send = async (
  body: string,
  { account = 'bob', id = '', more = {} }: { account?: string; id?: string; more?: object } = {},
) => {
  const headers = {
    credentials_secret: tokens[account] ?? '',
    ...(id === '' ? {} : { 'legwork-approval': id }),
    ...more,
  }
  const answer = await post('/v1/api/order', body, headers)
  const text = await answer.text()
  const said = JSON.parse(text) as { order_accepted?: Fields; order_rejected?: Fields; error?: string }
  return { status: answer.status, ...said, isReadable: z.safeDecode(placeOrderAnswer, said as never).success }
}
const orders = () => passed.filter(request => new URL(request.url).pathname === '/v1/api/order')
const json = async (answer: Response): Promise<Fields> => (await answer.json()) as Fields
async function ask(body: string, account = 'bob'): Promise<ApprovalSubject> {
  const answer = await post('/approvals/request', body, { credentials_secret: tokens[account] ?? '' })
  expect(answer.status).toBe(201)
  const { id, venue, sha256, expires_at_ms, account: said } = await json(answer)
  return { id, venue, account: said, sha256, expiresAtMs: expires_at_ms } as ApprovalSubject
}
const grant = async (signed: object): Promise<number> => (await post('/approvals/grant', JSON.stringify(signed))).status
const granted = async (body: string): Promise<ApprovalSubject> => {
  const subject = await ask(body)
  expect(await grant(await ann.grant(subject))).toBe(200)
  return subject
}
const events = () => lines.map(line => (JSON.parse(line) as { event: string }).event)

describe('an order', () => {
  test('up to the limit, and a request for quotes, pass as they come', async () => {
    expect((await send(orderOf('50'))).order_accepted ?? (await send(orderOf('50'))).order_rejected).toBeDefined()
    await send(orderOf('5000', { market_id: 'none' }))
    expect(orders()).toHaveLength(2)
    expect(events()).toEqual([])
  })

  test('above it is rejected in words that the page can read, and nothing is sent', async () => {
    const answer = await send(orderOf('50.5'))
    expect(answer).toMatchObject({
      status: 200,
      isReadable: true,
      order_rejected: { client_order_id: `order-${count}` },
    })
    expect(answer.order_rejected?.['reason']).toBe(
      "This order needs a second person's approval, and came without one. This request was not passed on to the venue.",
    )
    expect(orders()).toEqual([])
    expect(events()).toEqual(['approval_refused'])
  })

  test.each(['/v1/api/%6frder', '/v1/api/order/', '//v1/api/order'])('is one under %s too', async path => {
    await post(path, orderOf('51'), { credentials_secret: tokens['bob'] ?? '' })
    expect(passed).toEqual([])
  })

  test('that a second person approved reaches the venue as the bytes that were signed, once', async () => {
    const body = `${orderOf('60').slice(0, -1)}  }`
    const subject = await granted(body)
    const first = await send(body, { id: subject.id })
    expect(first.order_rejected?.['reason'] ?? '').not.toContain('approval')
    expect(await orders()[0]?.text()).toBe(body)
    // The browser's own retry gets the same answer, and nothing is sent again.
    expect(await send(body, { id: subject.id })).toEqual(first)
    expect(orders()).toHaveLength(1)
    expect(events()).toEqual(['approval_requested', 'approval_granted'])
  })
})

describe('an approval serves', () => {
  test('no other body, by a single byte', async () => {
    const body = orderOf('60')
    const { id } = await granted(body)
    expect((await send(`${body} `, { id })).order_rejected?.['reason']).toContain('another order')
    expect((await send(body.replace('"price":"1"', '"price":"2"'), { id })).order_rejected?.['reason']).toContain(
      'another order',
    )
    expect(orders()).toEqual([])
  })

  test('no other account', async () => {
    const body = orderOf('60')
    const { id } = await granted(body)
    expect((await send(body, { id, account: 'carl' })).order_rejected?.['reason']).toContain('another account')
    expect(orders()).toEqual([])
  })

  test('no second time, which another confirmation of the trader is', async () => {
    const body = orderOf('60')
    const { id } = await granted(body)
    await send(body, { id })
    expect((await send(body, { id, more: { 'legwork-send': '2' } })).order_rejected?.['reason']).toContain(
      'used before',
    )
    expect(orders()).toHaveLength(1)
  })

  test('no two at the same time', async () => {
    const body = orderOf('60')
    const { id } = await granted(body)
    await Promise.all([1, 2, 3].map(time => send(body, { id, more: { 'legwork-send': String(time) } })))
    expect(orders()).toHaveLength(1)
  })

  test('only until it expires', async () => {
    const body = orderOf('60')
    const { id, expiresAtMs } = await granted(body)
    nowMs = expiresAtMs
    expect((await send(body, { id })).order_rejected?.['reason']).toContain('its time is over')
    expect(orders()).toEqual([])
  })

  test('only once it is granted: not while it waits, and not once it is declined', async () => {
    const body = orderOf('60')
    const subject = await ask(body)
    expect((await send(body, { id: subject.id })).order_rejected?.['reason']).toContain('still waits')
    expect((await post('/approvals/decline', JSON.stringify(await ann.decline(subject, 'too large')))).status).toBe(200)
    expect(await json(await post('/approvals/state', JSON.stringify({ id: subject.id })))).toMatchObject({
      state: 'declined',
      by: 'Ann',
      reason: 'too large',
    })
    expect((await send(body, { id: subject.id })).order_rejected?.['reason']).toContain('declined')
    expect(await grant(await ann.grant(subject))).toBe(403)
    expect(orders()).toEqual([])
    expect(events()).toContain('approval_declined')
  })

  test.each([
    ['while it waits', ask],
    ['once it is granted', granted],
  ] as const)('no order that its trader withdrew %s, which nobody else can do', async (_, begin) => {
    const body = orderOf('60')
    const subject = await begin(body)
    const withdraw = (account: string) =>
      post('/approvals/withdraw', JSON.stringify({ id: subject.id }), { credentials_secret: tokens[account] ?? '' })
    expect((await withdraw('carl')).status).toBe(403)
    expect((await withdraw('bob')).status).toBe(200)
    expect([await grant(await ann.grant(subject)), (await withdraw('bob')).status]).toEqual([403, 403])
    expect((await send(body, { id: subject.id })).order_rejected).toBeDefined()
    expect((await post('/approvals/state', JSON.stringify({ id: subject.id }))).status).toBe(404)
    expect([orders(), events()]).toEqual([[], expect.arrayContaining(['approval_withdrawn'])])
  })

  test('an order that was sent is not withdrawn', async () => {
    const body = orderOf('60')
    const { id } = await granted(body)
    expect((await send(body, { id })).order_accepted).toBeDefined()
    const answer = await post('/approvals/withdraw', JSON.stringify({ id }), {
      credentials_secret: tokens['bob'] ?? '',
    })
    expect([answer.status, (await json(answer))['error']]).toEqual([403, 'This order was sent.'])
  })

  test('no server that starts again: it knows no id of before', async () => {
    expect((await send(orderOf('60'), { id: 'of-before' })).order_rejected?.['reason']).toContain('knows no such order')
  })
})

const attempts: readonly (readonly [string, (subject: ApprovalSubject) => Promise<object>])[] = [
  ['of a key that is not in the file', async subject => ({ ...(await (await makeApprover('Ann')).grant(subject)) })],
  ['under a name that is not in the file', async subject => ({ ...(await ann.grant(subject)), approver: 'Mallory' })],
  ['by who may not approve for the account, as it is the own one', async subject => await eve.grant(subject)],
  ['of one approver under the name of another', async subject => ({ ...(await eve.grant(subject)), approver: 'Ann' })],
  ['over another hash', async subject => await ann.grant({ ...subject, sha256: '0'.repeat(64) })],
  ['over another account', async subject => await ann.grant({ ...subject, account: 'carl' })],
  ['over another venue', async subject => await ann.grant({ ...subject, venue: 'api.venue.example' })],
  ['over a later expiry', async subject => await ann.grant({ ...subject, expiresAtMs: subject.expiresAtMs + 1 })],
  ['over another nonce', async subject => ({ ...(await ann.grant({ ...subject, id: 'other' })), id: subject.id })],
  ['over a decline', async subject => ({ ...(await ann.decline(subject, 'no')) })],
  [
    'with a letter changed',
    async subject => {
      const { signature, ...rest } = (await ann.grant(subject)) as { signature: string }
      return { ...rest, signature: `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}` }
    },
  ],
  ['that is empty', async subject => ({ ...(await ann.grant(subject)), signature: '' })],
]
test.each(attempts)('a signature is refused %s', async (_, sign) => {
  const body = orderOf('60')
  const subject = await ask(body)
  expect(await grant(await sign(subject))).toBe(403)
  expect((await send(body, { id: subject.id })).order_rejected?.['reason']).toContain('still waits')
  expect(orders()).toEqual([])
  expect(events()).toEqual(['approval_requested', 'approval_refused', 'approval_refused'])
})

describe('what waits', () => {
  test('is seen by who may approve for the account, with the bytes, and by nobody else', async () => {
    const body = orderOf('60')
    await ask(body)
    const list = async (asked: object): Promise<Fields> =>
      await json(await post('/approvals/list', JSON.stringify(asked)))
    expect(await list(await ann.list('sandbox', nowMs))).toMatchObject({ orders: [{ account: 'bob', body }] })
    expect(await list(await eve.list('sandbox', nowMs))).toEqual({ orders: [] })
    for (const asked of [
      await (await makeApprover('Ann')).list('sandbox', nowMs),
      await ann.list('elsewhere', nowMs),
      await ann.list('sandbox', nowMs - 61_000),
      { ...(await ann.list('sandbox', nowMs)), at_ms: nowMs + 1 },
      {},
    ]) {
      expect(await list(asked)).not.toHaveProperty('orders')
    }
  })

  test('is bounded, and only what needs approval by somebody', async () => {
    const headers = { credentials_secret: tokens['bob'] ?? '' }
    expect((await post('/approvals/request', orderOf('1'), headers)).status).toBe(409)
    expect((await post('/approvals/request', 'x', headers)).status).toBe(400)
    expect((await post('/approvals/request', orderOf('60'))).status).toBe(401)
    expect((await post('/approvals/request', orderOf('60'), { credentials_secret: tokens['ann'] ?? '' })).status).toBe(
      429,
    )
    for (let time = 0; time < 20; time += 1) await ask(orderOf('60'))
    expect((await post('/approvals/request', orderOf('60'), headers)).status).toBe(429)
  })

  test('leaves no id, account or body in the log', async () => {
    const subject = await granted(orderOf('60'))
    expect(lines.join('')).not.toMatch(new RegExp(`${subject.id}|${subject.sha256}|bob|order-`))
  })
})

describe('the file of approvers', () => {
  test('is refused where it is no JSON', async () => expect((await readApprovers('x')).ok).toBe(false))

  test('may name nobody, so that a first key can be made in the page; then nobody approves', async () => {
    const read = await readApprovers('{"approvers":[]}')
    expect(read.ok && read.approvers.size).toBe(0)
  })

  test('is refused where somebody would approve for an own account, is named twice, or gives a private key', async () => {
    const one = { name: 'Ann', key: ann.publicKey, own: ['ann'], approves: ['bob'] }
    for (const list of [
      [{ ...one, approves: ['ann'] }],
      [one, one],
      [{ ...one, key: { ...ann.publicKey, d: 'secret' } }],
    ]) {
      expect((await readApprovers(JSON.stringify({ approvers: list }))).ok).toBe(false)
    }
  })
})
