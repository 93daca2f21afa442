/**
 * Two accounts at the real exchange: ann sends RFQs and takes, bob answers. Messages of bob's page are lost both ways,
 * and the page is closed and opened again. After every step the exchange is checked: it has no answer that bob did not
 * confirm, none beyond the limit, and none two cycles after the end of its RFQ.
 */
import type { CommandResult } from '../../app/api/account/order-commands.ts'
import { OrderDesk } from '../../app/api/order-desk/order-desk.ts'
import type { OrderTransport } from '../../app/api/order-desk/transport.ts'
import { noFlow, type RfqFlow } from '../../app/api/feed/rfq-flow.ts'
import type { ApiFault } from '../../core/client/fault.ts'
import { dec, gt, sum } from '../../core/domain/decimal.ts'
import { clientOrderId, type ClientOrderId, orderId } from '../../core/domain/ids.ts'
import type { Intent } from '../../core/domain/intent.ts'
import { must } from '../../core/domain/must.ts'
import { type Leg, opposite, type Side } from '../../core/domain/order.ts'
import { answerBreaches, noLimits } from '../../core/domain/own-limits.ts'
import { addEvidence, type OwnOrder } from '../../core/domain/own-order.ts'
import { cycleMs } from '../../core/domain/time.ts'
import { liveAnswers, type OwnAnswer, rfqLife } from '../../app/model/answers/own-answers.ts'
import { Withdrawals } from '../../app/model/answers/withdrawals.ts'
import { deskParts, memoryStore } from '../order-desk/desk-parts.sim.ts'
import { createRandom, createVirtualTime, timersOf } from '../order-desk/virtual-time.sim.ts'
import { Desk } from '../test-desk.ts'
import { createTestMarket } from '../test-market.ts'
import { firmLimit } from '../order.fixture.ts'

const symbol = 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'
const legs = [
  { tradeable_entity_id: '104', symbol: 'BTC-20261225-100000C', ratio: 1 },
  { tradeable_entity_id: '106', symbol: 'BTC-20261225-110000C', ratio: -1 },
] as unknown as readonly Leg[]
const spread = [
  [104, 1],
  [106, -1],
] as const
const limit = dec('6')
const limits = { ...noLimits, answerSizes: { BTC: limit } }
const owner = { account: 'bob', venueKey: 'v', serial: 1 }
const lost = { kind: 'network', message: 'No answer.' } as unknown as ApiFault

interface Rfq {
  readonly side: Side
  endedMs: number | undefined
}

export type Seen =
  | 'confirmed'
  | 'refused by the limit'
  | 'withdrawn'
  | 'lost cancel'
  | 'page closed'
  | 'ended by its life'

