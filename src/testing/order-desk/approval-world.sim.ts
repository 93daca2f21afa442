/**
 * A trader, an approver and a server that requires approvals, over virtual time: lost answers, slow and failing disks,
 * killed and reopened tabs, locks, sign-outs, withdrawals and competing orders for the same RFQ. Checks what reaches
 * the venue.
 */
import { OrderDesk } from '../../app/api/order-desk/order-desk.ts'
import { createApprovalWait } from '../../app/api/approval/approval-wait.ts'
import type { ApprovalServer, ApprovalResponse, ApprovalProgress } from '../../app/api/approval/approvals.ts'
import type { LookOutcome, OrderTransport, SendOutcome } from '../../app/api/order-desk/transport.ts'
import type { UncommittedIntent } from '../../app/api/order-desk/uncommitted.ts'
import type { ApprovalNeed } from '../../core/domain/approval/approval-size.ts'
import { networkFault } from '../../core/client/fault.ts'
import { dec, gt } from '../../core/domain/decimal.ts'
import { type ClientOrderId, clientOrderId } from '../../core/domain/ids.ts'
import type { Intent } from '../../core/domain/intent.ts'
import type { OrderRecord } from '../../core/domain/order.ts'
import { micros } from '../../core/domain/time.ts'
import { createSharedBrowser } from './shared-browser.sim.ts'
import { deskParts } from './desk-parts.sim.ts'
import { createRandom, createVirtualTime } from './virtual-time.sim.ts'
import { firmIoc, orderAccepted } from '../order.fixture.ts'

export interface ApprovalHistory {
  readonly sent: number
  readonly ends: ReadonlyMap<string, number>
}

export type Plant = 'sends_without_word' | 'approval_of_another'

const minuteMs = 60_000
const lifeMs = 10 * minuteMs
const limit = dec(50)

