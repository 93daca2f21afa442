/**
 * One history of an account's RFQs from a seed: takes and firm-ups from two tabs over a bad network and a slow disk,
 * with tabs that die. At the venue the orders for an RFQ must never fill more than was requested: the review counts
 * what is outstanding and does not exceed it.
 */
import { dec } from '../../core/domain/decimal.ts'
import type { ClientOrderId } from '../../core/domain/ids.ts'
import { isUnderReview } from '../../core/domain/intent.ts'
import { firmMarket, joinedSymbol, type OrderBody, rfqMarket } from '../../core/domain/order.ts'
import { rfqObstacle, roomOf } from '../../app/features/ticket/rfq-room.ts'
import { isAlive as isCardAlive } from '../../app/model/orders/rfq-cards.ts'
import { createNetwork } from './network.sim.ts'
import { createSharedBrowser } from './shared-browser.sim.ts'
import { createSmallVenue } from './small-venue.sim.ts'
import { createSockets } from './sockets.sim.ts'
import { createTab, type Tab } from './tab.sim.ts'
import { createRandom, createVirtualTime } from './virtual-time.sim.ts'
import { legsOf } from '../legs-of.ts'

export interface RfqHistory {
  readonly sent: number
  readonly refused: number
  readonly whole: number
}

const legs = legsOf({ 'BTC-20261225-100000C': 1, 'BTC-20261225-110000C': -1 })
const account = 'alice'
const acts = 25

export async function runRfqWorld(seed: number): Promise<RfqHistory> {
  const random = createRandom(seed)
  const time = createVirtualTime()
  const whole = (below: number): number => Math.floor(random() * below)
  const sockets = createSockets({ time, random, login: () => account })
  const venue = createSmallVenue(time, random, 'same', (to, message) => sockets.push('v1', to, JSON.stringify(message)))
  const browser = createSharedBrowser(time, random)
  const network = createNetwork({
    time,
    random,
    left: () => undefined,
    received: () => undefined,
    arrive: ({ method, url, body }) =>
      venue.answer({ method, path: new URL(url).pathname, query: new URL(url).searchParams, body, account }),
  })
  const wanted = new Map<string, number>()
  const tries = new Map<string, ClientOrderId[]>()
  /** Once shown as rejected; a duplicate sent by the browser may still be accepted. */
  const everRejected = new Set<string>()
  let tabs: Tab[] = []
  let [lastId, sent, refused] = [0, 0, 0]

  const openTab = (): void => {
    const tab = createTab({
      time,
      random,
      network,
      sockets,
      browser,
      newToken: () => 'token',
      newId: () => (lastId += 1),
      announce(id, from) {
        for (const other of tabs) {
          if (other === from) continue
          time.after(random() * 20, () => {
            if (other.isAlive()) other.desk.changedElsewhere(id)
          })
        }
      },
    })
    tab.signIn(account, 'v1')
    tabs.push(tab)
  }

  const check = (): void => {
    for (const tab of tabs)
      for (const { client_order_id: id, state } of tab.shown()) if (state.kind === 'rejected') everRejected.add(id)
    for (const [rfq, ids] of tries) {
      const out = ids.filter(id => !everRejected.has(id)).reduce((sum, id) => sum + venue.out(id), 0)
      if (out > (wanted.get(rfq) ?? 0))
        throw new Error(`seed ${seed}: ${out} of ${wanted.get(rfq)} are out of ${rfq}: ${ids.join(', ')}`)
    }
  }

  const ask = (tab: Tab): void => {
    const quantity = 1 + whole(6)
    const order: OrderBody = {
      symbol: joinedSymbol(legs),
      market_id: rfqMarket,
      side: 'buy',
      type: 'LIMIT',
      time_in_force: 'GTC',
      quantity: dec(quantity),
      recv_window: 3,
    }
    const id = tab.desk.draft(order, { title: 'RFQ' })
    if (tab.desk.confirm(id).ok) wanted.set(id, quantity)
  }

  const trade = (tab: Tab): void => {
    const cards = tab.cards().filter(card => isCardAlive(card) && wanted.has(card.clientOrderId))
    const card = cards[whole(cards.length)]
    if (card === undefined) return
    const left = Number.parseInt(card.count.left, 10)
    const order: OrderBody = {
      symbol: card.symbol,
      market_id: firmMarket,
      side: 'buy',
      type: 'LIMIT',
      time_in_force: random() < 0.5 ? 'GTC' : 'IOC',
      quantity: dec(random() < 0.15 ? 1 + whole(8) : 1 + whole(Math.max(1, left))),
      price: dec('10'),
      recv_window: 2,
    }
    const id = tab.desk.draft(order, { title: 'Take', rfq: card.clientOrderId })
    time.after(random() < 0.5 ? random() * 40 : random() * 5_000, () => confirm(tab, card.clientOrderId, id))
  }

  const confirm = (tab: Tab, rfq: string, id: ClientOrderId): void => {
    const intent = tab.desk.snapshot().intents.find(each => each.client_order_id === id)
    if (!tab.isAlive() || intent === undefined || !isUnderReview(intent)) return
    const room = roomOf(intent, tab.cards(), true)
    if (room === undefined || rfqObstacle(intent, room) !== undefined) {
      refused += 1
      tab.desk.discard(id)
    } else if (tab.desk.confirm(id).ok) {
      sent += 1
      tries.set(rfq, [...(tries.get(rfq) ?? []), id])
    }
  }

  const decide = (tab: Tab): void => {
    for (const { client_order_id: id, state } of tab.desk.snapshot().intents) {
      if (state.kind === 'unstored') tab.desk.discard(id)
      if (state.kind !== 'unseen') continue
      if (random() < 0.4) tab.desk.sendAgain(id)
      else if (random() < 0.5) tab.desk.markDead(id)
    }
  }

  openTab()
  openTab()
  for (let turn = 0; turn < acts; turn += 1) {
    await time.pass(random() < 0.4 ? random() * 60 : random() * 6_000, check)
    const tab = tabs[whole(tabs.length)] as Tab
    const choice = random()
    if (wanted.size === 0 || choice < 0.12) ask(tab)
    else if (choice < 0.8) trade(tab)
    else if (choice < 0.9) decide(tab)
    else {
      tab.kill()
      tabs = tabs.filter(each => each !== tab)
      openTab()
    }
  }
  await time.pass(40_000, check)
  for (const tab of tabs) tab.kill()
  const full = [...tries].filter(
    ([rfq, ids]) => ids.reduce((sum, id) => sum + venue.out(id), 0) >= (wanted.get(rfq) ?? 0),
  )
  return { sent, refused, whole: full.length }
}
