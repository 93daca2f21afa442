import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { Intent, IntentState } from '../../../core/domain/intent.ts'
import { closeDatabase, database } from '../browser/db.ts'
import { intentStore } from './intent-store.ts'
import { firmAtMarket, orderIntent } from '../../../testing/order.fixture.ts'

const id = clientOrderId('one')
const intent = (state: IntentState, sends = 1): Intent =>
  orderIntent(id, {
    order: { ...firmAtMarket, symbol: 'BTC-USD' },
    body: '{"new_order":{}}',
    context: { title: 'Buy' },
    state,
    sends,
  })
const unseen: IntentState = { kind: 'unseen', looks: 6 }
const dead: IntentState = { kind: 'dead' }

afterEach(async () => {
  await (await database()).clear('intents')
  await closeDatabase()
})

const none: ReadonlySet<string> = new Set()

describe("intents in the browser's database", () => {
  it('come back as they were stored', async () => {
    expect(await intentStore.begin(intent({ kind: 'storing' }), none)).toBe('stored')
    await closeDatabase()
    expect(await intentStore.all()).toEqual([intent({ kind: 'storing' })])
  })

  it('are started by one of two concurrent callers', async () => {
    await intentStore.save(intent(unseen))
    const tries = await Promise.all([
      intentStore.begin(intent({ kind: 'storing' }, 2), none),
      intentStore.begin(intent({ kind: 'storing' }, 2), none),
    ])
    expect(tries).toEqual(['stored', 'taken'])
  })

  it('are not sent again once they are settled', async () => {
    await intentStore.save(intent(dead))
    expect(await intentStore.begin(intent({ kind: 'storing' }, 2), none)).toBe('taken')
  })

  it('for an RFQ are refused if another tab sent one that this tab does not know', async () => {
    const forRfq = (name: string, rfq = 'q'): Intent => ({
      ...intent({ kind: 'storing' }),
      client_order_id: clientOrderId(name),
      context: { title: 'Take', rfq },
    })
    expect(await intentStore.begin(forRfq('a'), none)).toBe('stored')
    expect(await intentStore.begin(forRfq('b'), none)).toBe('overtaken')
    expect(await intentStore.get(clientOrderId('b'))).toBeUndefined()
    expect(await intentStore.begin(forRfq('c', 'another'), none)).toBe('stored')
    expect(await intentStore.begin({ ...forRfq('d'), account: 'bob' }, none)).toBe('stored')
    expect(await intentStore.begin(forRfq('b'), new Set(['a']))).toBe('stored')
  })

  it('lets one of two tabs send at the same moment what only one may by the limits', async () => {
    const isBeyond = (stored: readonly Intent[]): boolean => stored.length > 0
    const send = (name: string) =>
      intentStore.begin({ ...intent({ kind: 'storing' }), client_order_id: clientOrderId(name) }, none, isBeyond)
    expect(await Promise.all([send('one'), send('two')])).toEqual(['stored', 'overtaken'])
  })

  it('for an RFQ of this browser are refused in a tab that does not know the RFQ as sent', async () => {
    const rfq: Intent = { ...intent({ kind: 'accepted', by: 'answer' }), client_order_id: clientOrderId('q') }
    await intentStore.save(rfq)
    const take: Intent = { ...intent({ kind: 'storing' }), context: { title: 'Take', rfq: 'q' } }
    expect(await intentStore.begin(take, none)).toBe('overtaken')
    expect(await intentStore.begin(take, new Set(['q']))).toBe('stored')
  })

  it('never fall back to a state that knows less', async () => {
    await intentStore.save(intent({ kind: 'accepted', by: 'look_up' }))
    await intentStore.save(intent(unseen, 2))
    expect((await intentStore.get(id))?.state.kind).toBe('accepted')
  })

  it('whose commit never ends are refused within seconds, and never appear later', async () => {
    await database()
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => new IDBRequest() as IDBRequest<IDBValidKey>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const refused = expect(intentStore.begin(intent({ kind: 'storing' }), none)).rejects.toThrow('does not answer')
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(5_000)
      await refused
    } finally {
      vi.useRealTimers()
      IDBObjectStore.prototype.put = put
    }
    expect(await intentStore.all()).toEqual([])
    expect(await intentStore.begin(intent({ kind: 'storing' }), none)).toBe('stored')
  })
})
