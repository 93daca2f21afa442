/**
 * The registry of a session's own orders and RFQs: the combined evidence of each, and what this browser sent. Evidence
 * may come in any order. An order with an open question (accepted but no longer listed, or pushed as ended) is looked
 * up, at most a few times, until the venue's record says that it is over.
 */
import type { Evidence } from '../../../core/history/evidence.ts'
import { recordOfJournal } from '../../../core/domain/journal-order.ts'
import { type Intent, isBeforeSending } from '../../../core/domain/intent.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { OrderDetails, OrderRecord } from '../../../core/domain/order.ts'
import {
  type OrderEvidence,
  type OwnOrder,
  isOrderOver,
  isSettled,
  addEvidence,
} from '../../../core/domain/own-order.ts'
import { type SentOrder, sentOrders } from './sent-order.ts'

export interface KnownOrders {
  readonly orders: ReadonlyMap<string, OwnOrder>
  readonly sent: readonly SentOrder[]
  readonly past: ReadonlyMap<string, OrderRecord>
  readonly refreshed: ReadonlyMap<string, number>
}

export const noOrders: KnownOrders = { orders: new Map(), sent: [], past: new Map(), refreshed: new Map() }

/** Resolves to the venue's record; undefined without an answer. The record also arrives as evidence. */
export type LookUp = (id: ClientOrderId) => Promise<OrderDetails | undefined>

const mostTries = 5
const atOnce = 3
const mostAsked = 60
const mostOrders = 2_000
/** An order is expected in a list only if the list was requested this long after its acceptance. */
const settledMs = 1_000

export class Registry {
  readonly #orders = new Map<ClientOrderId, OwnOrder>()
  readonly #tries = new Map<ClientOrderId, number>()
  readonly #inFlight = new Set<ClientOrderId>()
  readonly #lookUp: LookUp
  readonly #changed: (now: KnownOrders) => void
  #intents: readonly Intent[] = []
  #sent: readonly SentOrder[] = []
  #list: { readonly ids: ReadonlySet<string>; readonly askedAtMs: number } | undefined
  #isOver = false

  constructor(lookUp: LookUp, changed: (now: KnownOrders) => void) {
    this.#lookUp = lookUp
    this.#changed = changed
  }

