// @vitest-environment node
import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { openDB } from 'idb'
import { describe, expect, test } from 'vitest'
import { limitOrder } from '../../testing/outside-orders.ts'
import { statedInstant } from '../../testing/stated-instant.ts'
import { openPractice } from '../../testing/test-practice.ts'
import { crc32 } from './browser-journal.ts'
import type { PracticeExchange } from './practice-exchange.ts'

const json = [['content-type', 'application/json']] as const
const post = async (exchange: PracticeExchange, target: string, body: unknown, token?: string) => {
  const headers = token === undefined ? json : [...json, ['credentials_secret', token] as const]
  const answer = await exchange.answer({ method: 'POST', target, headers, body: JSON.stringify(body) })
  return { status: answer.status, json: JSON.parse(answer.body) as Record<string, unknown> }
}
const get = async (exchange: PracticeExchange, target: string, token: string) =>
  (await exchange.answer({ method: 'GET', target, headers: [['credentials_secret', token]] })).body
const signIn = async (exchange: PracticeExchange): Promise<string> =>
  String((await post(exchange, '/sandbox/session', { account: 'ann' })).json['credentials_secret'])
const order = (id: string) => ({ new_order: limitOrder(id) })
const time = { time: { wallMs: () => Date.parse(statedInstant), steadyMs: () => 0 } }
const still = (name?: string) => openPractice(name, {}, time)

test('checksums are those of the server’s journal', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.nat(),
      (text, before) => crc32(text, before) === zlibCrc32(text, before),
    ),
  )
})

describe('an exchange in the browser’s database', () => {
  test('comes back from its snapshot, with the entries it covers deleted', async () => {
    const first = await still()
    const token = await signIn(first.exchange)
    await post(first.exchange, '/v1/api/order', order('one'), token)
    const before = await get(first.exchange, '/v1/api/openOrders', token)
    await first.exchange.close()
    const db = await openDB(first.name)
    expect(await db.count('entries')).toBe(0)
    db.close()
    const second = await still(first.name)
    expect(second.exchange.replayed).toBe(0)
    expect(await get(second.exchange, '/v1/api/openOrders', token)).toBe(before)
    await post(second.exchange, '/v1/api/order', order('two'), token)
    const third = await still(first.name)
    expect(third.exchange.replayed).toBeGreaterThan(0)
    expect(await get(third.exchange, '/v1/api/openOrders', token)).toContain('"two"')
  })

  test('answers nothing that could not be stored, and nothing after it', async () => {
    const received: unknown[] = []
    const { exchange, journal } = await openPractice(undefined, {}, { ended: error => received.push(error) })
    const token = await signIn(exchange)
    journal.close()
    await expect(post(exchange, '/v1/api/order', order('one'), token)).rejects.toThrow(
      /database|transaction|connection/i,
    )
    await expect(get(exchange, '/v1/api/openOrders', token)).rejects.toThrow(/database|transaction|connection/i)
    expect(received).toHaveLength(1)
  })
})
