// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { leavePage } from '../../../testing/mount-page.tsx'
import { type SandboxFixture, createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { onEvidence } from '../evidence/evidence.ts'
import type { Evidence } from '../../../core/history/evidence.ts'
import { journalWriter } from '../journal/journal.ts'
import { openJournalOrders } from '../journal/journal-store.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { startApi } from '../start-api.ts'
import { pass } from '../../../testing/stepped-clock.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'
import { call } from '../venue/client.ts'
import { presentOwner } from '../venue/owner.ts'
import { signInToSandbox } from '../venue/sign-in.ts'
import { askOpenOrders } from './open-orders.ts'
import { cancelAll, cancelOrder, refreshInterest } from './order-commands.ts'
import { lookUpOrder } from './order-details.ts'

let sandbox: SandboxFixture
let stop: () => void
let heard: Evidence[]
const owner = () => presentOwner() ?? { venueKey: '', account: '' }

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  sandbox = await createSandboxFixture()
  stop = startApi({ fetch: sandbox.fetch })
  expect(await signInToSandbox('desk')).toEqual({ ok: true })
  heard = []
  const end = onEvidence(evidence => heard.push(evidence))
  const stopApi = stop
  stop = () => {
    end()
    stopApi()
  }
})
afterEach(() => leavePage(stop))

const place = async (id: string, more: object = {}): Promise<void> => {
  const order = { ...firmLimit, symbol: 'BTC-USD', side: 'buy', quantity: '0.01', price: '100' }
  const answered = await call('placeOrder', {
    body: { new_order: { ...order, recv_window: 5, client_order_id: id, ...more } } as never,
  })
  expect(answered.ok).toBe(true)
}
const lists = () => heard.flatMap(each => (each.kind === 'listed' ? [each] : []))
const lastList = () => lists().at(-1)
const commands = () =>
  heard.flatMap(each =>
    each.kind === 'command' ? [`${each.command} ${each.outcome} ${each.reason ?? ''}`.trim()] : [],
  )
const ids = (records: readonly { readonly client_order_id: string }[] = []) => records.map(each => each.client_order_id)
function spoil(id: string): void {
  sandbox.instead = async request => {
    if (new URL(request.url).pathname !== '/v1/api/openOrders') return undefined
    const answer = (await (await sandbox.pass(request)).json()) as {
      query_open_orders_response: { open_orders: { client_order_id: string }[] }
    }
    const { open_orders: rows } = answer.query_open_orders_response
    const open_orders = rows.map(row => (row.client_order_id === id ? { ...row, quantity: undefined } : row))
    return Response.json({ query_open_orders_response: { ...answer.query_open_orders_response, open_orders } })
  }
}

describe('a list of open orders', () => {
  it('is evidence of what lives, whole where every row was read', async () => {
    await place('one')
    await place('two')
    await askOpenOrders(owner())
    expect([ids(lastList()?.records), lastList()?.isWhole]).toEqual([['one', 'two'], true])
  })
  it('with a row that could not be read is evidence of those it shows, and none against the other: it stays open in the journal', async () => {
    await place('one')
    await place('two')
    await askOpenOrders(owner())
    await waitFor(async () => expect(await openJournalOrders(ownerKey(owner()))).toHaveLength(2))
    spoil('two')
    // Late enough for a complete list without the order to count.
    const { wallMs } = { wallMs: Date.now() + 1_500 }
    await waitFor(() => expect(Date.now()).toBeGreaterThan(wallMs))
    for (let poll = 0; poll < 4; poll += 1) {
      await askOpenOrders(owner())
      await journalWriter.settled()
    }
    expect([ids(lastList()?.records), lastList()?.isWhole]).toEqual([['one'], false])
    expect(ids(await openJournalOrders(ownerKey(owner()))).toSorted()).toEqual(['one', 'two'])
    expect(sandbox.asked.filter(each => each === 'GET /v1/api/order')).toEqual([])
  })
  it('that could not be read at all, or failed, is no evidence', async () => {
    sandbox.instead = request =>
      new URL(request.url).pathname === '/v1/api/openOrders'
        ? new Response('{"query_open_orders_response":{}}')
        : undefined
    // Answers on their way arrive.
    await pass(1_000)
    const before = lists().length
    await askOpenOrders(owner())
    sandbox.instead = () => new Response('', { status: 503 })
    await askOpenOrders(owner())
    expect(
      lists()
        .slice(before)
        .filter(each => each.isWhole),
    ).toEqual([])
  })
  it('of an account that is no longer signed in is not requested', async () => {
    const before = sandbox.asked.length
    await askOpenOrders({ ...owner(), account: 'other' })
    expect(sandbox.asked.slice(before).filter(each => each.includes('openOrders'))).toEqual([])
  })
})