export async function runAnswers(seed: number, count: (what: Seen) => void): Promise<void> {
  const random = createRandom(seed)
  const time = createVirtualTime()
  const venue = new Desk(createTestMarket())
  const at = (): void => {
    venue.atMs = time.nowMs()
  }
  const rfqs = new Map<string, Rfq>()
  const confirmed = new Set<string>()
  const disk = new Map<ClientOrderId, Intent>()
  const isLost = (): boolean => random() < 0.3
  const record = (id: string) => venue.exchange.orderDetails('bob', { client_order_id: clientOrderId(id) }, venue.now)

  const transport: OrderTransport = {
    async send(intent) {
      await delay()
      if (isLost()) return { kind: 'lost', fault: lost }
      const outcome = venue.apply({ kind: 'place', account: 'bob', order: intent.order, text: intent.body })
      await delay()
      if (isLost() || (outcome.kind !== 'accepted' && outcome.kind !== 'rejected')) return { kind: 'lost', fault: lost }
      return outcome
    },
    async lookUp({ client_order_id: id }) {
      await delay()
      if (isLost()) return { kind: 'failed', fault: lost }
      const order = record(id)
      return order === undefined ? { kind: 'not_found' } : { kind: 'found', order }
    },
  }
  const delay = (): Promise<void> =>
    new Promise(resolve => {
      time.after(random() * 3_000, () => {
        at()
        resolve()
      })
    })

  const openPage = () => {
    let isAlive = true
    let orders = new Map<string, OwnOrder>()
    const living = (intents: readonly Intent[]): readonly OwnAnswer[] => liveAnswers(intents, orders)
    const desk = new OrderDesk({
      ...deskParts(time, random, () => isAlive),
      store: memoryStore(disk),
      transport,
      whenTimeKnown: () => undefined,
      session: () => owner,
      isBeyondLimits: (intent, intents) => {
        const others = living(intents.filter(each => each.client_order_id !== intent.client_order_id))
        const isBeyond =
          answerBreaches(
            intent.order,
            limits,
            others.map(each => each.intent.order),
            0,
          ).length > 0
        if (isBeyond) count('refused by the limit')
        return isBeyond
      },
      newId: () => clientOrderId(`a${seed}-${Math.floor(random() * 1e9)}`),
    })
    const withdrawals = new Withdrawals<OwnAnswer>({
      after: (ms, run) => timersOf(time, random, () => isAlive).after(ms, run),
      report: (_, kind) => kind === 'done' && count('withdrawn'),
      async cancel({ id }): Promise<CommandResult<unknown>> {
        await delay()
        if (isLost()) {
          count('lost cancel')
          return { kind: 'unknown', fault: lost }
        }
        const outcome = venue.apply({ kind: 'cancel', account: 'bob', key: { client_order_id: clientOrderId(id) } })
        await delay()
        if (isLost()) return { kind: 'unknown', fault: lost }
        return outcome.kind === 'cancelled' ? { kind: 'done', answer: {} } : { kind: 'refused', reason: outcome.kind }
      },
    })
    const poll = (): void => {
      if (!isAlive || isLost()) return
      orders = new Map(orders)
      for (const id of disk.keys()) {
        const known = record(id)
        if (known !== undefined) orders.set(id, addEvidence(orders.get(id), id, { kind: 'record', record: known }))
      }
      const live = [...rfqs].filter(([, rfq]) => rfq.endedMs === undefined)
      const flow: RfqFlow = {
        ...noFlow,
        live: new Map(
          live.map(([id, { side }]) => [
            orderId(id),
            { id: orderId(id), symbol, side, quantity: dec('5'), price: undefined, sentMs: 0 },
          ]),
        ),
      }
      withdrawals.see(
        living(desk.snapshot().intents).filter(each => rfqLife(each, flow, { kind: 'live', isWhole: true }) === 'over'),
      )
    }
    void desk.start()
    return {
      desk,
      poll,
      close() {
        isAlive = false
        desk.stop()
        withdrawals.stop()
      },
    }
  }

  const check = (): void => {
    at()
    const open = venue.exchange.openOrders('bob', venue.now)
    for (const order of open) {
      const id = order.client_order_id
      if (!confirmed.has(id)) throw new Error(`the answer ${id} was not confirmed`)
      const answered = disk.get(id)?.context.answers ?? ''
      const endedMs = rfqs.get(answered)?.endedMs
      if (endedMs !== undefined && time.nowMs() > endedMs + 2 * cycleMs)
        throw new Error(`the answer ${id} outlives its RFQ`)
    }
    const out = sum(open.map(order => order.quantity))
    if (gt(out, limit)) throw new Error(`${out} in answers is beyond ${limit}`)
  }

  let page: ReturnType<typeof openPage> | undefined = openPage()
  const step = (): void => {
    at()
    const dice = random()
    const live = [...rfqs].filter(([, rfq]) => rfq.endedMs === undefined)
    const [id, rfq] = live[Math.floor(random() * live.length)] ?? []
    if (dice < 0.2) {
      const side = random() < 0.5 ? 'buy' : 'sell'
      rfqs.set(venue.placed('ann', { on: spread, market_id: 'none', side, quantity: '5', recv_window: 12 }), {
        side,
        endedMs: undefined,
      })
    } else if (dice < 0.35 && id !== undefined && rfq !== undefined) {
      venue.apply({ kind: 'cancel', account: 'ann', key: { order_id: orderId(id) } })
      rfq.endedMs = time.nowMs()
    } else if (dice < 0.45 && rfq !== undefined) {
      venue.place('ann', {
        on: spread,
        side: rfq.side,
        price: rfq.side === 'buy' ? '9000' : '10',
        quantity: '1',
        time_in_force: 'IOC',
      })
    } else if (dice < 0.5) {
      page?.close()
      page = undefined
      count('page closed')
    } else if (dice < 0.6) page ??= openPage()
    else if (id !== undefined && rfq !== undefined && page !== undefined) {
      const side = opposite(rfq.side)
      const price = dec(side === 'sell' ? '5000' : '50')
      const order = {
        legs,
        ...firmLimit,
        side,
        quantity: dec('2'),
        price,
        recv_window: 2,
      } as const
      const draft = page.desk.draft(order, { title: '', legs, answers: id })
      if (random() < 0.7 && page.desk.confirm(draft).ok) {
        confirmed.add(draft)
        count('confirmed')
      }
    }
    // An RFQ that timed out has ended, too.
    for (const [each, known] of rfqs)
      if (known.endedMs === undefined && must(venue.details('ann', each), 'an RFQ').cancel_state !== 'none')
        known.endedMs = time.nowMs()
  }

  for (let turn = 0; turn < 150; turn += 1) {
    step()
    for (let second = 0; second < 1 + random() * 30; second += 1) {
      await time.pass(2_000, check)
      at()
      venue.tick()
      page?.poll()
      check()
    }
  }
  page?.close()
  for (const id of confirmed) if (record(id)?.cancel_state === 'timeout') count('ended by its life')
}
