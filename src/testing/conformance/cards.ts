/** Shared by all conformance cards: the exchanges under test, and orders as an external client writes them. */
import { expect } from 'vitest'
import { limitOrder, without } from '../outside-orders.ts'
import { type Json, type OutsideVenue, rows } from '../test-outside.ts'

export let venue: OutsideVenue
export let core: OutsideVenue
/** Two near-the-money BTC calls of one expiry, by ascending id. */
export let calls: readonly [Json, Json]
export const count = expect.stringMatching(/^\d+$/)
export const decimal = expect.stringMatching(/^-?\d+(\.\d+)?$/)
/** A computed value has a decimal point. */
export const computed = expect.stringMatching(/^-?\d+\.\d+$/)
export const minuteMs = 60_000

export const listing = async (): Promise<Json[]> =>
  rows((await venue.ask('/v1/api/exchangeInfo')).json, 'entities_and_rules_response', 'symbols')
export async function twoCalls(): Promise<readonly [Json, Json]> {
  const strikes = (symbol: string) => /^BTC-(\d{8})-(\d+)C$/.exec(symbol)
  const all = (await listing()).filter(each => each['status'] === 'active' && strikes(String(each['symbol'])) !== null)
  const months = all.filter(each => Number(strikes(String(each['symbol']))?.[2]) % 5_000 === 0)
  const near = months
    .filter(each => Math.abs(Number(strikes(String(each['symbol']))?.[2]) - 100_000) <= 10_000)
    .toSorted((a, b) => String(b['symbol']).localeCompare(String(a['symbol'])))
  const [first] = near
  const second = near.find(
    each => each !== first && String(each['symbol']).slice(0, 12) === String(first?.['symbol']).slice(0, 12),
  )
  if (first === undefined || second === undefined) throw new Error('no two calls')
  return Number(first['tradeable_entity_id']) < Number(second['tradeable_entity_id'])
    ? [first, second]
    : [second, first]
}

export const limit = (more: Json = {}): Json => limitOrder(venue.id(), more)
export const marketOrder = (more: Json = {}): Json =>
  without(limit({ type: 'MARKET', time_in_force: 'IOC', ...more }), 'price', 'recv_window')
export const legsOf = (ratios: readonly [number, number] = [1, -1]): Json[] =>
  calls.map((call, index) => ({ tid: call['tradeable_entity_id'], ratio: ratios[index] }))
export const spread = (more: Json = {}): Json =>
  without(limit({ legs: legsOf(), price: '-100000', quantity: '1', ...more }), 'symbol')
export const rfq = (more: Json = {}): Json =>
  without(spread({ market_id: 'none', recv_window: '100', minimum_quantity: '0.5', ...more }), 'price')
export const joined = (): string =>
  calls.map((call, index) => `${String(call['symbol'])}@${index === 0 ? 1 : -1}`).join('/')
export const accepted = (answer: Json): Json => {
  if (!('order_accepted' in answer)) throw new Error(`not accepted: ${JSON.stringify(answer)}`)
  return answer['order_accepted'] as Json
}
export async function placed(order: Json): Promise<{ token: string; answer: Json; id: unknown }> {
  const token = await venue.signIn()
  return { token, answer: accepted(await venue.place(token, order)), id: order['client_order_id'] }
}

export interface Card {
  readonly number: string
  readonly sentence: string
  readonly check: () => Promise<void>
}
export const card = (number: string, sentence: string, check: () => Promise<void>): Card => ({
  number,
  sentence,
  check,
})
export const rejects = (number: string, sentence: string, order: () => Json, reason: string): Card =>
  card(number, sentence, async () => {
    expect(await venue.reason(await venue.signIn(), order())).toBe(reason)
  })
export const takes = (number: string, sentence: string, order: () => Json): Card =>
  card(number, sentence, async () => void (await placed(order())))

export async function openVenues(extended: Promise<OutsideVenue>, plain: Promise<OutsideVenue>): Promise<void> {
  ;[venue, core] = await Promise.all([extended, plain])
  calls = await twoCalls()
}
