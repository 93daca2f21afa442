import fc from 'fast-check'
import { expect, test } from 'vitest'
import { httpOver } from './http.ts'

const asked = { method: 'GET', url: 'https://venue.example/v1/api/exchangeInfo', headers: {}, mayBeLong: true } as const
const { signal } = new AbortController()
const pauses = { startSlice: () => ({ isUsedUp: () => true }), yieldToPage: () => Promise.resolve() }

const inPieces = (bytes: Uint8Array, length: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length))
      controller.close()
    },
  })

test('a long answer reads like every other, wherever it is cut: within a letter, after a byte-order mark, with bytes that are no letter', async () => {
  const letters = fc.string({ unit: 'binary' }).map(text => new TextEncoder().encode(text))
  const bytes = fc.oneof(
    letters,
    fc.uint8Array(),
    letters.map(each => new Uint8Array([0xef, 0xbb, 0xbf, ...each])),
  )
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 7 }), async (body, length) => {
      const http = httpOver(() => new Response(inPieces(body, length)), pauses)
      expect((await http({ ...asked, signal })).text).toBe(await new Response(body).text())
    }),
    { numRuns: 30 },
  )
})

test('a long answer without a body is an empty text', async () => {
  const http = httpOver(() => new Response(null, { status: 304 }), pauses)
  expect(await http({ ...asked, signal })).toMatchObject({ status: 304, text: '' })
})

test('a long answer that is cut off fails', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([91]))
      controller.error(new TypeError('the connection was cut'))
    },
  })
  const http = httpOver(() => new Response(broken), pauses)
  await expect(http({ ...asked, signal })).rejects.toThrow('the connection was cut')
})
