/**
 * One tab of a simulated browser: a session, the real client and order desk over the simulated network, and a poll of
 * open orders.
 */
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { type ClientOrderId, clientOrderId } from '../../core/domain/ids.ts'
import type { OrderDetails, OrderRecord } from '../../core/domain/order.ts'
import type { Client } from '../../core/client/client-types.ts'
import type { Owner } from '../../core/domain/owner.ts'
import { createClient } from '../../core/client/create-client.ts'
import type { Credentials } from '../../core/client/client-types.ts'
import { OrderDesk } from '../../app/api/order-desk/order-desk.ts'
import { type Intent, belongsTo } from '../../core/domain/intent.ts'
import { createOrderTransport } from '../../app/api/order-desk/transport.ts'
import { wireText } from '../../app/api/order-desk/wire-text.ts'
import { FeedConnection } from '../../core/client/feed-connection.ts'
import type { FeedState } from '../../core/client/feed-connection.ts'
import { informDesk } from '../../app/api/evidence/evidence.ts'
import type { Evidence } from '../../core/history/evidence.ts'
import { evidenceOfPush } from '../../core/history/evidence.ts'
import { openOf } from '../../app/model/orders/use-registry.ts'
import { type KnownOrders, Registry, noOrders } from '../../app/model/orders/registry.ts'
import { type RfqCard, rfqCards } from '../../app/model/orders/rfq-cards.ts'
import type { Network } from './network.sim.ts'
import type { SharedBrowser } from './shared-browser.sim.ts'
import type { Sockets } from './sockets.sim.ts'
import { type Random, type VirtualTime, timersOf } from './virtual-time.sim.ts'

export interface Tab {
  readonly desk: OrderDesk
  readonly isAlive: () => boolean
  readonly session: () => Credentials | undefined
  readonly token: () => string | undefined
  shown(): readonly Intent[]
  openOrders(): readonly OrderRecord[]
  cards(): readonly RfqCard[]
  reportedTrades(): ReadonlyMap<string, ReadonlySet<string>>
  feed(): FeedState
  isLocked: boolean
  signIn(account: string, venueKey: string): void
  kill(): void
}

export interface TabParts {
  readonly time: VirtualTime
  readonly random: Random
  readonly network: Network
  readonly sockets: Sockets | undefined
  readonly browser: SharedBrowser
  newToken(account: string, venueKey: string): string | Promise<string>
  newId(): number
  announce(id: ClientOrderId, from: Tab): void
}

const pollsMs = [2_000, 5_000, 7_000] as const

