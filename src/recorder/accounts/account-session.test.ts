// @vitest-environment node
import { expect, test } from 'vitest'
import { importSigningKey } from '../../core/client/signing-key.ts'
import { systemTimers } from '../../core/client/timers.ts'
import { hourMs } from '../../core/domain/time.ts'
import { readApiKeys } from '../../exchange/sandbox/http/api-keys.ts'
import { createTokenKeys } from '../../exchange/sandbox/http/tokens.ts'
import { testVenue } from '../../testing/test-venue.ts'
import { createAccountSession } from './account-session.ts'
import { keyPair } from '../../testing/key-pair.ts'

test('a session whose venue sets its clock far ahead says that the clock was the cause of the refusal, asks for the time, and goes on', async () => {
  const pair = keyPair()
  const [keys, signing] = [
    await readApiKeys(JSON.stringify({ 'desk-key': pair.publicKey })),
    await importSigningKey(pair.privateKey),
  ]
  if (!keys.ok || !signing.ok) throw new Error('no key')
  const venue = await testVenue({ keys: await createTokenKeys({ apiKeys: keys.keys }) })
  const startMs = venue.now()
  const refusals: (string | undefined)[] = []
  const session = createAccountSession({
    account: {
      account: 'desk',
      apiKey: 'desk-key',
      signingKey: signing.key,
      tokenSeconds: 60,
      tokenPerAddress: false,
      readers: new Set(),
    },
    venue: {
      venueKey: 'venue',
      baseUrl: 'http://127.0.0.1',
      summaryUrl: 'http://127.0.0.1',
      feedUrl: 'ws://127.0.0.1/v1/feed',
    },
    async http({ method, url, headers }) {
      const { pathname, search } = new URL(url)
      const reply = await venue.ask(pathname + search, { method, headers })
      return { status: reply.status, text: reply.text, header: name => reply.headers.get(name) ?? undefined }
    },
    timers: { ...systemTimers, monotonicMs: () => 5_000, wallMs: () => startMs },
    refused: words => refusals.push(words),
  })
  const asks = async (): Promise<boolean> => (await session.client.call('positions', { owner: session.owner })).ok
  expect(await asks()).toBe(true)
  venue.advance(8 * hourMs)
  expect(await asks()).toBe(false)
  await expect.poll(asks).toBe(true)
  expect(refusals[0]).toMatch(/the clock here was 28800 s behind the venue’s/)
})
