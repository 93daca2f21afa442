import { describe, expect, it } from 'vitest'
import { networkFault } from '../../../core/client/fault.ts'
import { dec, gt } from '../../../core/domain/decimal.ts'
import { type ClientOrderId, clientOrderId } from '../../../core/domain/ids.ts'
import { type Intent, knowsAsMuch } from '../../../core/domain/intent.ts'
import type { NewOrder, OrderRecord } from '../../../core/domain/order.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { createVirtualTime } from '../../../testing/order-desk/virtual-time.sim.ts'
import { begun, type IntentStore } from './intent-store.ts'
import { OrderDesk } from './order-desk.ts'
import type { UncommittedIntent } from './uncommitted.ts'
import { firmLimit, orderAccepted, orderRecord } from '../../../testing/order.fixture.ts'
import { deskParts } from '../../../testing/order-desk/desk-parts.sim.ts'

const order: Omit<NewOrder, 'client_order_id'> = {
  symbol: 'BTC-USD',
  ...firmLimit,
  side: 'buy',
  quantity: dec(1),
  price: dec(2),
  recv_window: 1,
}
const owner = { account: 'alice', venueKey: 'v' }

function createPage() {
  const time = createVirtualTime()
  const disk = new Map<ClientOrderId, Intent>()
  const atVenue = new Map<ClientOrderId, OrderRecord>()
  const said: string[] = []
  const later = <Result>(ms: number, work: () => Result): Promise<Result> =>
    new Promise(resolve => void time.after(ms, () => resolve(work())))
  let session: typeof owner | undefined = owner
  let canStore = true
  let isOnline = true
  let isLocked = false
  let lockMs = 0
  let aheadMs = 0
  const onTime: (() => void)[] = []
  let noted: readonly UncommittedIntent[] = []

  const open = (): { desk: OrderDesk; kill: () => void } => {
    let alive = true
    const pushed = <Result>(work: Promise<Result>): Promise<Result> =>
      new Promise(resolve => void work.then(value => (alive ? resolve(value) : undefined)))
    const store: IntentStore = {
      all: () => pushed(later(1, () => [...disk.values()])),
      get: id => pushed(later(1, () => disk.get(id))),
      begin: async (intent, known) => {
        if (!canStore) throw new Error('The disk is full.')
        return pushed(
          later(5, () => {
            const outcome = begun(intent, [...disk.values()], known)
            if (outcome !== 'stored') return outcome
            disk.set(intent.client_order_id, intent)
            said.push('stored')
            return outcome
          }),
        )
      },
      save: intent =>
        pushed(
          later(1, () => {
            const known = disk.get(intent.client_order_id)
            if (known === undefined || knowsAsMuch(intent, known)) disk.set(intent.client_order_id, intent)
          }),
        ),
      remove: id => pushed(later(1, () => void disk.delete(id))),
    }
    const desk = new OrderDesk({
      ...deskParts(
        time,
        () => 0.5,
        () => alive,
      ),
      store,
      transport: {
        async send(intent) {
          said.push('sent')
          const id = intent.client_order_id
          await later(
            20,
            () =>
              isOnline &&
              atVenue.set(id, {
                ...intent.order,
                executions: [],
                order_state: 'accepted',
                cancel_state: 'none',
              } as OrderRecord),
          )
          if (!isOnline) return { kind: 'lost', fault: networkFault() }
          const accepted = orderAccepted(id)
          return pushed(later(20, () => ({ kind: 'accepted', accepted }) as const))
        },
        lookUp: intent =>
          pushed(
            later(10, () => {
              said.push(`looked up as ${intent.account}`)
              const found = atVenue.get(intent.client_order_id)
              if (!isOnline) return { kind: 'failed', fault: networkFault() } as const
              return found === undefined ? ({ kind: 'not_found' } as const) : ({ kind: 'found', order: found } as const)
            }),
          ),
      },
      serverNowMs: () => time.nowMs() + aheadMs,
      whenTimeKnown: run => void onTime.push(run),
      session: () => session,
      locked: () => isLocked,
      isBeyondLimits: ({ order: { quantity } }) => gt(quantity, dec(1_000)),
      newId: () => clientOrderId(`id-${time.nowMs()}-${Math.random()}`),
      exclusively: (_id, run) => (lockMs === 0 ? run() : later(lockMs, run).then(done => done)),
      outcome: () => said.push('outcome'),
      leftUncommitted: () => noted,
      noteUncommitted: all => {
        if (alive) noted = all
      },
    })
    void desk.start()
    return { desk, kill: () => (alive = false) }
  }
  return {
    time,
    disk,
    atVenue,
    said,
    noted: () => noted,
    open,
    set: (more: {
      session?: typeof owner | undefined
      canStore?: boolean
      isOnline?: boolean
      isLocked?: boolean
      lockMs?: number
    }) => {
      if ('session' in more) session = more.session
      canStore = more.canStore ?? canStore
      isOnline = more.isOnline ?? isOnline
      isLocked = more.isLocked ?? isLocked
      lockMs = more.lockMs ?? lockMs
    },
    setClockAhead: (ms: number) => (aheadMs = ms),
    knowTime: () => {
      for (const run of onTime.splice(0)) run()
    },
    pass: (ms: number) => time.pass(ms, () => undefined),
  }
}

