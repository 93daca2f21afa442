// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf, askOver, exchangePath, type PlainAnswer, plainRequest, type PlainRequest } from './messages.ts'

const origin = 'http://page.example'
const answer = (more: Partial<PlainAnswer> = {}): PlainAnswer => ({ status: 200, headers: [], body: '{}', ...more })
const asked: PlainRequest = { method: 'GET', target: '/v1/api/time', headers: [] }

describe('a request as it travels', () => {
  it('has its path and query, its headers and its body, and not the address of the page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', '?depth=5', '?a=1&b=%20'),
        async (body, search) => {
          const request = new Request(`${origin}/v1/api/order${search}`, {
            method: 'POST',
            body,
            headers: { credentials_secret: 'token' },
          })
          const plain = await plainRequest(request)
          expect(plain).toMatchObject({
            method: 'POST',
            target: `/v1/api/order${search}`,
            body: await new Request(origin, { method: 'POST', body }).text(),
          })
          expect(plain.headers).toContainEqual(['credentials_secret', 'token'])
        },
      ),
    )
  })
  it('without a body has none, not an empty one', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(await plainRequest(new Request(`${origin}/healthz`, { method }))).not.toHaveProperty('body')
  })
})

describe('an answer as it came', () => {
  it('has its status, headers and text', async () => {
    const given = answerOf(answer({ status: 429, headers: [['retry-after', '7']], body: '{"error":"later"}' }))
    expect([given.status, given.headers.get('retry-after'), await given.json()]).toEqual([429, '7', { error: 'later' }])
  })
  it.each([204, 304])('of status %i has no body, whatever came', async status => {
    const given = answerOf(answer({ status, body: 'x' }))
    expect([given.status, await given.text()]).toEqual([status, ''])
  })
  it('is data by our word, whatever it says of itself', () => {
    const given = answerOf(
      answer({
        headers: [
          ['content-security-policy', 'script-src *'],
          ['content-type', 'text/html'],
        ],
      }),
    )
    expect(given.headers.get('content-security-policy')).not.toContain('script-src *')
    expect(given.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('asking over a channel', () => {
  it('takes the one answer that comes on its own port, however many ask at once', async () => {
    const ports = new Map<string, MessagePort>()
    const ask = (target: string) => askOver(({ target: of }, port) => void ports.set(of, port), { ...asked, target })
    const answers = ['/a', '/b', '/c'].map(target => ask(target))
    for (const [target, port] of [...ports].reverse()) port.postMessage(answer({ body: JSON.stringify({ target }) }))
    expect(await Promise.all(answers.map(async each => await (await each).json()))).toEqual([
      { target: '/a' },
      { target: '/b' },
      { target: '/c' },
    ])
  })
  it('is aborted with its caller, as a fetch is, and a later answer is ignored', async () => {
    const giveUp = new AbortController()
    let port: MessagePort | undefined
    const waiting = askOver((_, given) => (port = given), asked, giveUp.signal)
    giveUp.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(() => port?.postMessage(answer())).not.toThrow()
    port?.close()
  })
  it('does not start if it was aborted before', async () => {
    let sent = 0
    await expect(askOver(() => (sent += 1), asked, AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    )
    expect(sent).toBe(0)
  })
})

describe('the paths of the exchange', () => {
  it.each(['/v1/api/time', '/v12/feed', '/sandbox/control', '/sandbox', '/healthz', '/healthz/headers', '/V1/api'])(
    '%s is one',
    path => expect(exchangePath.test(path)).toBe(true),
  )
  it.each(['/', '/version', '/vx/api', '/assets/sandbox.js', '/sandboxes', '/healthzzz', '/app/v1/api', '/index.html'])(
    '%s is a file',
    path => expect(exchangePath.test(path)).toBe(false),
  )
})