export function createTab(parts: TabParts): Tab {
  const { time, random, network, sockets, browser } = parts
  let alive = true
  let current: Credentials | undefined
  let currentToken: string | undefined
  let serial = 0
  let venueKey = 'v1'
  let polled: readonly OrderRecord[] = []
  let polledAtMs: number | undefined
  const isAlive = (): boolean => alive
  const timers = timersOf(time, random, isAlive)
  const client: Client = createClient({
    http: network.http(isAlive),
    timers,
    addressOf: () => `http://${venueKey}.test`,
    credentials: () => (current?.venueKey === venueKey ? current : undefined),
    refused: refused => {
      if (current?.serial !== refused) return
      const { account } = current
      current = undefined
      desk.sessionChanged()
      line.restart()
      // The trader signs in again after a moment.
      timers.after(500 + random() * 5_000, () => tab.signIn(account, venueKey))
    },
    learn: () => undefined,
    clockSample: () => undefined,
  })
  const desk = new OrderDesk({
    store: browser.store(isAlive),
    transport: createOrderTransport(client),
    timers,
    serverNowMs: () => time.nowMs(),
    whenTimeKnown: run => run(),
    session: () => current,
    locked: () => tab.isLocked,
    isBeyondLimits: () => false,
    approvals: () => undefined,
    newId: () => clientOrderId(`id-${parts.newId()}`),
    encode: order => wireText(order, 'short'),
    exclusively: browser.exclusively(isAlive),
    outcome: () => undefined,
    announce: id => parts.announce(id, tab),
    afterOtherTabs: () => undefined,
    leftUncommitted: () => [],
    noteUncommitted: () => undefined,
  })
  let own: KnownOrders = noOrders
  let registry = newRegistry()
  function newRegistry(): Registry {
    own = noOrders
    return new Registry(lookUp, now => {
      own = now
    })
  }
  async function lookUp(id: ClientOrderId): Promise<OrderDetails | undefined> {
    const owner = current
    if (owner === undefined) return undefined
    const answered = await client.call('orderDetails', { query: { client_order_id: id }, owner })
    if (!alive || !answered.ok || current?.serial !== owner.serial) return undefined
    const details = answered.answer.query_order_response
    learn({ kind: 'details', client_order_id: id, details }, owner)
    return details
  }
  function learn(evidence: Evidence, owner: Owner): void {
    informDesk(desk, evidence, owner)
    registry.learn(evidence)
  }
  desk.subscribe(() =>
    registry.learn({ kind: 'intents', intents: desk.snapshot().intents.filter(intent => belongsTo(intent, current)) }),
  )
  const reported = new Map<string, Set<string>>()
  const line = new FeedConnection({
    timers,
    open: sockets?.open(isAlive) ?? (() => ({ send: () => undefined, close: () => undefined })),
    address: () => `ws://${venueKey}.test/v1/feed`,
    probe: () => (sockets === undefined ? 'absent' : 'present'),
    credentials: () => current,
    pushed(message, owner) {
      const evidence = evidenceOfPush(message, time.nowMs())
      if (evidence === undefined) return
      if (evidence.kind === 'execution') {
        const { client_order_id: id, execution } = evidence
        reported.set(id, new Set([...(reported.get(id) ?? []), execution.trade_id]))
      }
      learn(evidence, owner)
    },
    unread: () => undefined,
    changed: () => undefined,
  })
  const poll = async (intervalMs: number): Promise<void> => {
    const owner = current
    const askedMs = time.nowMs()
    if (owner !== undefined) {
      const answered = await client.call('openOrders', { owner })
      if (!alive) return
      if (answered.ok && current?.serial === owner.serial) {
        polled = answered.answer.query_open_orders_response.open_orders.rows
        polledAtMs = askedMs
        learn({ kind: 'listed', records: polled, isWhole: true, askedMs, askedAtMs: askedMs }, owner)
      }
    }
    timers.after(intervalMs * (0.8 + 0.4 * random()), () => void poll(intervalMs))
  }
  const tab: Tab = {
    desk,
    isAlive,
    session: () => current,
    token: () => (current === undefined ? undefined : currentToken),
    shown: () => desk.snapshot().intents.filter(intent => belongsTo(intent, current)),
    openOrders: () => openOf(polled, own),
    cards: () =>
      rfqCards({
        fillsKnown: { kind: 'now' },
        open: polledAtMs === undefined ? undefined : openOf(polled, own),
        openMs: polledAtMs,
        sent: own.sent,
        orders: own.orders,
        refreshed: own.refreshed,
        nowMs: time.nowMs(),
      }),
    reportedTrades: () => reported,
    feed: line.state,
    isLocked: false,
    signIn(account, onVenue) {
      const token = parts.newToken(account, onVenue)
      const begin = (text: string): void => {
        serial += 1
        const isMoved = venueKey !== onVenue
        venueKey = onVenue
        polled = []
        polledAtMs = undefined
        registry.end()
        registry = newRegistry()
        reported.clear()
        currentToken = text
        current = { tokenFor: () => text, serial, account, venueKey: onVenue }
        desk.sessionChanged()
        if (isMoved) line.forget()
        else line.restart()
      }
      if (typeof token === 'string') begin(token)
      else time.hold(token.then(begin))
    },
    kill() {
      alive = false
    },
  }
  timers.after(random() * 50, () => void desk.start())
  // Several screens poll, and stalled polls fill the gate.
  for (const intervalMs of pollsMs) timers.after(random() * intervalMs, () => void poll(intervalMs))
  return tab
}

export const tokenHeader = credentialsHeader
