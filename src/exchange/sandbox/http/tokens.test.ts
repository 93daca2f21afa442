import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { hourMs } from '../../../core/domain/time.ts'
import { start, type TestVenue, testVenue } from '../../../testing/test-venue.ts'
import { createTokenKeys, tokenLifeMs } from './tokens.ts'

let venue: TestVenue
beforeAll(async () => {
  venue = await testVenue()
})

const seconds = Math.floor(start / 1_000)
const claims = { sub: 'alice', iat: seconds, exp: seconds + 3_600 }
const statusWith = async (token: string): Promise<number> =>
  (await venue.ask(endpoints.positions.path, { token })).status

describe('signing out of the sandbox', () => {
  const end = (token: string) => venue.ask(endpoints.endSandboxSession.path, { method: 'DELETE', token })

  it('ends the token that was sent, also where it was taken a moment before, and no other of the account', async () => {
    const [one, other] = [await venue.signIn('leaver'), await venue.signIn('leaver')]
    expect([await statusWith(one), await statusWith(other)]).toEqual([200, 200])
    expect((await end(one)).json).toEqual({ session_ended: 'leaver' })
    expect([await statusWith(one), await statusWith(other)]).toEqual([401, 200])
    expect((await end(one)).status).toBe(401)
  })

  it('ends nothing without a token, or with one that the sandbox did not give out', async () => {
    const token = await venue.signIn('stayer')
    expect((await venue.ask(endpoints.endSandboxSession.path, { method: 'DELETE' })).status).toBe(401)
    expect((await end(`${token.slice(0, -4)}AAAA`)).status).toBe(401)
    expect(await statusWith(token)).toBe(200)
  })
})

describe('signing in to the sandbox', () => {
  it('without a body is the demo account, with positions to look at', async () => {
    const reply = await venue.ask('/sandbox/session', { method: 'POST' })
    const { account, credentials_secret, expires_at } = reply.json as Record<string, string>
    expect(account).toBe('demo')
    expect(Number(expires_at)).toBeGreaterThan(venue.now() * 1_000)
    expect(Number(expires_at)).toBeLessThanOrEqual((venue.now() + tokenLifeMs) * 1_000)
    const { json } = await venue.ask(endpoints.positions.path, { token: credentials_secret ?? '' })
    expect(
      (json as { positions_response: { positions: unknown[] } }).positions_response.positions.length,
    ).toBeGreaterThan(0)
  })

  it.each(['{"account":"@house"}', `{"account":"${'x'.repeat(65)}"}`, '{"account":{}}', '[]', '"x"', '{', 'null'])(
    'with %s is refused in plain words',
    async body => {
      const reply = await venue.ask('/sandbox/session', { method: 'POST', body })
      expect(reply.status).toBe(400)
      expect(reply.json).toEqual({ error: { error_code: '16', message: expect.any(String) } })
    },
  )
})

describe('a private endpoint', () => {
  it('takes a token of ours, from a moment ago or from hours ago, until it expires', async () => {
    const own = await testVenue()
    const token = await own.signIn()
    expect((await own.ask(endpoints.positions.path, { token })).status).toBe(200)
    own.advance(tokenLifeMs - hourMs)
    expect((await own.ask(endpoints.positions.path, { token })).status).toBe(200)
    own.advance(hourMs + 10_000)
    expect((await own.ask(endpoints.positions.path, { token })).status).toBe(401)
  })

  it('refuses a missing token with words that mention proxies and underscores', async () => {
    for (const endpoint of Object.values(endpoints).filter(each => each.auth)) {
      const reply = await venue.ask(endpoint.path, {
        method: endpoint.method,
        ...(endpoint.method === 'POST' ? { body: '{}' } : {}),
      })
      expect(reply.status).toBe(401)
      expect(reply.text).toMatch(/credentials_secret.*underscore/)
    }
  })

  it('refuses every kind of forgery in the same words, save what is no token at all', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const sign = (header: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(key)
    const good = await venue.keys.sign('alice', start)
    const [head = '', body = '', signature = ''] = good.split('.')
    const other = await createTokenKeys()
    const rsa = await generateKeyPair('RS256')
    const forgeries = {
      text: 'not a token',
      empty: '',
      none: new UnsecuredJWT(claims).encode(),
      'none, hand-made': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      'HS256 with a guessed secret': await sign({ alg: 'HS256' }, new TextEncoder().encode('secret')),
      'HS256 keyed by a public key': await sign({ alg: 'HS256' }, new TextEncoder().encode(JSON.stringify(jwk))),
      RS256: await sign({ alg: 'RS256' }, rsa.privateKey),
      'key of a stranger': await sign({}, privateKey),
      'key in the header': await sign({ jwk }, privateKey),
      'address of keys in the header': await sign({ jku: 'https://evil.example/keys' }, privateKey),
      'certificate in the header': await sign({ x5u: 'https://evil.example/cert' }, privateKey),
      "another exchange's": await other.sign('alice', start),
      'changed account': `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'bob' })).toString('base64url')}.${signature}`,
      'cut signature': `${head}.${body}.${signature.slice(0, -4)}`,
      'no signature': `${head}.${body}.`,
      'too long': `${good}${'A'.repeat(5_000)}`,
    }
    const taken: string[] = []
    const answers = new Set<string>()
    for (const [name, token] of Object.entries(forgeries)) {
      const reply = await venue.ask(endpoints.positions.path, { token })
      if (reply.status !== 401) taken.push(name)
      answers.add(reply.text)
    }
    expect(taken).toEqual([])
    expect([...answers].toSorted()).toEqual([
      '{"error":{"error_code":"10","message":"the token is not a JWT"}}',
      '{"error":{"error_code":"14","message":"auth server rejected the authenticate request, Unauthorized"}}',
    ])
    expect(await statusWith(good)).toBe(200)
  })

  it('refuses our own signature under wrong claims', async () => {
    const own = await createTokenKeys()
    expect(await own.verify(await own.sign('', start), start)).toBeUndefined()
    expect(await own.verify(await own.sign('x'.repeat(65), start), start)).toBeUndefined()
    expect(await own.verify(await own.sign('@makers', start), start)).toBeUndefined()
    // Setting a clock back does not invalidate earlier sign-ins: we signed them.
    expect(await own.verify(await own.sign('alice', start), start - hourMs)).toBe('alice')
    expect(await own.verify(await own.sign('alice', start - 2 * tokenLifeMs), start)).toBeUndefined()
    expect(await own.verify(await own.sign('alice', start), start)).toBe('alice')
  })

  it('opens an account that its token names and the exchange does not know yet', async () => {
    const token = await venue.keys.sign('carol', start)
    expect(venue.exchange.hasAccount('carol')).toBe(false)
    expect(await statusWith(token)).toBe(200)
    expect(venue.exchange.hasAccount('carol')).toBe(true)
  })
})