async function openedPage() {
  const page = createPage()
  const opened = page.open()
  await page.pass(10)
  return { page, ...opened }
}

const stateOf = (desk: OrderDesk, id: ClientOrderId): string | undefined =>
  desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind

describe('order desk', () => {
  it('stores, then sends, then announces', async () => {
    const { page, desk } = await openedPage()
    const id = desk.draft(order, { title: 'Buy' })
    expect([stateOf(desk, id), page.disk.size]).toEqual(['draft', 0])
    expect(desk.confirm(id)).toEqual({ ok: true })
    await page.pass(100)
    expect(page.said).toEqual(['stored', 'sent', 'outcome'])
    expect(stateOf(desk, id)).toBe('accepted')
    expect(page.disk.get(id)?.state.kind).toBe('accepted')
  })

  it.each([
    ['a week ahead', 8 * dayMs, 0, true],
    ['right, and a week has passed', 0, 8 * dayMs, false],
    ['behind, and a week has passed', -30 * dayMs, 8 * dayMs, false],
  ])(
    'removes what is stored by the venue’s clock, for which it waits: this machine’s is %s',
    async (_, aheadMs, passedMs, isKept) => {
      const page = createPage()
      const first = page.open()
      await page.pass(10)
      const id = first.desk.draft(order, { title: 'Buy' })
      first.desk.confirm(id)
      await page.pass(1000)
      first.kill()
      page.setClockAhead(aheadMs)
      await page.pass(passedMs)
      const { desk } = page.open()
      await page.pass(1000)
      expect([page.disk.has(id), stateOf(desk, id)]).toEqual([true, 'accepted'])
      page.setClockAhead(0)
      page.knowTime()
      await page.pass(1000)
      expect([page.disk.has(id), stateOf(desk, id)]).toEqual([isKept, isKept ? 'accepted' : undefined])
    },
  )

  it('takes one of two clicks in one tick', async () => {
    const { page, desk } = await openedPage()
    const id = desk.draft(order, { title: 'Buy' })
    expect([desk.confirm(id), desk.confirm(id)]).toEqual([{ ok: true }, { ok: false, reason: 'no_draft' }])
    await page.pass(100)
    expect(page.said.filter(each => each === 'sent')).toHaveLength(1)
  })

  it('comes to the same end wherever the page dies', async () => {
    for (let diesAtMs = 0; diesAtMs <= 60; diesAtMs += 1) {
      const page = createPage()
      const first = page.open()
      await page.pass(10)
      const id = first.desk.draft(order, { title: 'Buy' })
      first.desk.confirm(id)
      await page.pass(diesAtMs)
      first.kill()
      await page.pass(50)
      const second = page.open()
      await page.pass(30_000)
      // Dead before the disk write: not sent. After it, before the POST: unseen. Otherwise the order is there once and
      // known.
      const expected = page.disk.has(id) ? (page.atVenue.has(id) ? 'accepted' : 'unseen') : undefined
      expect(stateOf(second.desk, id), `died after ${diesAtMs} ms`).toBe(expected)
      expect(page.said.filter(each => each === 'sent').length).toBeLessThanOrEqual(1)
      if (page.said.includes('sent')) expect(page.said.indexOf('stored')).toBeLessThan(page.said.indexOf('sent'))
    }
  })

  it('opens tickets only when what was open before has been looked up', async () => {
    const { page, ...first } = await openedPage()
    first.desk.confirm(first.desk.draft(order, { title: 'Buy' }))
    await page.pass(6)
    first.kill()
    await page.pass(50)
    const { desk } = page.open()
    expect(desk.snapshot().ready).toBe(false)
    const id = desk.draft(order, { title: 'Buy more' })
    expect(desk.confirm(id)).toEqual({ ok: false, reason: 'reconciling' })
    await page.pass(50)
    expect(desk.snapshot().ready).toBe(true)
    expect(desk.confirm(id)).toEqual({ ok: true })
  })

  it('sends nothing while it reads what is stored, at a second start too', async () => {
    const { page, desk } = await openedPage()
    const id = desk.draft(order, { title: 'Buy' })
    void desk.start()
    expect(desk.snapshot().ready).toBe(false)
    expect(desk.confirm(id)).toEqual({ ok: false, reason: 'reconciling' })
    await page.pass(50)
    expect(desk.snapshot().ready).toBe(true)
    expect(desk.confirm(id)).toEqual({ ok: true })
  })

  it('sends nothing while locked, signed out, or under another account', async () => {
    const { page, desk } = await openedPage()
    const id = desk.draft(order, { title: 'Buy' })
    page.set({ isLocked: true })
    expect(desk.confirm(id)).toEqual({ ok: false, reason: 'locked' })
    page.set({ isLocked: false, session: undefined })
    expect(desk.confirm(id)).toEqual({ ok: false, reason: 'signed_out' })
    page.set({ session: { account: 'bob', venueKey: 'v' } })
    expect(desk.confirm(id)).toEqual({ ok: false, reason: 'other_account' })
    desk.sessionChanged()
    expect(stateOf(desk, id)).toBeUndefined()
    await page.pass(100)
    expect(page.said).toEqual([])
  })

  it("sends nothing beyond the trader's own limits, and keeps the draft", async () => {
    const { page, desk } = await openedPage()
    const id = desk.draft({ ...order, quantity: dec(1_001) }, { title: 'Buy' })
    expect(desk.confirm(id)).toEqual({ ok: false, reason: 'own_limits' })
    await page.pass(100)
    expect(page.said).toEqual([])
    expect(stateOf(desk, id)).toBe('draft')
  })

  it('looks up nothing under another account, and goes on when its own is back', async () => {
    const { page, desk } = await openedPage()
    page.set({ isOnline: false })
    const id = desk.draft(order, { title: 'Buy' })
    desk.confirm(id)
    await page.pass(1_000)
    expect(stateOf(desk, id)).toBe('unknown')
    page.set({ isOnline: true, session: { account: 'bob', venueKey: 'v' } })
    desk.sessionChanged()
    const before = page.said.length
    await page.pass(60_000)
    expect([stateOf(desk, id), page.said.length]).toEqual(['unknown', before])
    page.set({ session: owner })
    desk.sessionChanged()
    await page.pass(30_000)
    expect(stateOf(desk, id)).toBe('unseen')
    expect(page.said.every(each => !each.includes('bob'))).toBe(true)
  })

  it('lets only one of two tabs send an unseen intent again', async () => {
    const { page, ...first } = await openedPage()
    page.set({ isOnline: false })
    const id = first.desk.draft(order, { title: 'Buy' })
    first.desk.confirm(id)
    await page.pass(100)
    page.set({ isOnline: true })
    await page.pass(30_000)
    const second = page.open()
    await page.pass(30_000)
    expect([stateOf(first.desk, id), stateOf(second.desk, id)]).toEqual(['unseen', 'unseen'])
    page.said.length = 0
    expect([first.desk.sendAgain(id), second.desk.sendAgain(id)]).toEqual([{ ok: true }, { ok: true }])
    await page.pass(30_000)
    expect(page.said.filter(each => each === 'sent')).toHaveLength(1)
    expect([stateOf(first.desk, id), stateOf(second.desk, id)]).toEqual(['accepted', 'accepted'])
  })

  it('notes at once what is confirmed and not yet recorded, and takes it back with the record or where there can be none', async () => {
    const { page, desk } = await openedPage()
    const id = desk.draft(order, { title: 'Buy 1 BTC' })
    expect(page.noted()).toEqual([])
    desk.confirm(id)
    expect(page.noted()).toMatchObject([{ client_order_id: id, title: 'Buy 1 BTC', account: owner.account }])
    await page.pass(4)
    expect([page.noted().length, page.said.includes('stored')]).toEqual([1, false])
    await page.pass(1)
    expect([page.noted().length, page.said.includes('stored')]).toEqual([0, true])
    page.set({ canStore: false })
    desk.confirm(desk.draft(order, { title: 'Sell' }))
    await page.pass(1)
    expect(page.noted()).toEqual([])
  })

  it('of two tabs that take the same RFQ at once one sends; the other is under review again, with what the first sent', async () => {
    const page = createPage()
    const tabs = [page.open(), page.open()]
    await page.pass(10)
    const [first, second] = tabs.map(({ desk }) => desk.draft(order, { title: 'Take', rfq: 'q' })) as [
      ClientOrderId,
      ClientOrderId,
    ]
    expect([tabs[0]?.desk.confirm(first), tabs[1]?.desk.confirm(second)]).toEqual([{ ok: true }, { ok: true }])
    await page.pass(300)
    expect([...page.atVenue.keys()]).toEqual([first])
    const seen = tabs[1]?.desk.snapshot().intents ?? []
    expect(seen.map(each => [each.client_order_id, each.state.kind, each.sends])).toContainEqual([second, 'draft', 0])
    expect(seen.some(each => each.client_order_id === first)).toBe(true)
    expect(tabs[1]?.desk.confirm(second)).toEqual({ ok: true })
    await page.pass(300)
    expect(page.atVenue.has(second)).toBe(true)
  })

  it('sends nothing for an RFQ past what another tab began between the confirmation and the record', async () => {
    const page = createPage()
    const [first, second] = [page.open().desk, page.open().desk]
    await page.pass(10)
    const take = second.draft(order, { title: 'Take', rfq: 'q' })
    const sooner = first.draft(order, { title: 'Take', rfq: 'q' })
    first.confirm(sooner)
    await page.pass(6)
    page.set({ lockMs: 20 })
    expect(second.confirm(take)).toEqual({ ok: true })
    second.changedElsewhere(sooner)
    await page.pass(300)
    expect([...page.atVenue.keys()]).toEqual([sooner])
    expect(stateOf(second, take)).toBe('draft')
  })

  it('says at the next start that an order whose page was left before its record was never sent', async () => {
    const { page, ...first } = await openedPage()
    first.desk.confirm(first.desk.draft(order, { title: 'Buy 1 BTC' }))
    first.kill()
    page.disk.clear()
    const second = page.open()
    expect(second.desk.snapshot().neverSent).toEqual([])
    await page.pass(2)
    expect(second.desk.snapshot().neverSent).toMatchObject([{ title: 'Buy 1 BTC' }])
    expect([page.noted(), page.said]).toEqual([[], []])
    const third = page.open()
    await page.pass(10)
    expect(third.desk.snapshot().neverSent).toEqual([])
  })

  it('does not call never sent what has a record: that is looked up', async () => {
    const { page, ...first } = await openedPage()
    const id = first.desk.draft(order, { title: 'Buy 1 BTC' })
    first.desk.confirm(id)
    first.kill()
    // The pending record arrives.
    await page.pass(10)
    expect([page.noted().length, page.disk.has(id)]).toEqual([1, true])
    const second = page.open()
    await page.pass(5)
    expect(second.desk.snapshot().neverSent).toEqual([])
    expect(stateOf(second.desk, id)).toBe('unknown')
  })

  it('takes open orders for evidence, of its own account only', async () => {
    const { page, desk } = await openedPage()
    page.set({ isOnline: false })
    const id = desk.draft(order, { title: 'Buy' })
    desk.confirm(id)
    await page.pass(200)
    const seen = orderRecord(id, { price: order.price })
    desk.seenOpen([seen], { account: 'bob', venueKey: 'v' })
    expect(stateOf(desk, id)).toBe('unknown')
    desk.seenOpen([seen], owner)
    expect(stateOf(desk, id)).toBe('accepted')
  })
})