interface Pending {
  readonly body: string
  readonly untilMs: number
  state: 'waiting' | 'granted' | 'declined' | 'used'
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

export async function runApprovalWorld(seed: number, plant?: Plant): Promise<ApprovalHistory> {
  const random = createRandom(seed)
  const time = createVirtualTime()
  const browser = createSharedBrowser(time, random)
  const owner = { account: 'bob', venueKey: 'v1' }
  const pending = new Map<string, Pending>()
  const atVenue = new Map<string, { readonly approval: string | undefined }[]>()
  const posts = new Map<string, number>()
  /** The trader was shown that these ended unsent, so they must not be sent afterwards. */
  const ended = new Set<string>()
  let ids = 0
  let isHealed = false
  let session: typeof owner | undefined = owner
  let isLocked = false

  const alive = { is: true }
  const lost = (): boolean => !isHealed && random() < 0.15
  /** A round trip: arrival, processing, answer. Either way may be lost. */
  const trip = <Answer>(isAlive: () => boolean, work: () => Answer, failed: () => Answer): Promise<Answer> =>
    new Promise(resolve => {
      const answer = (value: Answer): void =>
        void time.after(5 + random() * 400, () => {
          if (isAlive()) resolve(value)
        })
      time.after(5 + random() * 400, () => {
        if (lost()) return answer(failed())
        const value = work()
        answer(lost() ? failed() : value)
      })
    })

  const order = (quantity: string, rfq: string | undefined) => ({
    body: {
      symbol: 'BTC-USD',
      ...firmIoc,
      side: 'buy' as const,
      quantity: dec(quantity),
      price: dec(1),
    },
    context: { title: 'Buy', ...(rfq === undefined ? {} : { rfq }) },
  })

  const needOf = (body: string): ApprovalNeed => {
    const { quantity } = JSON.parse(body) as { quantity: string }
    return gt(dec(quantity), limit) ? { kind: 'above', base: 'BTC', size: dec(quantity), limit } : { kind: 'none' }
  }
  const serverOf = (isAlive: () => boolean): ApprovalServer => ({
    ask: intent =>
      trip<ApprovalResponse>(
        isAlive,
        () => {
          const id = `a${(ids += 1)}`
          pending.set(id, { body: intent.body, untilMs: time.nowMs() + lifeMs, state: 'waiting' })
          decideLater(id)
          return { kind: 'asked', id, lastsMs: lifeMs } as const
        },
        () => ({ kind: 'refused', why: 'The server did not answer.' }) as const,
      ),
    follow: id =>
      trip<ApprovalProgress>(
        isAlive,
        () => {
          const found = pending.get(id)
          if (found === undefined || found.untilMs <= time.nowMs())
            return { kind: 'over', why: 'The server knows it no longer.' }
          if (found.state === 'declined') return { kind: 'over', why: 'Declined by Ann: no.' }
          return found.state === 'granted' ? { kind: 'granted', by: 'Ann' } : { kind: 'waiting' }
        },
        () => ({ kind: 'failed' }),
      ),
    withdraw: id => void time.after(50, () => void pending.delete(id)),
    pastBy: () =>
      trip(
        isAlive,
        () => (random() < 0.05 ? 'Its quote had ended.' : undefined),
        () => 'Its quote could not be read.',
      ),
  })

  function decideLater(id: string): void {
    const word = random()
    if (word < 0.2) return
    time.after(random() * 1.2 * lifeMs * (random() < 0.5 ? 0.1 : 1), () => {
      const found = pending.get(id)
      if (found?.state === 'waiting' && found.untilMs > time.nowMs()) found.state = word < 0.7 ? 'granted' : 'declined'
    })
  }

  const transportOf = (isAlive: () => boolean): OrderTransport => ({
    send(intent) {
      const id = intent.client_order_id
      posts.set(id, (posts.get(id) ?? 0) + 1)
      check(!ended.has(id), `${id} left after it had ended unsent`)
      check(posts.get(id) === 1, `${id} was posted twice`)
      const isLarge = gt(intent.order.quantity, limit)
      check(!isLarge || intent.approval !== undefined, `${id} left without an approval`)
      return trip<SendOutcome>(
        isAlive,
        () => {
          const approval = intent.approval === undefined ? undefined : pending.get(intent.approval)
          const holds =
            approval?.state === 'granted' && approval.body === intent.body && approval.untilMs > time.nowMs()
          if (isLarge && !holds) {
            check(approval === undefined || approval.body === intent.body, `${id} left by the approval of another`)
            const rejected = {
              utc_timestamp: micros(1),
              market_id: '0',
              type: 'LIMIT',
              client_order_id: id,
              reason: 'not passed on',
            }
            return { kind: 'rejected', rejected }
          }
          if (isLarge && approval !== undefined) approval.state = 'used'
          atVenue.set(id, [...(atVenue.get(id) ?? []), { approval: intent.approval }])
          return { kind: 'accepted', accepted: orderAccepted(id) }
        },
        () => ({ kind: 'lost', fault: networkFault() }),
      )
    },
    lookUp: ({ client_order_id: id, order: sent }) =>
      trip<LookOutcome>(
        isAlive,
        () =>
          atVenue.has(id)
            ? {
                kind: 'found',
                order: { ...sent, executions: [], order_state: 'accepted', cancel_state: 'none' } as OrderRecord,
              }
            : { kind: 'not_found' },
        () => ({ kind: 'failed', fault: networkFault() }),
      ),
  })

  let noted: readonly UncommittedIntent[] = []
  const openTab = () => {
    const own = { is: true }
    const isAlive = (): boolean => own.is && alive.is
    const honest = serverOf(isAlive)
    const server: ApprovalServer =
      plant === 'approval_of_another'
        ? { ...honest, ask: async intent => await honest.ask({ ...intent, body: 'other' }) }
        : honest
    const desk: OrderDesk = new OrderDesk({
      ...deskParts(time, random, isAlive),
      store: browser.store(isAlive),
      transport: transportOf(isAlive),
      session: () => session,
      locked: () => isLocked,
      approvals: () => ({ need: needOf, wait: parts => createApprovalWait(server, parts) }),
      newId: () => clientOrderId(`id-${(ids += 1)}`),
      encode: each => JSON.stringify({ quantity: each.quantity, id: each.client_order_id }),
      exclusively: browser.exclusively(isAlive),
      leftUncommitted: () => noted,
      noteUncommitted: all => {
        if (isAlive()) noted = all
      },
    })
    void desk.start()
    return { desk, kill: () => (own.is = false) }
  }

  const ends = new Map<string, number>()
  const count = (what: string): void => void ends.set(what, (ends.get(what) ?? 0) + 1)
  let tab = openTab()
  const watch = (): void => {
    for (const { client_order_id: id, state } of tab.desk.snapshot().intents) if (state.kind === 'unsent') ended.add(id)
    for (const [id, all] of atVenue) check(all.length === 1, `${id} is ${all.length} orders at the venue`)
  }
  const intents = (): readonly Intent[] => tab.desk.snapshot().intents
  const waiting = (): readonly Intent[] => intents().filter(intent => intent.state.kind === 'awaiting')
  const pick = <Value>(all: readonly Value[]): Value | undefined => all[Math.floor(random() * all.length)]

  const act = async (): Promise<void> => {
    const roll = random()
    if (roll < 0.45) {
      const { body, context } = order(random() < 0.7 ? '60' : '1', random() < 0.7 ? 'rfq' : undefined)
      const id = tab.desk.draft(body, context)
      tab.desk.confirm(id)
      check(!tab.desk.confirm(id).ok || stateOf(id) === undefined, `${id} was confirmed twice`)
    } else if (roll < 0.5) {
      const id = pick(waiting())?.client_order_id
      if (id !== undefined) tab.desk.withdraw(id)
    } else if (roll < 0.55) {
      const before = new Set(waiting().map(intent => intent.client_order_id))
      tab.kill()
      tab = openTab()
      for (const id of before) if (stateOf(id) === undefined) dropped(id)
    } else if (roll < 0.58) isLocked = !isLocked
    else if (roll < 0.61) {
      session = session === undefined ? owner : undefined
      tab.desk.sessionChanged()
    } else if (roll < 0.64) tab.desk.woke()
    else if (plant === 'sends_without_word') for (const intent of waiting()) void transportOf(() => true).send(intent)
    await time.pass(random() * 2 * minuteMs, watch)
  }
  const stateOf = (id: ClientOrderId): string | undefined =>
    intents().find(each => each.client_order_id === id)?.state.kind
  /** It waited in a closed tab: it must not be sent, and the next page must report it. */
  function dropped(id: ClientOrderId): void {
    ended.add(id)
    check(
      noted.some(each => each.client_order_id === id),
      `${id} was dropped without a word`,
    )
    count('dropped')
  }

  for (let step = 0; step < 25; step += 1) await act()
  isHealed = true
  browser.heal()
  isLocked = false
  session = owner
  tab.desk.sessionChanged()
  await time.pass(lifeMs + 5 * minuteMs, watch)
  for (const { client_order_id: id, state } of intents()) {
    check(
      state.kind !== 'awaiting' && state.kind !== 'storing' && state.kind !== 'sending',
      `${id} is still ${state.kind}`,
    )
    check(state.kind !== 'unsent' || !atVenue.has(id), `${id} is shown unsent, and the venue has it`)
    check(state.kind !== 'rejected' || !atVenue.has(id), `${id} is shown rejected, and the venue has it`)
    count(state.kind === 'unsent' ? `unsent: ${state.why.split(/[ :]/).slice(0, 2).join(' ')}` : state.kind)
  }
  const of = [...atVenue.values()].flat().flatMap(({ approval }) => approval ?? [])
  check(new Set(of).size === of.length, 'one approval served twice')
  return { sent: of.length, ends }
}