describe('a command', () => {
  const key = (id: string) => ({ client_order_id: clientOrderId(id) })
  it('that was carried out is evidence that it was asked and done', async () => {
    await place('one')
    expect((await cancelOrder(key('one'))).kind).toBe('done')
    expect(commands()).toEqual(['cancel asked', 'cancel done'])
  })
  it('that had no effect is refused in the venue’s words, and the order’s record is requested', async () => {
    await place('one', { price: undefined, type: 'MARKET', time_in_force: 'IOC', recv_window: undefined })
    const result = await cancelOrder(key('one'))
    expect(result).toMatchObject({ kind: 'refused' })
    expect(commands()[0]).toBe('cancel asked')
    expect(commands()[1]).toMatch(/^cancel refused .*cannot be cancelled|^cancel refused .+/)
    await waitFor(() =>
      expect(heard.some(each => each.kind === 'details' && each.client_order_id === 'one')).toBe(true),
    )
  })
  it('whose answer is lost is unknown, never done; the same is not sent twice at a time', async () => {
    await place('one')
    sandbox.instead = request => {
      if (request.method === 'DELETE') throw new TypeError('reset')
      return undefined
    }
    const both = await Promise.all([cancelOrder(key('one')), cancelOrder(key('one'))])
    expect(both.map(each => each.kind).toSorted()).toEqual(['not_sent', 'unknown'])
    expect(sandbox.asked.filter(each => each.startsWith('DELETE'))).toHaveLength(1)
    expect(commands()[0]).toBe('cancel asked')
    expect(commands()[1]).toContain('cancel unknown')
  })
  it('for all ends all that lives, and says what it was for', async () => {
    await place('one')
    await place('two')
    expect((await cancelAll()).kind).toBe('done')
    expect(heard.flatMap(each => (each.kind === 'command' ? [[each.key, each.outcome]] : []))).toEqual([
      ['all', 'asked'],
      ['all', 'done'],
    ])
    await askOpenOrders(owner())
    expect(lastList()?.records).toEqual([])
  })
  it('that keeps an RFQ alive says from when; of a firm order it is refused', async () => {
    await place('rfq', { market_id: 'none', price: undefined })
    await place('firm')
    expect((await refreshInterest(key('rfq'))).kind).toBe('done')
    expect(heard.some(each => each.kind === 'refreshed' && each.client_order_id === 'rfq')).toBe(true)
    expect((await refreshInterest(key('firm'))).kind).toBe('refused')
    expect(heard.some(each => each.kind === 'refreshed' && each.client_order_id === 'firm')).toBe(false)
  })
})

describe('one order, looked up', () => {
  it('by two callers is sent once, and the answer is evidence', async () => {
    await place('one')
    const before = sandbox.asked.length
    const both = await Promise.all([0, 1].map(() => lookUpOrder({ client_order_id: clientOrderId('one') }, owner())))
    expect(both.map(each => each?.kind)).toEqual(['found', 'found'])
    expect(sandbox.asked.slice(before).filter(each => each === 'GET /v1/api/order')).toHaveLength(1)
    expect(await lookUpOrder({ client_order_id: clientOrderId('never') }, owner())).toMatchObject({ kind: 'not_found' })
    const found = (id: string) =>
      heard.flatMap(each => (each.kind === 'details' && each.client_order_id === id ? [each.details.kind] : []))
    expect([found('one'), found('never')]).toEqual([['found'], ['not_found']])
  })
  it('without an answer is no evidence', async () => {
    sandbox.instead = () => new Response('', { status: 500 })
    expect(await lookUpOrder({ client_order_id: clientOrderId('one') }, owner())).toBeUndefined()
    expect(heard.some(each => each.kind === 'details' && each.client_order_id === 'one')).toBe(false)
  })
})