  learn(evidence: Evidence): void {
    if (this.#isOver) return
    const isNews = this.#apply(evidence)
    if (isNews) this.#publish()
    this.#askAbout()
  }

  end(): void {
    this.#isOver = true
  }

  #apply(evidence: Evidence): boolean {
    switch (evidence.kind) {
      case 'intents':
        return this.#applyIntents(evidence.intents)
      case 'listed':
        return this.#applyList(evidence)
      case 'details':
        return (
          evidence.details.kind === 'found' &&
          this.#applyOne(evidence.details.order.client_order_id, { kind: 'record', record: evidence.details.order })
        )
      case 'journal':
        return this.#applyAll(
          evidence.orders.flatMap((order): [ClientOrderId, OrderEvidence][] => {
            const record = recordOfJournal(order)
            const id = order.client_order_id as ClientOrderId
            const times: [ClientOrderId, OrderEvidence][] = [
              [id, { kind: 'since', atMs: order.acceptedAtMs ?? order.sentAtMs }],
            ]
            if (order.refreshedAtMs !== undefined) times.push([id, { kind: 'refreshed', atMs: order.refreshedAtMs }])
            return record === undefined ? times : [[id, { kind: 'record', record }], ...times]
          }),
        )
      case 'execution':
      case 'end':
      case 'refreshed':
        return this.#applyOne(evidence.client_order_id, evidence)
      case 'accepted':
        return this.#applyOne(evidence.client_order_id, {
          kind: 'since',
          atMs: evidence.accepted.utc_timestamp / 1_000,
        })
      case 'command':
      case 'unclear':
      case 'book':
      case 'positions':
        return false
    }
  }

  /** A listed order is live, however often its look-up failed; an order missing from a complete list is looked up. */
  #applyList({ records, isWhole, askedMs, askedAtMs }: Extract<Evidence, { kind: 'listed' }>): boolean {
    if (isWhole) this.#list = { ids: new Set(records.map(each => each.client_order_id)), askedAtMs }
    const isBack = records.some(each => this.#isGivenUp(each.client_order_id))
    for (const each of records) this.#tries.delete(each.client_order_id)
    const isNews = this.#applyAll(
      records.map(record => [record.client_order_id, { kind: 'record', record, listedMs: askedMs }]),
    )
    return isNews || isBack
  }

  /** An order under review or awaiting approval is not sent, so it is ignored. */
  #applyIntents(reported: readonly Intent[]): boolean {
    const intents = reported.filter(each => !isBeforeSending(each))
    const isSame =
      intents.length === this.#intents.length && intents.every((intent, index) => intent === this.#intents[index])
    if (isSame) return false
    this.#intents = intents
    this.#sent = sentOrders(intents)
    for (const { client_order_id: id, state } of intents) {
      if (state.kind === 'accepted' && state.order !== undefined)
        this.#applyOne(id, { kind: 'record', record: state.order })
    }
    return true
  }

  #applyAll(reported: readonly (readonly [ClientOrderId, OrderEvidence])[]): boolean {
    let isNews = false
    for (const [id, evidence] of reported) isNews = this.#applyOne(id, evidence) || isNews
    return isNews
  }

  #applyOne(id: ClientOrderId, evidence: OrderEvidence): boolean {
    const before = this.#orders.get(id)
    const after = addEvidence(before, id, evidence)
    if (after === before) return false
    this.#orders.set(id, after)
    if (before === undefined && this.#orders.size > mostOrders) this.#forgetOldest()
    return true
  }

  #forgetOldest(): void {
    const sent = new Set<string>(this.#sent.map(each => each.client_order_id))
    let spare = mostOrders / 10
    for (const id of this.#orders.keys()) {
      if (spare === 0) return
      if (sent.has(id) || this.#list?.ids.has(id) === true) continue
      this.#orders.delete(id)
      spare -= 1
    }
  }

  #publish(): void {
    const orders = new Map(this.#orders)
    const past = new Map<string, OrderRecord>()
    const refreshed = new Map<string, number>()
    for (const [id, order] of orders) {
      if (order.record !== undefined && (isOrderOver(order) || this.#isGivenUp(id))) past.set(id, order.record)
      if (order.refreshedAtMs !== undefined) refreshed.set(id, order.refreshedAtMs)
    }
    this.#changed({ orders, sent: this.#sent, past, refreshed })
  }

  #isGivenUp(id: ClientOrderId): boolean {
    return (this.#tries.get(id) ?? 0) >= mostTries
  }

  #isDue({ client_order_id: id, outcome, atMs }: SentOrder): boolean {
    if (outcome !== 'accepted') return false
    const known = this.#orders.get(id)
    if (known !== undefined && isSettled(known)) return false
    if (known !== undefined && isOrderOver(known)) return true
    return this.#list !== undefined && this.#list.askedAtMs > atMs + settledMs && !this.#list.ids.has(id)
  }

  #askAbout(): void {
    const due = this.#sent.filter(each => this.#isDue(each)).slice(0, mostAsked)
    // An answer may add evidence during this loop, so the condition is evaluated each time.
    for (const { client_order_id: id } of due) {
      if (this.#inFlight.size < atOnce && !this.#inFlight.has(id) && !this.#isGivenUp(id)) void this.#ask(id)
    }
  }

  async #ask(id: ClientOrderId): Promise<void> {
    this.#inFlight.add(id)
    const details = await this.#lookUp(id)
    this.#inFlight.delete(id)
    // A failed look-up proves nothing and does not count.
    if (details === undefined || this.#isOver) return
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    if (tries === mostTries) this.#publish()
  }
}
