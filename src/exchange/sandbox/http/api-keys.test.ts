import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { hourMs } from '../../../core/domain/time.ts'
import { keyPair as pair } from '../../../testing/key-pair.ts'
import { start, testVenue } from '../../../testing/test-venue.ts'
import { readApiKeys } from './api-keys.ts'
import { createTokenKeys } from './tokens.ts'

const mine = pair()
const other = pair()
const seconds = Math.floor(start / 1_000)

const keysOf = async (json: unknown) => {
  const read = await readApiKeys(typeof json === 'string' ? json : JSON.stringify(json))
  if (!read.ok) throw new Error(read.problem)
  return read.keys
}
const venueWith = async () => {
  const keys = await createTokenKeys({ apiKeys: await keysOf({ 'key-1': mine.publicKey, 'key-2': other.publicKey }) })
  return await testVenue({ keys })
}
const token = (
  claims: Record<string, unknown>,
  pem = mine.privateKey,
  header: Record<string, unknown> = {},
): Promise<string> =>
  new SignJWT({ sub: 'key-1', iat: seconds - 5, exp: seconds + 25, ...claims })
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(createPrivateKey(pem))

describe('an API key', () => {
  it('signs for an account of its own, funded on first use, with the claims of the public venue', async () => {
    const venue = await venueWith()
    const good = await token({ client: 'api', nonce: 7, uri: 'https://venue.example/v1/api/balances' })
    expect(venue.exchange.hasAccount('key-1')).toBe(false)
    const { json } = await venue.ask(endpoints.balances.path, { token: good })
    expect(json).toMatchObject({
      balance_response: expect.arrayContaining([expect.objectContaining({ symbol: 'USD' })]),
    })
    expect([venue.exchange.hasAccount('key-1'), venue.exchange.hasAccount('key-2')]).toEqual([true, false])
  })

  it('signs by the time of its own machine, though the exchange’s clock stood still meanwhile', async () => {
    const apiKeys = await keysOf({ 'key-1': mine.publicKey })
    const venue = await testVenue({ keys: await createTokenKeys({ apiKeys, hostMs: () => start + 80_000 }) })
    const asked = async (ahead: number) =>
      await venue.ask(endpoints.balances.path, {
        token: await token({ iat: seconds + ahead, exp: seconds + ahead + 30 }),
      })
    expect((await asked(80)).status).toBe(200)
    expect((await asked(180)).status).toBe(401)
  })

  it('is refused whatever else than its own, present signature comes with it', async () => {
    const venue = await venueWith()
    const forgeries = {
      "another key's": await token({}, other.privateKey),
      "the sandbox's own": await venue.keys.sign('key-1', start),
      expired: await token({ exp: seconds - 10 }),
      'from the future': await token({ iat: seconds + 60, exp: seconds + 90 }),
      'without an issue': await token({ iat: undefined }),
      'with a key in its header': await token({}, mine.privateKey, { jwk: { kty: 'EC' } }),
      'for ever': await token({ exp: 253_402_300_799 }),
      'beyond all numbers': await token({ exp: 1e20 }),
      'over before it began': await token({ iat: seconds, exp: seconds }),
      'for a logout': await token({}, mine.privateKey, { typ: 'logout+jwt' }),
      'for access elsewhere': await token({}, mine.privateKey, { typ: 'at+jwt' }),
      'of another curve': await token({}, mine.privateKey, { alg: 'ES256' }).then(text => text.slice(0, -8)),
    }
    const taken: string[] = []
    for (const [name, forged] of Object.entries(forgeries)) {
      if ((await venue.ask(endpoints.balances.path, { token: forged })).status !== 401) taken.push(name)
    }
    expect(taken).toEqual([])
  })

  it('is a JWT, said or not, for at most a month', async () => {
    const venue = await venueWith()
    for (const good of [
      await token({}, mine.privateKey, { typ: 'JWT' }),
      await token({}, mine.privateKey, { typ: 'jwt' }),
      await token({ exp: seconds + 30 * 24 * 3_600 }),
    ]) {
      expect((await venue.ask(endpoints.balances.path, { token: good })).status).toBe(200)
      expect((await venue.ask(endpoints.balances.path, { headers: { 'credentials-secret': good } })).status).toBe(401)
    }
  })

  it('lives as long as its claims say', async () => {
    const venue = await venueWith()
    const long = await token({ exp: seconds + 3 * 3_600 })
    venue.advance(2 * hourMs)
    expect((await venue.ask(endpoints.balances.path, { token: long })).status).toBe(200)
    venue.advance(2 * hourMs)
    expect((await venue.ask(endpoints.balances.path, { token: long })).status).toBe(401)
  })

  it("'s account cannot be signed in to by name", async () => {
    const venue = await venueWith()
    const reply = await venue.ask('/sandbox/session', { method: 'POST', body: '{"account":"key-1"}' })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('private key')
  })
})

it.each([
  ['not JSON', '{', /not a JSON object/],
  ['a list', [], /not a JSON object/],
  ['empty', {}, /names no API key/],
  ['with a key that is no text', { a: 7 }, /key of "a" is not a P-256 public key/],
  ['with a private key', { a: mine.privateKey }, /key of "a" is not/],
  ['with a key of another curve', { a: pair('P-384').publicKey }, /key of "a" is not/],
  ["with a name of the house's", { '@makers': mine.publicKey }, /"@makers" cannot be an API key/],
  ['with the demo account', { demo: mine.publicKey }, /"demo" cannot be an API key/],
])('a file of API keys %s is refused with what would be right', async (_, json, problem) => {
  const read = await readApiKeys(typeof json === 'string' ? json : JSON.stringify(json))
  expect(read.ok ? '' : read.problem).toMatch(problem)
})
