// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replaceFetch } from '../venue/client.ts'
import { beginSession, signOut } from '../venue/session.ts'
import { readVenue } from '../venue/venue.ts'
import { askRecorder } from './ask-recorder.ts'

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJl'
const asked: { readonly url: string; readonly init: RequestInit }[] = []
let answer: () => Response | Promise<Response> = () => Response.json({ notes: [] })
const owner = () => ({ venueKey: readVenue().key, account: 'desk' })

beforeEach(() => {
  asked.length = 0
  replaceFetch(async (url, init) => {
    asked.push({ url, init })
    return answer()
  })
  beginSession({ method: 'token', account: 'desk', token, expiresAtMs: undefined, keep: 'memory' })
})
afterEach(signOut)

const notes = () => askRecorder('notes', owner(), { query: { account: 'desk' } })

describe('a question', () => {
  test('goes to the page’s own server with the token in its header, and nowhere in the address', async () => {
    answer = () => Response.json({ notes: [] })
    expect(await notes()).toEqual({ ok: true, answer: { notes: { rows: [], rejected: [] } } })
    const [{ url, init } = { url: '', init: {} }] = asked
    expect(url).toBe('/recorder/v1/notes?account=desk')
    expect(new Headers(init.headers).get('credentials_secret')).toBe(token)
    expect(init.method).toBe('GET')
  })

  test('that the interface does not have is a fault of the program, not of the recorder', async () => {
    await expect(askRecorder('fullSamples', owner(), { query: { account: 'desk', at: [Number.NaN] } })).rejects.toThrow(
      /invalid|expected/i,
    )
    expect(asked).toEqual([])
  })

  test('that writes is JSON under its method, once', async () => {
    answer = () => Response.json({ results: [] })
    await askRecorder('testAlert', owner(), { body: { account: 'desk' } })
    expect(
      asked.map(({ url, init }) => [url, init.method, init.body, new Headers(init.headers).get('content-type')]),
    ).toEqual([['/recorder/v1/test-alert', 'POST', '{"account":"desk"}', 'application/json']])
  })

  test('of an account that is not signed in is not asked', async () => {
    const other = await askRecorder('notes', { ...owner(), account: 'treasury' }, { query: { account: 'treasury' } })
    const elsewhere = await askRecorder('notes', { ...owner(), venueKey: 'elsewhere' }, { query: { account: 'desk' } })
    signOut()
    expect([other, elsewhere, await notes()].map(each => !each.ok && each.text)).toEqual(
      Array.from({ length: 3 }, () => 'You are signed out.'),
    )
    expect(asked).toEqual([])
  })
})

describe('an answer', () => {
  test.each([
    [
      'that refuses in words',
      () => Response.json({ error: 'No such account is open to this token.' }, { status: 403 }),
      'No such account is open to this token.',
      403,
    ],
    [
      'of too many questions',
      () => Response.json({ error: 'Too many requests.' }, { status: 429 }),
      'Too many requests.',
      429,
    ],
    ['of another shape', () => Response.json({ notes: 'none' }), 'The recorder’s answer could not be read (200).', 200],
    [
      'of a proxy',
      () => new Response('<html>Bad gateway</html>', { status: 502 }),
      'The recorder did not answer.',
      undefined,
    ],
    [
      'that never comes',
      () => Promise.reject(new TypeError('fetch failed')),
      'The recorder did not answer.',
      undefined,
    ],
    [
      'of a refusal with words without end',
      () => Response.json({ error: 'x'.repeat(5_000) }, { status: 503 }),
      'The recorder’s answer could not be read (503).',
      503,
    ],
  ])('%s is no answer, and is said as what it is', async (_, given, text, status) => {
    answer = given
    const reply = await notes()
    expect(reply).toEqual({ ok: false, text, ...(status === undefined ? {} : { status }) })
  })

  test('with rows that cannot be read has the others, and says which were set aside', async () => {
    const note = { subject: 't0', text: 'why', tags: [], atMs: 1, by: 'ann' }
    answer = () => Response.json({ notes: [note, { ...note, atMs: 'now' }] })
    const reply = await notes()
    expect(
      reply.ok && [
        reply.answer.notes.rows.map(each => each.subject),
        reply.answer.notes.rejected.map(each => each.path),
      ],
    ).toEqual([['t0'], ['atMs']])
  })

  test('a conflict contains the current value', async () => {
    const theirs = { subject: 't0', text: 'theirs', tags: [], atMs: 5, by: 'ann' }
    answer = () => Response.json({ note: theirs }, { status: 409 })
    const body = { account: 'desk', subject: 't0', text: 'mine', tags: [], seenAtMs: null }
    expect(await askRecorder('writeNote', owner(), { body })).toMatchObject({
      ok: false,
      status: 409,
      conflict: { note: theirs },
    })
    answer = () =>
      Response.json(
        { error: 'The recorder watches 100 alerts of an account at most: remove some first.' },
        { status: 409 },
      )
    const reply = await askRecorder('watchAlerts', owner(), { body: { account: 'desk', watch: [], drop: [] } })
    expect(reply).toEqual({
      ok: false,
      status: 409,
      text: 'The recorder watches 100 alerts of an account at most: remove some first.',
    })
  })
})
