/**
 * The order desk sends an intent once and never loses it: it runs the state machine with a store, a transport and
 * timers. The lock is synchronous, so a second click in the same tick finds no draft. Intents are handled only in their
 * own session.
 */
import { createSignal } from '../../../core/domain/store.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { OrderContext } from '../../../core/domain/order-context.ts'
import type { NewOrder, OrderAccepted, OrderBody, OrderRecord } from '../../../core/domain/order.ts'
import type { Owner } from '../../../core/domain/owner.ts'
import {
  belongsTo,
  type Intent,
  isBeforeSending,
  isUncheckedRejection,
  isUnderReview,
  isUnresolved,
  knowsAsMuch,
  outdated,
} from '../../../core/domain/intent.ts'
import type { ApprovalWait, NotNow } from '../approval/approvals.ts'
import type { ConfirmResult, DeskParts, DeskSnapshot } from './desk-parts.ts'
import { errorText } from './intent-store.ts'
import { isClosingTitle } from '../../../core/domain/trade-story/trade-words.ts'
import { createLeftOrders } from './left-orders.ts'
import { type Effect, type IntentEvent, step } from './machine.ts'
import { type UncommittedIntent, noteOf } from './uncommitted.ts'

const overdueMs = 4_000
/** Another tab handles the intent. If that tab is silent for this long, this one looks it up. */
const handedOverMs = 20_000

export class OrderDesk {
  readonly #parts: DeskParts
  readonly #knownThen = new Map<ClientOrderId, ReadonlySet<string>>()
  readonly #intents = new Map<ClientOrderId, Intent>()
  readonly #waiting = new Map<ClientOrderId, () => void>()
  readonly #inFlight = new Map<ClientOrderId, Promise<void>>()
  readonly #looking = new Map<ClientOrderId, AbortController>()
  readonly #reconciling = new Set<ClientOrderId>()
  readonly #uncommitted = new Map<ClientOrderId, UncommittedIntent>()
  readonly #changed = createSignal()
  #approval: ApprovalWait | undefined
  #isStarted = false
  #isStopped = false
  #storeFault: string | undefined
  readonly #left = createLeftOrders(() => this.#isStopped || this.#publish())
  #snapshot: DeskSnapshot = { intents: [], ready: false, neverSent: [], storeFault: undefined }

  constructor(parts: DeskParts) {
    this.#parts = parts
  }

