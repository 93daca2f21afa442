import { describe, expect, it } from 'vitest'
import { dec, gt } from '../../../core/domain/decimal.ts'
import { type ClientOrderId, clientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { NewOrder } from '../../../core/domain/order.ts'
import { createVirtualTime } from '../../../testing/order-desk/virtual-time.sim.ts'
import { createApprovalWait } from '../approval/approval-wait.ts'
import type { ApprovalServer, ApprovalProgress } from '../approval/approvals.ts'
import { OrderDesk } from './order-desk.ts'
import type { UncommittedIntent } from './uncommitted.ts'
import { firmIoc, orderAccepted } from '../../../testing/order.fixture.ts'
import { deskParts, memoryStore } from '../../../testing/order-desk/desk-parts.sim.ts'

const orderOf = (quantity: string): Omit<NewOrder, 'client_order_id'> => ({
  symbol: 'BTC-USD',
  ...firmIoc,
  side: 'buy',
  quantity: dec(quantity),
  price: dec(100),
})
const owner = { account: 'bob', venueKey: 'v1' }

/** A page with a server that requires approvals above 50; `page.word` is the approver's answer. */
function createPage() {
  const time = createVirtualTime()
  const disk = new Map<ClientOrderId, Intent>()
  const page = {
    word: { kind: 'waiting' } as ApprovalProgress,
    past: undefined as string | undefined,
    isLocked: false,
    session: owner as typeof owner | undefined,
    canStore: true,
    sent: [] as Intent[],
    withdrawn: [] as string[],
    noted: [] as readonly UncommittedIntent[],
    asked: [] as string[],
    first: undefined as Promise<void> | undefined,
  }
  const server: ApprovalServer = {
    ask: async intent => {
      page.asked.push(intent.body)
      return { kind: 'asked', id: 'a1', lastsMs: 600_000 }
    },
    follow: async () => page.word,
    withdraw: id => void page.withdrawn.push(id),
    pastBy: async () => page.past,
  }
  let ids = 0
  const others: OrderDesk[] = []
  const store = memoryStore(disk)
  const open = () =>
    new OrderDesk({
      ...deskParts(
        time,
        () => 0.5,
        () => true,
      ),
      store: {
        ...store,
        begin: async (...intent) => {
          if (!page.canStore) throw new Error('The disk is full.')
          return await store.begin(...intent)
        },
      },
      transport: {
        send: async intent => {
          page.sent.push(intent)
          const { quantity } = intent.order
          return { kind: 'accepted', accepted: orderAccepted(intent.client_order_id, { quantity }) }
        },
        lookUp: async () => ({ kind: 'not_found' }),
      },
      session: () => page.session,
      locked: () => page.isLocked,
      approvals: () => ({
        need: body => (gt(dec(body), dec(50)) ? { kind: 'unread', why: '' } : { kind: 'none' }),
        wait: parts => createApprovalWait(server, parts),
      }),
      newId: () => clientOrderId(`id-${(ids += 1)}`),
      encode: each => String(each.quantity),
      announce: id => others.forEach(each => each.changedElsewhere(id)),
      afterOtherTabs: () => page.first,
      leftUncommitted: () => page.noted,
      noteUncommitted: all => void (page.noted = all),
    })
  const desk = open()
  const started = desk.start()
  const pass = (ms: number) => time.pass(ms, () => undefined)
  const confirm = async (quantity = '60', rfq?: string): Promise<ClientOrderId> => {
    await started
    const id = desk.draft(orderOf(quantity), { title: 'Buy', ...(rfq === undefined ? {} : { rfq }) })
    expect(desk.confirm(id)).toEqual({ ok: true })
    await pass(100)
    return id
  }
  const state = (id: ClientOrderId) => desk.snapshot().intents.find(each => each.client_order_id === id)?.state
  /** A duplicated tab, which starts with copied notes; `leave` ends the first page. */
  const duplicate = async () => {
    let leave = (): void => undefined
    page.first = new Promise<void>(resolve => (leave = resolve))
    const second = open()
    others.push(second)
    await second.start()
    return { second, leave: () => leave() }
  }
  return { page, desk, disk, open, duplicate, pass, confirm, state }
}

type Page = ReturnType<typeof createPage>

describe('an order above the limit', () => {
  it('waits unstored and unsent, and leaves with its approval and the same bytes once it is granted', async () => {
    const { page, disk, pass, confirm, state } = createPage()
    const id = await confirm()
    await pass(60_000)
    expect([state(id)?.kind, page.asked, page.sent, disk.size]).toEqual(['awaiting', ['60'], [], 0])
    page.word = { kind: 'granted', by: 'Ann' }
    await pass(5_000)
    expect(page.sent.map(({ body, approval, sends }) => ({ body, approval, sends }))).toEqual([
      { body: '60', approval: 'a1', sends: 1 },
    ])
    expect(state(id)?.kind).toBe('accepted')
    await pass(700_000)
    expect(page.sent).toHaveLength(1)
  })

  it('ends unsent with the words of who declined, and after ten minutes without any', async () => {
    const declined = createPage()
    const first = await declined.confirm()
    declined.page.word = { kind: 'over', why: 'Declined by Ann: too large' }
    await declined.pass(5_000)
    expect(declined.state(first)).toEqual({ kind: 'unsent', why: 'Declined by Ann: too large' })
    const late = createPage()
    const second = await late.confirm()
    await late.pass(590_000)
    expect(late.state(second)?.kind).toBe('awaiting')
    await late.pass(20_000)
    expect(late.state(second)).toEqual({ kind: 'unsent', why: 'No approval in ten minutes.' })
    expect([...declined.page.sent, ...late.page.sent]).toEqual([])
  })

  it('is never sent once it is withdrawn, though it is granted in the same moment', async () => {
    const { page, desk, pass, confirm, state } = createPage()
    const id = await confirm()
    page.word = { kind: 'granted', by: 'Ann' }
    desk.withdraw(id)
    await pass(10_000)
    expect([state(id)?.kind, page.sent, page.withdrawn]).toEqual(['unsent', [], ['a1']])
  })

  it.each([
    [
      'trading is locked',
      (page: { isLocked: boolean }) => (page.isLocked = true),
      'It was approved while trading was locked.',
    ],
    [
      'its quote has ended',
      (page: { past: string | undefined }) => (page.past = 'Its quote had ended.'),
      'Its quote had ended.',
    ],
    [
      'nothing can be stored',
      (page: { canStore: boolean }) => (page.canStore = false),
      expect.stringContaining('The disk is full.') as string,
    ],
  ])('is not sent by a grant while %s', async (_, change, why) => {
    const { page, pass, confirm, state } = createPage()
    const id = await confirm()
    change(page)
    page.word = { kind: 'granted', by: 'Ann' }
    await pass(5_000)
    expect(state(id)).toEqual({ kind: 'unsent', why })
    expect(page.sent).toEqual([])
  })

  it('is not sent once its account is signed out', async () => {
    const { page, desk, pass, confirm, state } = createPage()
    const id = await confirm()
    page.session = undefined
    desk.sessionChanged()
    page.word = { kind: 'granted', by: 'Ann' }
    await pass(5_000)
    expect([state(id)?.kind, page.sent]).toEqual(['unsent', []])
  })

  it('is not sent where another order for its RFQ left meanwhile, also one that waited beside it', async () => {
    const { page, pass, confirm, state } = createPage()
    const large = await confirm('60', 'rfq')
    const second = await confirm('70', 'rfq')
    await confirm('1', 'rfq')
    page.word = { kind: 'granted', by: 'Ann' }
    await pass(5_000)
    expect(page.sent.map(({ body }) => body)).toEqual(['1'])
    for (const id of [large, second])
      expect(state(id)).toEqual({ kind: 'unsent', why: expect.stringContaining('Another order') as string })
  })

  it('is dropped with the page, whose next one says that it was not sent', async () => {
    const { page, desk, open, pass, confirm } = createPage()
    await confirm()
    desk.stop()
    const next = open()
    await next.start()
    page.word = { kind: 'granted', by: 'Ann' }
    await pass(700_000)
    expect(next.snapshot().intents).toEqual([])
    expect(next.snapshot().neverSent).toMatchObject([{ title: 'Buy', awaited: true }])
    expect(page.sent).toEqual([])
  })

  it.each([
    [
      'once it is sent',
      async ({ page, pass }: Page) => ((page.word = { kind: 'granted', by: 'Ann' }), await pass(5_000)),
    ],
    ['once it is withdrawn', async ({ desk, pass }: Page, id: ClientOrderId) => (desk.withdraw(id), await pass(100))],
  ] as const)('is not called unsent by a duplicate of its tab: not while it waits, and not %s', async (_, end) => {
    const first = createPage()
    const id = await first.confirm()
    const { second, leave } = await first.duplicate()
    await first.pass(1_000)
    expect(second.snapshot().neverSent).toEqual([])
    await end(first, id)
    leave()
    await first.pass(100)
    expect(second.snapshot().neverSent).toEqual([])
  })

  it('is called unsent by a duplicate of its tab once the first page was left while it waited', async () => {
    const { desk, duplicate, pass, confirm } = createPage()
    await confirm()
    const { second, leave } = await duplicate()
    desk.stop()
    leave()
    await pass(100)
    expect(second.snapshot().neverSent).toMatchObject([{ title: 'Buy', awaited: true }])
  })

  it('at the limit or below leaves at once', async () => {
    const { page, confirm } = createPage()
    await confirm('50')
    expect(page.sent.map(({ approval }) => approval)).toEqual([undefined])
  })
})
