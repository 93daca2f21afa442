// @vitest-environment node
import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Mailbox, Webhook } from '../../recorder/alerts/destinations.ts'
import type { AlertBody } from '../../recorder/alerts/send-alert.ts'
import { type Certified, createAuthority } from '../../testing/certificates.ts'
import { type Reply, startSmtp, startWebhook } from '../../testing/recorder/alert-receivers.ts'
import { createSendAlert } from './send-alert.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const secret = 'a secret of thirty-two characters or more'
const body: AlertBody = {
  version: 1,
  id: 'd'.repeat(32),
  kind: 'alert',
  urgent: false,
  venue: 'venue.example',
  account: 'desk',
  at: '2026-11-22T08:00:00.000Z',
  title: 'BTC PERP above 105,000',
  text: 'It is 105,010 now.',
}
const send = createSendAlert((url, init) => fetch(url, init))

async function webhook(reply: (count: number) => Reply) {
  const receiver = await startWebhook((_, count) => reply(count))
  stops.push(receiver.stop)
  const to: Webhook = { kind: 'webhook', name: 'hook', url: receiver.url, secret, quiet: undefined }
  return { receiver, to, send: (attempt = 1) => send(to, { body, attempt }) }
}

describe('a webhook', () => {
  test('gets the alert as JSON, signed over the time and the body byte for byte, under an id that stays', async () => {
    const { receiver, send: sendOnce } = await webhook(() => ({ status: 204 }))
    expect(await sendOnce()).toEqual({ kind: 'delivered', report: 'answered 204' })
    await sendOnce(2)
    const [first, second] = receiver.received
    expect(JSON.parse(first?.body ?? '')).toEqual(body)
    const time = String(first?.headers['legwork-timestamp'])
    expect(time).toMatch(/^\d{10}$/)
    const expected = createHmac('sha256', secret).update(`${time}.${first?.body}`).digest('hex')
    expect(first?.headers['legwork-signature']).toBe(`v1=${expected}`)
    expect([first, second].map(each => [each?.headers['legwork-id'], each?.headers['legwork-attempt']])).toEqual([
      [body.id, '1'],
      [body.id, '2'],
    ])
    expect(JSON.stringify(first)).not.toContain(secret)
  })

  test.each([
    ['500', { status: 500, text: '<h1>Oops</h1>' }, 'again', 'answered 500'],
    ['503 with a time to wait', { status: 503, headers: { 'retry-after': '120' } }, 'again', 'answered 503'],
    ['429', { status: 429 }, 'again', 'answered 429'],
    ['400', { status: 400, text: 'no such hook' }, 'refused', 'answered 400'],
    ['404', { status: 404 }, 'refused', 'answered 404'],
  ] as const)(
    'that answers %s is tried again or given up accordingly, and what it answered is reported',
    async (_, reply, kind, said) => {
      const { send: sendOnce } = await webhook(() => reply)
      expect(await sendOnce()).toMatchObject({ kind, report: said })
    },
  )

  test('says how long it wants to be left alone', async () => {
    const { send: sendOnce } = await webhook(() => ({ status: 503, headers: { 'retry-after': '120' } }))
    expect(await sendOnce()).toMatchObject({ afterMs: 120_000 })
  })

  test('that redirects is not followed: the alert goes where the file says and nowhere else', async () => {
    const other = await startWebhook(() => ({ status: 204 }))
    stops.push(other.stop)
    const { send: sendOnce } = await webhook(() => ({ status: 307, headers: { location: other.url } }))
    expect(await sendOnce()).toMatchObject({
      kind: 'refused',
      report: 'answered 307: a redirect, which is not followed',
    })
    expect(other.received).toEqual([])
  })

  test('that hangs up, or is not there, is tried again, and its address stays unsaid', async () => {
    const { receiver, send: sendOnce } = await webhook(() => 'reset')
    const cut = await sendOnce()
    await receiver.stop()
    stops.pop()
    const gone = await sendOnce()
    expect([cut.kind, gone.kind]).toEqual(['again', 'again'])
    expect(gone.report).toBe('could not be reached: ECONNREFUSED')
    expect(cut.report + gone.report).not.toMatch(/127\.0\.0\.1|in-the-address/)
  })

  test('is read no further than its first words, however long it talks', async () => {
    const { send: sendOnce } = await webhook(() => ({ status: 200, text: 'ha'.repeat(1_000_000) }))
    const { report: said } = await sendOnce()
    expect(said.length).toBeLessThan(200)
  })
})

function mailbox(port: number, more: Partial<Mailbox> = {}): Mailbox {
  return {
    kind: 'email',
    name: 'mail',
    host: '127.0.0.1',
    port,
    security: 'none',
    ca: undefined,
    login: undefined,
    from: 'legwork@desk.example',
    to: ['ann@desk.example', 'bob@desk.example'],
    quiet: undefined,
    ...more,
  }
}

async function mailServer(answers: Parameters<typeof startSmtp>[0] = {}) {
  const server = await startSmtp(answers)
  stops.push(server.stop)
  return server
}