  /** Fixes the id and bytes of an order; replaces a draft under review. */
  draft(order: OrderBody, context: OrderContext): ClientOrderId {
    for (const [id, intent] of this.#intents) if (isUnderReview(intent)) this.#intents.delete(id)
    const id = this.#parts.newId(isClosingTitle(context.title))
    const complete: NewOrder = structuredClone({ ...order, client_order_id: id })
    const session = this.#parts.session()
    this.#intents.set(id, {
      client_order_id: id,
      venueKey: session?.venueKey ?? '',
      account: session?.account ?? '',
      order: complete,
      body: this.#parts.encode(complete),
      context: structuredClone(context),
      createdAtMs: this.#parts.serverNowMs(),
      state: { kind: 'draft' },
      sends: 0,
      history: [],
    })
    this.#publish()
    return id
  }

  /** Confirms the order: one POST. Returns immediately; the outcome is in the intent. */
  confirm(id: ClientOrderId, { withoutDurability = false } = {}): ConfirmResult {
    const intent = this.#intents.get(id)
    const need = (intent && this.#parts.approvals()?.need(intent.body).kind) ?? 'none'
    return this.#withWord(id, { kind: 'confirmed', withoutDurability, needsApproval: need !== 'none' })
  }

  withdraw(id: ClientOrderId): void {
    this.#approval?.withdraw(id, 'You withdrew it.')
  }

  discard(id: ClientOrderId): void {
    const intent = this.#intents.get(id)
    if (intent === undefined || (!isUnderReview(intent) && intent.state.kind !== 'unsent')) return
    this.#intents.delete(id)
    this.#publish()
  }

  lookAgain(id: ClientOrderId): void {
    this.#happen(id, { kind: 'look_again' })
  }

  /** Sends the same id and bytes again; only for an unseen intent. */
  sendAgain(id: ClientOrderId): ConfirmResult {
    return this.#withWord(id, { kind: 'send_again' })
  }

  markDead(id: ClientOrderId): void {
    this.#happen(id, { kind: 'mark_dead' })
  }

  readonly snapshot = (): DeskSnapshot => this.#snapshot
  readonly subscribe = this.#changed.listen

  async start(): Promise<void> {
    this.#isStarted = false
    this.#publish()
    try {
      const left = this.#parts.leftUncommitted()
      const all = await this.#parts.store.all()
      this.#left.begin(left, all, this.#parts)
      this.#noteUncommitted()
      for (const stored of all)
        if (!this.#intents.has(stored.client_order_id)) this.#intents.set(stored.client_order_id, stored)
      this.#parts.whenTimeKnown(() => this.#forget(outdated(all, this.#parts.serverNowMs())))
    } catch (error) {
      this.#storeFault = errorText(error)
    }
    if (this.#isStopped) return
    this.#isStarted = true
    this.woke()
  }

  #forget(ids: readonly ClientOrderId[]): void {
    for (const id of ids) this.#intents.delete(id)
    Promise.all(ids.map(id => this.#parts.store.remove(id))).catch(error => this.#storeFailed(error))
    this.#publish()
  }

  woke(): void {
    for (const [id, intent] of this.#intents) {
      if (!this.#isOurs(intent)) continue
      if (isUnresolved(intent)) this.#reconciling.add(id)
      this.#happen(id, { kind: 'woke' })
    }
    this.#publish()
  }

  sessionChanged(): void {
    for (const [id, intent] of this.#intents) {
      if (this.#isOurs(intent)) continue
      if (isUnderReview(intent)) this.#intents.delete(id)
      else if (intent.state.kind === 'awaiting') this.#approval?.withdraw(id, 'You were signed out while it waited.')
      else this.#rest(id)
    }
    if (this.#isStarted) this.woke()
  }

  seenOpen(orders: readonly OrderRecord[], owner: Owner): void {
    for (const order of orders) this.#prove(order.client_order_id, owner, { kind: 'seen', by: 'open_orders', order })
  }

  pushed(id: ClientOrderId, owner: Owner, accepted?: OrderAccepted): void {
    this.#prove(id, owner, { kind: 'pushed', accepted })
  }

  #prove(id: ClientOrderId, owner: Owner, event: IntentEvent): void {
    const intent = this.#intents.get(id)
    if (intent !== undefined && belongsTo(intent, owner)) this.#happen(id, event)
  }

  /** Handles another tab's write of this intent: uses the stored state if it is more advanced. */
  readonly changedElsewhere = (id: ClientOrderId): void => {
    this.#left.saidElsewhere(id)
    void this.#adopt(id)
  }

  stop(): void {
    this.#isStopped = true
    for (const id of this.#intents.keys()) this.#rest(id)
  }

  #isOurs(intent: Intent): boolean {
    return belongsTo(intent, this.#parts.session())
  }

  #publish(): void {
    const newestFirst = [...this.#intents.values()].sort((a, b) => b.createdAtMs - a.createdAtMs)
    const ready = this.#isStarted && this.#reconciling.size === 0
    this.#snapshot = { intents: newestFirst, ready, neverSent: this.#left.neverSent, storeFault: this.#storeFault }
    this.#changed.emit()
  }

  #withWord(id: ClientOrderId, event: IntentEvent): ConfirmResult {
    const intent = this.#intents.get(id)
    if (intent === undefined) return { ok: false, reason: 'no_draft' }
    const reason = event.kind === 'confirmed' ? this.#refusalOfNew(intent) : this.#refusal(intent)
    if (reason !== undefined) return { ok: false, reason }
    return this.#happen(id, event) ? { ok: true } : { ok: false, reason: 'no_draft' }
  }

  /** For an order that was not sent before: own limits count it. */
  #refusalOfNew(intent: Intent): NotNow | undefined {
    return this.#parts.isBeyondLimits(intent, this.#snapshot.intents) ? 'own_limits' : this.#refusal(intent)
  }

  #refusal(intent: Intent): Exclude<NotNow, 'own_limits'> | undefined {
    if (this.#parts.locked()) return 'locked'
    if (this.#parts.session() === undefined) return 'signed_out'
    if (!this.#isOurs(intent)) return 'other_account'
    return this.#snapshot.ready ? undefined : 'reconciling'
  }

  #happen(id: ClientOrderId, event: IntentEvent): boolean {
    const intent = this.#intents.get(id)
    if (this.#isStopped || intent === undefined) return false
    const next = step(intent, event, { nowMs: this.#parts.serverNowMs(), random: this.#parts.timers.random() })
    if (next.intent === intent && next.effects.length === 0) return false
    if (next.intent.state.kind === 'unsent') {
      this.#recorded(id)
      this.#parts.announce(id)
    }
    this.#intents.set(id, next.intent)
    for (const effect of next.effects) this.#perform(next.intent, effect)
    this.#publish()
    return true
  }

  #perform(intent: Intent, effect: Effect): void {
    const id = intent.client_order_id
    switch (effect.kind) {
      case 'ask':
        this.#knownThen.set(
          id,
          new Set([...this.#intents.values()].flatMap(each => (isBeforeSending(each) ? [] : each.client_order_id))),
        )
        this.#note(intent)
        this.#approval ??= this.#parts.approvals()?.wait({
          serverNowMs: this.#parts.serverNowMs,
          happen: (each, event) => void this.#happen(each, event),
          intent: each => this.#intents.get(each),
          refusal: each => this.#refusalOfNew(each),
        })
        return void this.#approval?.ask(intent)
      case 'follow':
        return this.#wait(id, effect.afterMs, () => void this.#approval?.follow(id))
      case 'begin':
        return void this.#begin(intent)
      case 'send':
        return void this.#inFlight.set(id, this.#send(intent))
      case 'look':
        return this.#wait(id, effect.afterMs, () => void this.#look(id))
      case 'rest':
        return this.#rest(id)
      case 'save':
        return void this.#save(intent)
      case 'outcome':
        return this.#parts.outcome()
    }
  }

  /** Sets the intent's only timer; a later one replaces it. */
  #wait(id: ClientOrderId, ms: number, run: () => void): void {
    this.#waiting.get(id)?.()
    const cancel = this.#parts.timers.after(ms, () => {
      this.#waiting.delete(id)
      run()
    })
    this.#waiting.set(id, cancel)
  }

  #rest(id: ClientOrderId): void {
    this.#waiting.get(id)?.()
    this.#waiting.delete(id)
    this.#looking.get(id)?.abort()
    this.#looking.delete(id)
    this.#reconciling.delete(id)
  }

  /** Stores durably, then sends, holding the lock against other tabs until there is an outcome. */
  async #begin(intent: Intent): Promise<void> {
    const isBeyond = (stored: readonly Intent[]): boolean => this.#parts.isBeyondLimits(intent, stored)
    const id = intent.client_order_id
    let isMine = false
    // The trader's view at confirmation: orders sent later by other tabs were not in the review.
    const known = this.#knownThen.get(id) ?? new Set(this.#intents.keys())
    this.#note(intent)
    try {
      await this.#parts.exclusively(id, async () => {
        const outcome = this.#isStopped
          ? 'taken'
          : await this.#parts.store.begin(intent, known, isBeyond).finally(() => this.#recorded(id))
        isMine = outcome !== 'taken'
        if (outcome === 'overtaken') await this.#overtaken(intent)
        if (outcome !== 'stored') return
        if (this.#happen(id, { kind: 'stored' })) this.#parts.announce(id)
        await this.#inFlight.get(id)
      })
      if (!isMine) await this.#yieldTo(id)
    } catch (error) {
      this.#happen(id, { kind: 'store_failed', message: errorText(error) })
    } finally {
      this.#recorded(id)
    }
  }

  #note(intent: Intent): void {
    this.#uncommitted.set(intent.client_order_id, noteOf(intent))
    this.#noteUncommitted()
  }

  #recorded(id: ClientOrderId): void {
    this.#knownThen.delete(id)
    if (this.#uncommitted.delete(id)) this.#noteUncommitted()
  }

  /** Returns the order to review with the orders that this tab missed; drops it if another order is under review. */
  async #overtaken(intent: Intent): Promise<void> {
    const stored = await this.#parts.store.all()
    if (this.#isStopped) return
    for (const each of stored) if (belongsTo(each, intent) && !this.#intents.has(each.client_order_id)) this.#take(each)
    const isReplaced = this.#snapshot.intents.some(isUnderReview)
    this.#happen(intent.client_order_id, { kind: 'overtaken' })
    if (isReplaced) this.discard(intent.client_order_id)
  }

  #noteUncommitted(): void {
    if (!this.#isStopped) this.#parts.noteUncommitted([...this.#uncommitted.values()])
  }

  async #send(intent: Intent): Promise<void> {
    const id = intent.client_order_id
    const why = `No answer within ${overdueMs / 1_000} s; it may still arrive.`
    const cancel = this.#parts.timers.after(overdueMs, () => this.#happen(id, { kind: 'overdue', why }))
    const outcome = await this.#parts.transport.send(intent)
    cancel()
    this.#inFlight.delete(id)
    if (outcome.kind !== 'lost') return void this.#happen(id, outcome)
    this.#happen(id, { kind: 'lost', why: outcome.fault.reason ?? outcome.fault.message, reason: outcome.fault.reason })
  }

  async #save(intent: Intent): Promise<void> {
    try {
      await this.#parts.store.save(intent)
      if (!this.#isStopped) this.#parts.announce(intent.client_order_id)
    } catch (error) {
      this.#storeFailed(error)
    }
  }

  #storeFailed(error: unknown): void {
    this.#storeFault = errorText(error)
    if (!this.#isStopped) this.#publish()
  }

  async #look(id: ClientOrderId): Promise<void> {
    const intent = this.#intents.get(id)
    if (this.#isStopped || intent === undefined) return
    if (!this.#isOurs(intent)) return this.#looked(id)
    this.#looking.get(id)?.abort()
    const own = new AbortController()
    this.#looking.set(id, own)
    this.#happen(id, { kind: 'look_started' })
    const outcome = await this.#parts.transport.lookUp(intent, own.signal)
    // Superseded by a later look-up or outcome.
    if (this.#looking.get(id) !== own || this.#isStopped) return
    this.#looking.delete(id)
    const sends = intent.sends
    if (outcome.kind === 'found') this.#happen(id, { kind: 'seen', by: 'look_up', order: outcome.order })
    else if (outcome.kind === 'not_found') this.#happen(id, { kind: 'not_found', sends })
    else this.#happen(id, { kind: 'look_failed', sends, retryAfterMs: outcome.fault.retryAfterMs })
    this.#looked(id)
  }

  /** One answer or failure per intent is enough to unlock tickets; unanswered ones are shown as unknown. */
  #looked(id: ClientOrderId): void {
    if (this.#reconciling.delete(id)) this.#publish()
  }

  async #adopt(id: ClientOrderId): Promise<void> {
    const stored = await this.#parts.store.get(id).catch((error: unknown) => this.#storeFailed(error))
    const own = this.#intents.get(id)
    if (this.#isStopped || stored === undefined || (own !== undefined && knowsAsMuch(own, stored))) return
    this.#take(stored)
  }

  async #yieldTo(id: ClientOrderId): Promise<void> {
    const stored = await this.#parts.store.get(id)
    if (this.#isStopped) return
    if (stored === undefined) this.#happen(id, { kind: 'store_failed', message: 'Another tab is sending this.' })
    else this.#take(stored)
  }

  /** Leaves another tab's intents to it, until that tab is silent for too long. */
  #take(stored: Intent): void {
    const id = stored.client_order_id
    this.#rest(id)
    this.#intents.set(id, stored)
    if (isUnresolved(stored) || isUncheckedRejection(stored))
      this.#wait(id, handedOverMs, () => void this.#happen(id, { kind: 'woke' }))
    this.#publish()
  }
}
