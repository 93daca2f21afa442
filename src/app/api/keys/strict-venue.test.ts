import { describe, expect, it } from 'vitest'
import { createClient } from '../../../core/client/create-client.ts'
import { createServerClock } from '../../../core/client/server-clock.ts'
import { importSigningKey, signToken } from '../../../core/client/signing-key.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { createTokenMaker, type TokenSettings } from '../../../core/client/token-maker.ts'
import { createTurns, type Locks } from '../../../core/client/turns.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { readApiKeys } from '../../../exchange/sandbox/http/api-keys.ts'
import { createTokenKeys } from '../../../exchange/sandbox/http/tokens.ts'
import { type TestVenue, testVenue } from '../../../testing/test-venue.ts'
import { firmIoc } from '../../../testing/order.fixture.ts'
import { keyPair } from '../../../testing/key-pair.ts'

const mine = keyPair()

async function strictVenue(): Promise<TestVenue> {
  const read = await readApiKeys(JSON.stringify({ 'desk-1': mine.publicKey }))
  if (!read.ok) throw new Error(read.problem)
  return await testVenue({ keys: await createTokenKeys({ apiKeys: read.keys, isStrict: true }) })
}

async function openTab(
  venue: TestVenue,
  settings: Partial<TokenSettings>,
  aheadMs: number,
  nextNonce: () => number,
  { locks, network = () => Promise.resolve() }: { readonly locks?: Locks; readonly network?: () => Promise<void> } = {},
) {
  const imported = await importSigningKey(mine.privateKey)
  if (!imported.ok) throw new Error(imported.message)
  const timers = { ...systemTimers, monotonicMs: () => venue.now() - 1_000, wallMs: () => venue.now() + aheadMs }
  const clock = createServerClock(
    timers,
    () => undefined,
    () => false,
  )
  const tokens = createTokenMaker(
    { apiKey: 'desk-1', lifeSeconds: 30, perAddress: true, ...settings },
    {
      sign: claims => signToken(imported.key, claims),
      clockKnown: async () => void (clock.offsetMs() ?? (await client.call('time', { lane: 'submit' }))),
      nowMs: clock.nowMs,
      monotonicMs: timers.monotonicMs,
      nextNonce,
      takeTurn: createTurns(locks, systemTimers),
    },
  )
  const refused: string[] = []
  const seen = new Set<string>()
  const client = createClient({
    async http({ method, url, headers, body }) {
      const { pathname, search } = new URL(url)
      await network()
      seen.add(headers[credentialsHeader] ?? '')
      const reply = await venue.ask(pathname + search, { method, headers, ...(body === undefined ? {} : { body }) })
      if (reply.status >= 400) refused.push(`${reply.status} ${pathname} ${reply.text}`)
      return { status: reply.status, text: reply.text, header: name => reply.headers.get(name) ?? undefined }
    },
    timers,
    addressOf: () => 'http://localhost',
    credentials: () => ({
      serial: 1,
      account: 'desk-1',
      venueKey: 'v',
      tokenFor: tokens.tokenFor,
      answered: tokens.answered,
    }),
    refused: () => undefined,
    learn: () => undefined,
    clockSample: clock.sample,
  })
  return { client, refused, seen }
}

function locksOfBrowser(): Locks {
  const last = new Map<string, Promise<void>>()
  return {
    request(name, _options, run) {
      const before = last.get(name) ?? Promise.resolve()
      const own = before.then(run)
      last.set(name, own)
      return own
    },
  }
}

type Tab = Awaited<ReturnType<typeof openTab>>

async function trade({ client }: Tab, id: string): Promise<void> {
  const placed = await client.call('placeOrder', {
    body: {
      new_order: {
        client_order_id: clientOrderId(id),
        symbol: 'PTF-USD',
        ...firmIoc,
        side: 'buy',
        quantity: dec(1_000),
        price: dec('0.5'),
      },
    },
  })
  expect(placed).toMatchObject({ ok: true })
  expect(await client.call('orderDetails', { query: { client_order_id: clientOrderId(id) } })).toMatchObject({
    ok: true,
  })
}

describe('a venue that wants short tokens, rising nonces and its addresses in them', () => {
  it('accepts everything of two tabs that trade for ten minutes on a machine with a wrong clock', async () => {
    const venue = await strictVenue()
    let nonce = venue.now() * 1_000
    const nextNonce = (): number => (nonce += 1)
    const tabs = [await openTab(venue, {}, 90_000, nextNonce), await openTab(venue, {}, 90_000, nextNonce)]
    for (let step = 0; step < 300; step += 1) {
      // One tab after the other, as without locks.
      for (const { client } of tabs) {
        await Promise.all([
          client.call('positions'),
          client.call('balances'),
          client.call('openOrders'),
          client.call('time'),
        ])
      }
      if (step % 5 === 0) for (const [index, tab] of tabs.entries()) await trade(tab, `o-${step}-${index}`)
      venue.advance(2_000)
    }
    expect(tabs.map(tab => tab.refused)).toEqual([[], []])
    // Renewed continuously, but not per request.
    for (const { seen } of tabs) {
      expect(seen.size).toBeGreaterThan(5 * 20)
      expect(seen.size).toBeLessThan(5 * 70)
    }
  })

  it.each([
    ['nothing of two tabs in lockstep that take turns, over a network in which the later often arrives first', true],
    ['some of them where they do not take turns', false],
  ])('refuses %s', async (_words, takeTurns) => {
    const venue = await strictVenue()
    let nonce = venue.now() * 1_000
    const nextNonce = (): number => (nonce += 1)
    let sent = 0
    const network = (): Promise<void> => {
      sent += 1
      return new Promise(resolve => setTimeout(resolve, [6, 1, 4, 0, 3][sent % 5]))
    }
    const options = takeTurns ? { locks: locksOfBrowser(), network } : { network }
    const tabs = [await openTab(venue, {}, 0, nextNonce, options), await openTab(venue, {}, 0, nextNonce, options)]
    for (let step = 0; step < 12; step += 1) {
      await Promise.all(
        tabs.flatMap(({ client }) => [client.call('positions'), client.call('balances'), client.call('openOrders')]),
      )
      // Past the tokens' life, so that each step makes new ones.
      venue.advance(40_000)
    }
    const refused = tabs.flatMap(tab => tab.refused)
    if (takeTurns) expect(refused).toEqual([])
    else expect(refused.join()).toContain('nonce')
  })
})