describe('a mailbox', () => {
  test('gets one mail to all its addresses, under a Message-ID that stays, whatever the alert’s title holds', async () => {
    const server = await mailServer()
    const sent = await send(mailbox(server.port), {
      body: { ...body, title: 'Fill\r\nBcc: eve@evil.example' },
      attempt: 1,
    })
    expect(sent).toMatchObject({ kind: 'delivered', report: 'took it: 250 2.0.0 queued as 17' })
    const [mail] = server.mails
    expect(mail?.to.map(each => /<(.*)>/.exec(each)?.[1])).toEqual(['ann@desk.example', 'bob@desk.example'])
    expect(mail?.text).toContain(`Message-ID: <${body.id}@legwork.invalid>`)
    expect(mail?.text).toContain('Auto-Submitted: auto-generated')
    expect(mail?.text).toContain('It is 105,010 now.')
    expect(mail?.text).not.toMatch(/^Bcc:/m)
  })

  test('is reached with its login', async () => {
    const server = await mailServer({
      auth: plain => (Buffer.from(plain, 'base64').toString() === '\0ann\0hunter2' ? '235 ok' : '535 no'),
    })
    const sent = await send(mailbox(server.port, { login: { user: 'ann', password: 'hunter2' } }), { body, attempt: 1 })
    expect([sent.kind, server.mails.length]).toEqual(['delivered', 1])
  })

  test('whose server refuses the login or an address gets none, and neither is repeated in words', async () => {
    const refusing = await mailServer({ auth: () => '535 5.7.8 ann@desk.example is not known' })
    const login = { user: 'ann@desk.example', password: 'hunter2' }
    const sent = await send(mailbox(refusing.port, { login }), { body, attempt: 1 })
    expect(sent.kind).toBe('refused')
    expect(sent.report).toContain('535 5.7.8')
    expect(sent.report).not.toMatch(/hunter2|ann@/)
    const unknown = await mailServer({ rcpt: '550 no such user' })
    expect(await send(mailbox(unknown.port), { body, attempt: 1 })).toMatchObject({ kind: 'refused' })
  })

  test('whose server is busy, or not there, is tried again', async () => {
    const busy = await mailServer({ data: () => '451 4.3.0 later' })
    expect(await send(mailbox(busy.port), { body, attempt: 1 })).toMatchObject({
      kind: 'again',
      report: 'answered 451 4.3.0 later',
    })
    await busy.stop()
    stops.pop()
    expect(await send(mailbox(busy.port), { body, attempt: 1 })).toEqual({
      kind: 'again',
      report: 'could not be reached: ECONNREFUSED',
    })
  })

  describe.each([
    ['tls', 'first byte'],
    ['starttls', 'starttls'],
  ] as const)('with %s', (security, from) => {
    const firm = createAuthority('Desk Firm CA')
    const login = { user: 'ann', password: 'hunter2' }
    const here = { ipv4: ['127.0.0.1'] }
    const sendTo = async (certified: Certified, ca: string | undefined) => {
      const server = await mailServer({ auth: () => '235 ok', tls: { ...certified, from } })
      const sent = await send(mailbox(server.port, { security, login, ca }), { body, attempt: 1 })
      return { sent, ...server }
    }

    test('is reached under the certificate of the firm’s own authority; login and mail go through TLS alone', async () => {
      const { sent, mails, commands } = await sendTo(firm.certify(here), firm.cert)
      expect([sent, mails.length]).toEqual([{ kind: 'delivered', report: 'took it: 250 2.0.0 queued as 17' }, 1])
      const secret = commands.filter(each => /^(?:AUTH|MAIL|RCPT|DATA)/.test(each))
      expect([secret.length > 3, secret.filter(each => !each.endsWith(' (TLS)'))]).toEqual([true, []])
    })

    test.each([
      [
        'for another host',
        firm.certify({ dns: ['mail.other.example'] }),
        firm.cert,
        'its certificate is for another host name',
      ],
      ['that has expired', firm.certify(here, true), firm.cert, 'its certificate has expired'],
      [
        'of another authority of the same name',
        createAuthority('Desk Firm CA').certify(here),
        firm.cert,
        'its certificate is not signed by the authority of "caFile"',
      ],
      [
        'of another authority',
        createAuthority('Another CA').certify(here),
        firm.cert,
        'its certificate is not signed by the authority of "caFile"',
      ],
      [
        'of an authority that this machine does not know',
        firm.certify(here),
        undefined,
        'its certificate is signed by an authority that this machine does not know: name its file as "caFile"',
      ],
    ])(
      'gets neither login nor mail under a certificate %s, in so many words, and is tried again',
      async (_, certified, ca, words) => {
        const { sent, mails, commands } = await sendTo(certified, ca)
        expect(sent).toEqual({ kind: 'again', report: `was not trusted: ${words}` })
        expect(mails).toEqual([])
        expect(commands.filter(each => /^(?:AUTH|MAIL|DATA)/.test(each))).toEqual([])
      },
    )
  })

  test('that wants TLS gets nothing in plain: neither the login nor the mail, where the server offers none', async () => {
    const server = await mailServer({ auth: () => '235 ok' })
    const sent = await send(
      mailbox(server.port, { security: 'starttls', login: { user: 'ann', password: 'hunter2' } }),
      {
        body,
        attempt: 1,
      },
    )
    expect(sent).toMatchObject({ kind: 'refused', report: expect.stringContaining('502') as string })
    expect(server.mails).toEqual([])
    expect(server.commands.filter(each => /^(?:AUTH|MAIL|DATA)/i.test(each))).toEqual([])
  })
})
