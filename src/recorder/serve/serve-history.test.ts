// @vitest-environment node
/** Read access to an account's history, with tokens that the real exchange judges. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Http } from '../../core/client/http.ts'
import { importSigningKey, signToken } from '../../core/client/signing-key.ts'
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { minuteMs } from '../../core/domain/time.ts'
import { type RecorderCallName, recorderCalls } from '../../core/history/recorder-interface.ts'
import { createRateLimiter, unlimited } from '../../exchange/sandbox/http/rate-limit.ts'
import { lapseAccount, startTimeLapse, type TimeLapse } from '../../testing/recorder/time-lapse.ts'
import type { AccountAlerts } from '../accounts/accounts-file.ts'
import { sqlStore } from '../store/sql-store.ts'
import { openSqlite } from '../store/sqlite.ts'
import type { Store } from '../store/store.ts'
import { type HistoryServer, serveHistory } from './serve-history.ts'
import { createTokenCheck } from './token-check.ts'
import { keyPair } from '../../testing/key-pair.ts'

let lapse: TimeLapse
let store: Store
let asked = 0
beforeAll(async () => {
  lapse = await startTimeLapse()
  store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
  const recorder = await lapse.record(store, 'one')
  await recorder?.step()
  await lapse.pass(minuteMs)
  await lapse.trade(lapse.perpetual, 'buy', '0.5')
  await lapse.pass(minuteMs)
  await recorder?.step()
})

const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Prague' }
const deskAlerts: AccountAlerts = {
  to: [
    { kind: 'webhook', name: 'hook', url: 'https://hooks.example/in-the-address', secret: 's'.repeat(32), quiet },
    { kind: 'webhook', name: 'down', url: 'https://down.example', secret: 's'.repeat(32), quiet: undefined },
  ],
  events: new Set(['fill', 'liquidation']),
  levels: [],
}
const sent: { readonly to: string; readonly title: string }[] = []
let tests = unlimited

function serve(http: Http = lapse.http, take: (name: string) => number = () => 0): HistoryServer {
  const counted: Http = request => {
    asked += 1
    return http(request)
  }
  return serveHistory({
    store,
    venueKey: lapse.venueKey,
    readers: new Map(Object.entries({ [lapseAccount]: lapse.account.readers, treasury: new Set(['chief']) })),
    check: createTokenCheck({
      http: counted,
      baseUrl: 'http://127.0.0.1',
      nowMs: lapse.nowMs,
      venueNowMs: async () => lapse.venueMs(),
    }),
    take,
    checks: { take: () => unlimited.take('all'), taken: () => undefined },
    alerts: new Map([[lapseAccount, deskAlerts]]),
    takeTest: account => tests.take(account),
    send: async (destination, { body }) => {
      sent.push({ to: destination.name, title: body.title })
      return destination.name === 'hook'
        ? { kind: 'delivered', report: 'answered 204' }
        : { kind: 'again', report: 'could not be reached: ECONNREFUSED' }
    },
    nowMs: lapse.nowMs,
    venueNowMs: async () => lapse.venueMs(),
    report: () => undefined,
  })
}

interface Ask {
  readonly token?: string
  readonly body?: unknown
  readonly server?: HistoryServer
}

async function ask(
  name: RecorderCallName,
  query: Readonly<Record<string, string>>,
  { token, body, server = serve() }: Ask = {},
) {
  const { method, path } = recorderCalls[name]
  const answer = await server.fetch(
    new Request(`http://127.0.0.1${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { [credentialsHeader]: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: answer?.status, text: (await answer?.text()) ?? '', retry: answer?.headers.get('retry-after') }
}

const account = lapseAccount
const everyCall: readonly (readonly [RecorderCallName, Readonly<Record<string, string>>])[] = [
  ['samples', { account, from: '0', to: '9999999999999' }],
  ['fullSamples', { account, at: '0' }],
  ['firstPositions', { account }],
  ['journal', { account, limit: '10' }],
  ['orders', { account, which: 'filled' }],
  ['notes', { account }],
]

describe('the history of an account is told', () => {
  test('to a token of it that the venue takes, in the shapes that the page reads', async () => {
    const token = await lapse.tokenOf('desk-key')
    const reported = new Map<RecorderCallName, unknown>()
    for (const [name, query] of [['status', {}] as const, ...everyCall]) {
      const { status, text } = await ask(name, query, { token })
      expect([name, status]).toEqual([name, 200])
      reported.set(name, recorderCalls[name].answer.parse(JSON.parse(text)))
    }
    expect(reported.get('status')).toMatchObject({ accounts: [{ account, isFollowed: false, covered: [{}, {}] }] })
    expect(reported.get('samples')).toMatchObject({ samples: { rows: [{}, {}], rejected: [] }, isThinned: false })
    expect(reported.get('orders')).toMatchObject({
      orders: { rows: [{ client_order_id: 't0', executions: [{}, {}] }], rejected: [] },
      hasMore: false,
    })
    expect(reported.get('journal')).toMatchObject({ rows: { rejected: [] }, total: 5 })
  })

  test('to nobody without a token, with a forged, an expired or a damaged one, whatever is asked', async () => {
    const other = await importSigningKey(keyPair().privateKey)
    if (!other.ok) throw new Error('no key')
    const nowSeconds = Math.floor(lapse.nowMs() / 1_000)
    const forged = await signToken(other.key, {
      sub: 'desk-key',
      iat: nowSeconds - 5,
      exp: nowSeconds + 60,
      client: 'api',
      nonce: 1,
    })
    const unsigned =
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: 'desk-key', exp: nowSeconds + 60 }))}.x`.replaceAll(
        '=',
        '',
      )
    const expired = await lapse.tokenOf('desk-key', -30)
    const good = await lapse.tokenOf('desk-key')
    const tokens = [undefined, '', 'x', forged, unsigned, expired, `${good.slice(0, -6)}AAAAAA`]
    for (const token of tokens) {
      for (const [name, query] of [['status', {}] as const, ...everyCall]) {
        const { status, text } = await ask(name, query, token === undefined ? {} : { token })
        expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([401, ['error']])
      }
    }
  })

  test('not to a good token of somebody else, who learns neither what there is nor whether it is there', async () => {
    const stranger = await lapse.tokenOf('desk-key')
    const answers = await Promise.all(
      ['treasury', 'nowhere'].map(each => ask('journal', { account: each, limit: '5' }, { token: stranger })),
    )
    expect(answers.map(each => each.status)).toEqual([403, 403])
    expect(answers[0]?.text).toBe(answers[1]?.text)
    const write = { account: 'treasury', subject: 'a', text: 'mine', tags: [], seenAtMs: null }
    expect((await ask('writeNote', {}, { token: stranger, body: write })).status).toBe(403)
    expect(await store.notes({ venueKey: lapse.venueKey, account: 'treasury' })).toEqual([])
    expect(JSON.parse((await ask('status', {}, { token: stranger })).text)).toMatchObject({ accounts: [{ account }] })
  })

  test('to nobody while the venue does not say whose token it is', async () => {
    const token = await lapse.tokenOf('desk-key')
    const broken = serve(() => Promise.reject(new Error('down')))
    expect((await ask('status', {}, { token, server: broken })).status).toBe(503)
    const failing = serve(async () => ({ status: 502, text: '<html>', header: () => undefined }))
    expect((await ask('status', {}, { token, server: failing })).status).toBe(503)
  })

  test('on the venue’s word of half a minute at the most, and never past the token’s end', async () => {
    const token = await lapse.tokenOf('desk-key', 50)
    const server = serve()
    const before = asked
    for (let count = 0; count < 5; count += 1) await ask('status', {}, { token, server })
    expect(asked - before).toBe(1)
    await lapse.pass(31_000)
    await ask('status', {}, { token, server })
    expect(asked - before).toBe(2)
    await lapse.pass(15_000)
    // The cached result has expired: the venue is requested again, and once more after a grace time.
    await ask('status', {}, { token, server })
    expect(asked - before).toBe(3)
    await lapse.pass(120_000)
    expect((await ask('status', {}, { token, server })).status).toBe(401)
  })

  test('so often and no more: then 429 with a time to wait', async () => {
    const token = await lapse.tokenOf('desk-key')
    const limiter = createRateLimiter({ perSecond: 1, burst: 3 }, lapse.nowMs)
    const server = serve(lapse.http, subject => limiter.take(subject))
    const statuses = []
    for (let count = 0; count < 4; count += 1) statuses.push(await ask('status', {}, { token, server }))
    expect(statuses.map(each => each.status)).toEqual([200, 200, 200, 429])
    expect(statuses[3]?.retry).toBe('1')
  })

  test('with a line about it: who, what, whose account, and what came of it', async () => {
    const token = await lapse.tokenOf('desk-key')
    const before = (await store.audited()).length
    await ask('samples', { account, from: '0', to: '1' }, { token })
    await ask('samples', { account: 'treasury', from: '0', to: '1' }, { token })
    await ask('samples', { account }, { token })
    const lines = (await store.audited())
      .slice(before)
      .map(({ subject, account: of, call, status }) => [subject, of, call, status])
    expect(lines).toEqual([
      ['desk-key', account, 'GET /recorder/v1/samples', 200],
      ['desk-key', 'treasury', 'GET /recorder/v1/samples', 403],
      ['desk-key', '', 'GET /recorder/v1/samples', 400],
    ])
    expect(JSON.stringify(await store.audited())).not.toContain(token)
  })
})

test('a note is everybody’s who may see the account, and is not written over by one who did not see it', async () => {
  const token = await lapse.tokenOf('desk-key')
  const write = async (text: string, seenAtMs: number | null) => {
    const { status, text: reported } = await ask(
      'writeNote',
      {},
      { token, body: { account, subject: 't0', text, tags: ['hedge'], seenAtMs } },
    )
    return { status, note: recorderCalls.writeNote.answer.parse(JSON.parse(reported)).note }
  }
  const first = await write('why', null)
  expect(first).toMatchObject({ status: 200, note: { text: 'why', by: 'desk-key' } })
  expect(await write('other', null)).toMatchObject({ status: 409, note: { text: 'why' } })
  const second = await write('better', first.note?.atMs ?? 0)
  expect(second).toMatchObject({ status: 200, note: { text: 'better' } })
  expect(
    await ask(
      'writeNote',
      {},
      { token, body: { account, subject: 't0', text: 'x'.repeat(70_000), tags: [], seenAtMs: null } },
    ),
  ).toMatchObject({ status: 413 })
})

describe('what cannot be meant is refused in words, and is no failure of the recorder', () => {
  test.each([
    ['journal', { limit: '10', subjects: '%' }],
    ['journal', { limit: '10', kinds: '%zz' }],
    ['journal', { limit: '10', subjects: '%00' }],
    ['journal', { limit: '10', text: 'a\0b' }],
    ['orders', { ids: '%' }],
    ['notes', { account: 'desk\0' }],
  ] as const)('%s of %o', async (name, query) => {
    const before = (await store.audited()).length
    const { status, text } = await ask(name, { account, ...query }, { token: await lapse.tokenOf('desk-key') })
    expect([status, text]).toEqual([400, expect.stringMatching(/not as it must be/)])
    expect((await store.audited()).length).toBe(before + 1)
  })
  test('a note with a character that no database stores', async () => {
    const body = { account, subject: 't0\0', text: 'x', tags: [], seenAtMs: null }
    expect((await ask('writeNote', {}, { token: await lapse.tokenOf('desk-key'), body })).status).toBe(400)
  })
})

test('a body is read no further than its bound', async () => {
  let sentBytes = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentBytes += 16_384
      controller.enqueue(new Uint8Array(16_384))
    },
  })
  const { method, path } = recorderCalls.writeNote
  const headers = { [credentialsHeader]: await lapse.tokenOf('desk-key'), 'content-type': 'application/json' }
  const init: RequestInit & { readonly duplex: 'half' } = { method, headers, body: endless, duplex: 'half' }
  const answer = await serve().fetch(new Request(`http://127.0.0.1${path}`, init))
  expect([answer?.status, sentBytes < 200_000]).toEqual([413, true])
})

describe('alerts of an account', () => {
  const level = {
    id: 'a1',
    kind: 'price',
    subject: 'BTC-USD-PERPETUAL',
    direction: 'above',
    level: '105000',
    isArmed: true,
  }
  const alerts = (text: string) => recorderCalls.alerts.answer.parse(JSON.parse(text))

  test('are handed over by who may read it, watched once, dropped again, and shown with who set them and where they go', async () => {
    const desk = await lapse.tokenOf('desk-key')
    const put = (body: object) =>
      ask('watchAlerts', {}, { token: desk, body: { account, watch: [], drop: [], ...body } })
    const first = await put({ watch: [level] })
    expect(alerts(first.text).alerts).toEqual([{ ...level, by: 'desk-key' }])
    await put({ watch: [level] })
    const told = alerts((await ask('alerts', { account }, { token: desk })).text)
    expect(told.alerts.length).toBe(1)
    expect(told.to).toEqual([
      { name: 'hook', kind: 'webhook', quiet },
      { name: 'down', kind: 'webhook', quiet: null },
    ])
    expect(told.events).toEqual(['fill', 'liquidation'])
    expect(JSON.stringify(told)).not.toMatch(/example|ssss/)
    expect(alerts((await put({ drop: ['a1'] })).text).alerts).toEqual([])
  })

  test.each([
    ['an address of its own', { watch: [{ ...level, url: 'http://169.254.169.254/' }] }],
    ['a destination of its own', { to: ['hook'], watch: [{ ...level, to: 'http://10.0.0.1' }] }],
    ['a level that is no number', { watch: [{ ...level, level: 'high' }] }],
    ['one of the recorder’s file', { watch: [{ ...level, id: 'file 1' }] }],
    ['a removal of what the file set', { drop: ['file 1'] }],
    ['too many at once', { watch: Array.from({ length: 101 }, (_, index) => ({ ...level, id: `a${index}` })) }],
  ])('with %s are refused, and nothing is watched', async (_, body) => {
    const token = await lapse.tokenOf('desk-key')
    expect((await ask('watchAlerts', {}, { token, body: { account, watch: [], drop: [], ...body } })).status).toBe(400)
    expect(alerts((await ask('alerts', { account }, { token })).text).alerts).toEqual([])
  })

  test('over a hundred are refused in words', async () => {
    const token = await lapse.tokenOf('desk-key')
    const many = (from: number) => Array.from({ length: 60 }, (_, index) => ({ ...level, id: `m${from + index}` }))
    const put = (body: object) => ask('watchAlerts', {}, { token, body: { account, watch: [], drop: [], ...body } })
    expect((await put({ watch: many(0) })).status).toBe(200)
    const over = await put({ watch: many(60) })
    expect([over.status, over.text]).toEqual([409, expect.stringContaining('100 alerts')])
    expect((await put({ drop: many(0).map(each => each.id) })).status).toBe(200)
  })

  test.each(['alerts', 'watchAlerts', 'testAlert'] as const)(
    'are nobody’s who may not read the account (%s)',
    async name => {
      const token = await lapse.tokenOf('desk-key')
      const isWritten = name !== 'alerts'
      const body = name === 'watchAlerts' ? { account: 'treasury', watch: [], drop: [] } : { account: 'treasury' }
      const asked = isWritten
        ? await ask(name, {}, { token, body })
        : await ask(name, { account: 'treasury' }, { token })
      expect(asked.status).toBe(403)
      expect(
        (await ask(name, isWritten ? {} : { account }, isWritten ? { body: { ...body, account } } : {})).status,
      ).toBe(401)
      expect(sent).toEqual([])
    },
  )

  test('are tried out by a test alert to each destination, which tells what each said; so often and no more, and each is written down', async () => {
    const token = await lapse.tokenOf('desk-key')
    tests = createRateLimiter({ perSecond: 0.1, burst: 2 }, lapse.nowMs)
    const before = (await store.audited()).length
    const test = () => ask('testAlert', {}, { token, body: { account } })
    const { status, text } = await test()
    expect(status).toBe(200)
    expect(recorderCalls.testAlert.answer.parse(JSON.parse(text)).results).toEqual([
      { name: 'hook', kind: 'webhook', isDelivered: true, said: 'answered 204' },
      { name: 'down', kind: 'webhook', isDelivered: false, said: 'could not be reached: ECONNREFUSED' },
    ])
    await test()
    const third = await test()
    expect([third.status, third.retry, sent.length]).toEqual([429, '10', 4])
    tests = unlimited
    expect(
      (await store.audited()).slice(before).map(each => [each.subject, each.account, each.call, each.status]),
    ).toEqual([
      ['desk-key', account, 'POST /recorder/v1/test-alert', 200],
      ['desk-key', account, 'POST /recorder/v1/test-alert', 200],
    ])
  })
})
