/**
 * The order desk: sends an intent once and never loses it.
 *
 * It runs the state machine against its store, transport and timers. The lock is synchronous: an intent that was confirmed is no draft any
 * more before `confirm` returns, so a second click in the same tick finds nothing to send. Everything it does for an intent happens
 * under the account and venue of that intent, and only while that session is the present one.
 */
import type { ClientOrderId } from '../../domain/ids.ts'
import type { NewOrder, OrderRecord } from '../../domain/order.ts'
import type { Owner } from '../client.ts'
import type { Timers } from '../timers.ts'
import { type Intent, type IntentContext, belongsTo, isUncheckedRejection, isUnresolved, isUnderReview, knowsAsMuch } from './intent.ts'
import type { IntentStore } from './intent-store.ts'
import { type Effect, type IntentEvent, step } from './machine.ts'
import type { OrderTransport, SendOutcome } from './transport.ts'

export type ConfirmRefusal = 'no_draft' | 'locked' | 'signed_out' | 'other_account' | 'reconciling'
export type Confirmed = { readonly ok: true } | { readonly ok: false; readonly reason: ConfirmRefusal }

export interface Desk {
  /** Fixes id and bytes; replaces a draft under review. */
  draft(order: Omit<NewOrder, 'client_order_id'>, context: IntentContext): ClientOrderId
  /** The trader's word: one POST. Answers at once; the outcome is read from the intent. */
  confirm(id: ClientOrderId, options?: { readonly withoutDurability?: boolean }): Confirmed
  discard(id: ClientOrderId): void
  lookAgain(id: ClientOrderId): void
  /** Same id, same bytes; only of an unseen one. */
  sendAgain(id: ClientOrderId): Confirmed
  markDead(id: ClientOrderId): void
}

export interface DeskSnapshot {
  /** Of every account and venue, newest first. */
  readonly intents: readonly Intent[]
  /** False while unresolved submissions of this session are being looked up after a start or a sleep. */
  readonly ready: boolean
  /** Why stored intents could not be read; what was sent before may be unknown to this page. */
  readonly storeFault: string | undefined
}

export interface RunningDesk extends Desk {
  snapshot(): DeskSnapshot
  subscribe(listener: () => void): () => void
  /** Reads what is stored and looks up what is unresolved. */
  start(): Promise<void>
  /** The page slept. */
  woke(): void
  /** Another session, or none. */
  sessionChanged(): void
  /** Open orders as polled under `owner`: evidence. */
  seenOpen(orders: readonly OrderRecord[], owner: Owner): void
  /** Another tab wrote of this intent. */
  changedElsewhere(id: ClientOrderId): void
  stop(): void
}

export interface DeskParts {
  readonly store: IntentStore
  readonly transport: OrderTransport
  readonly timers: Timers
  serverNowMs(): number
  session(): Owner | undefined
  locked(): boolean
  newId(): ClientOrderId
  encode(order: NewOrder): string
  /** Runs `run`, unless another tab is running one for the same id. */
  exclusively(id: ClientOrderId, run: () => Promise<void>): Promise<void>
  /** Something happened at the venue: what is shown of the account is out of date. */
  outcome(): void
  /** Other tabs should read this intent anew. */
  announce(id: ClientOrderId): void
}

const overdueMs = 4_000
const keptMs = 7 * 86_400_000
/** Another tab has it in hand; if that one dies, this one looks. */
const handedOverMs = 20_000

export function createDesk(parts: DeskParts): RunningDesk {
  const { store, transport, timers } = parts
  const intents = new Map<ClientOrderId, Intent>()
  const waiting = new Map<ClientOrderId, () => void>()
  const inFlight = new Map<ClientOrderId, Promise<void>>()
  const looking = new Map<ClientOrderId, AbortController>()
  const reconciling = new Set<ClientOrderId>()
  const listeners = new Set<() => void>()
  let started = false
  let stopped = false
  let storeFault: string | undefined
  let current: DeskSnapshot = { intents: [], ready: false, storeFault }

  const publish = (): void => {
    const newestFirst = [...intents.values()].sort((a, b) => b.createdAtMs - a.createdAtMs)
    current = { intents: newestFirst, ready: started && reconciling.size === 0, storeFault }
    for (const listener of listeners) listener()
  }
  const isOurs = (intent: Intent): boolean => belongsTo(intent, parts.session())
  const moment = () => ({ nowMs: parts.serverNowMs(), random: timers.random() })

  const happen = (id: ClientOrderId, event: IntentEvent): boolean => {
    const intent = intents.get(id)
    if (stopped || intent === undefined) return false
    const next = step(intent, event, moment())
    if (next.intent === intent && next.effects.length === 0) return false
    intents.set(id, next.intent)
    for (const effect of next.effects) perform(next.intent, effect)
    publish()
    return true
  }

  const perform = (intent: Intent, effect: Effect): void => {
    const id = intent.client_order_id
    switch (effect.kind) {
      case 'begin':
        return run(begin(intent))
      case 'send':
        inFlight.set(id, send(intent))
        return
      case 'look':
        return lookAfter(id, effect.afterMs)
      case 'rest':
        return rest(id)
      case 'save':
        return run(save(intent))
      case 'outcome':
        return parts.outcome()
    }
  }
  /** The parts report failures as values or are caught where they are called. */
  const run = (work: Promise<void>): void => void work

  const begin = async (intent: Intent): Promise<void> => {
    const id = intent.client_order_id
    try {
      let isMine = false
      await parts.exclusively(id, async () => {
        if (stopped || (await store.begin(intent)) === 'taken') return
        isMine = true
        if (happen(id, { kind: 'stored' })) parts.announce(id)
        await inFlight.get(id)
      })
      if (!isMine) await yieldTo(id)
    } catch (error) {
      happen(id, { kind: 'store_failed', message: error instanceof Error ? error.message : 'The browser would not keep it.' })
    }
  }

  const save = async (intent: Intent): Promise<void> => {
    try {
      await store.save(intent)
      if (!stopped) parts.announce(intent.client_order_id)
    } catch (error) {
      storeFault = error instanceof Error ? error.message : 'The browser would not keep it.'
      if (!stopped) publish()
    }
  }

  const send = async (intent: Intent): Promise<void> => {
    const id = intent.client_order_id
    const why = `No answer within ${overdueMs / 1_000} s; it may still arrive.`
    const cancelOverdue = timers.after(overdueMs, () => happen(id, { kind: 'overdue', why }))
    const outcome: SendOutcome = await transport.send(intent)
    cancelOverdue()
    inFlight.delete(id)
    happen(id, outcome.kind === 'lost' ? { kind: 'lost', why: outcome.fault.reason ?? outcome.fault.message } : outcome)
  }

  const rest = (id: ClientOrderId): void => {
    waiting.get(id)?.()
    waiting.delete(id)
    looking.get(id)?.abort()
    looking.delete(id)
    reconciling.delete(id)
  }

  const lookAfter = (id: ClientOrderId, afterMs: number): void => {
    waiting.get(id)?.()
    waiting.set(
      id,
      timers.after(afterMs, () => {
        waiting.delete(id)
        run(look(id))
      }),
    )
  }

  const look = async (id: ClientOrderId): Promise<void> => {
    const intent = intents.get(id)
    if (stopped || intent === undefined) return
    if (!isOurs(intent)) {
      if (reconciling.delete(id)) publish()
      return
    }
    looking.get(id)?.abort()
    const own = new AbortController()
    looking.set(id, own)
    happen(id, { kind: 'look_started' })
    const outcome = await transport.lookUp(intent, own.signal)
    // Given up by a later look-up or by an outcome: whatever it says, something newer counts.
    if (looking.get(id) !== own || stopped) return
    looking.delete(id)
    const wasFirst = reconciling.delete(id)
    const sends = intent.sends
    if (outcome.kind === 'found') happen(id, { kind: 'seen', by: 'look_up', order: outcome.order })
    else if (outcome.kind === 'not_found') happen(id, { kind: 'not_found', sends })
    else happen(id, { kind: 'look_failed', sends, why: outcome.fault.message, retryAfterMs: outcome.fault.retryAfterMs })
    if (wasFirst) publish()
  }

  /** Takes over what is stored where that knows more, and leaves it to the tab that wrote it unless that falls silent. */
  const adopt = async (id: ClientOrderId): Promise<void> => {
    const stored = await store.get(id).catch(() => undefined)
    const own = intents.get(id)
    if (stopped || stored === undefined || (own !== undefined && knowsAsMuch(own, stored))) return
    take(stored)
  }
  const take = (stored: Intent): void => {
    const id = stored.client_order_id
    rest(id)
    intents.set(id, stored)
    if (isUnresolved(stored) || isUncheckedRejection(stored)) waiting.set(id, timers.after(handedOverMs, () => happen(id, { kind: 'woke' })))
    publish()
  }
  /** Another tab was faster with what this one was about to send. */
  const yieldTo = async (id: ClientOrderId): Promise<void> => {
    const stored = await store.get(id)
    if (stopped) return
    if (stored === undefined) happen(id, { kind: 'store_failed', message: 'Another tab is sending this.' })
    else take(stored)
  }

  /** Everything of this session that is unresolved is looked up now. */
  const reconcile = (): void => {
    for (const [id, intent] of intents) {
      if (!isOurs(intent)) continue
      if (isUnresolved(intent)) reconciling.add(id)
      happen(id, { kind: 'woke' })
    }
    publish()
  }

  const maySend = (intent: Intent | undefined): ConfirmRefusal | undefined => {
    if (intent === undefined) return 'no_draft'
    if (parts.locked()) return 'locked'
    if (parts.session() === undefined) return 'signed_out'
    if (!isOurs(intent)) return 'other_account'
    return current.ready ? undefined : 'reconciling'
  }
  const withWord = (id: ClientOrderId, event: IntentEvent): Confirmed => {
    const refusal = maySend(intents.get(id))
    if (refusal !== undefined) return { ok: false, reason: refusal }
    return happen(id, event) ? { ok: true } : { ok: false, reason: 'no_draft' }
  }

  return {
    draft(order, context) {
      for (const [id, intent] of intents) if (isUnderReview(intent)) intents.delete(id)
      const id = parts.newId()
      const complete: NewOrder = structuredClone({ ...order, client_order_id: id })
      const session = parts.session()
      intents.set(id, {
        client_order_id: id,
        venueKey: session?.venueKey ?? '',
        account: session?.account ?? '',
        order: complete,
        body: parts.encode(complete),
        context: structuredClone(context),
        createdAtMs: parts.serverNowMs(),
        state: { kind: 'draft' },
        sends: 0,
        history: [],
      })
      publish()
      return id
    },
    confirm: (id, options) => withWord(id, { kind: 'confirmed', withoutDurability: options?.withoutDurability === true }),
    sendAgain: id => withWord(id, { kind: 'send_again' }),
    discard(id) {
      const intent = intents.get(id)
      if (intent === undefined || !isUnderReview(intent)) return
      intents.delete(id)
      publish()
    },
    lookAgain: id => void happen(id, { kind: 'look_again' }),
    markDead: id => void happen(id, { kind: 'mark_dead' }),
    snapshot: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async start() {
      try {
        const before = parts.serverNowMs() - keptMs
        for (const stored of await store.all()) {
          if (!isUnresolved(stored) && stored.createdAtMs < before) run(store.remove(stored.client_order_id).catch(() => undefined))
          else if (!intents.has(stored.client_order_id)) intents.set(stored.client_order_id, stored)
        }
      } catch (error) {
        storeFault = error instanceof Error ? error.message : 'The browser would not say what it keeps.'
      }
      if (stopped) return
      started = true
      reconcile()
    },
    woke: reconcile,
    sessionChanged() {
      for (const [id, intent] of intents) {
        if (isUnderReview(intent) && !isOurs(intent)) intents.delete(id)
        else if (!isOurs(intent)) rest(id)
      }
      if (started) reconcile()
    },
    seenOpen(orders, owner) {
      for (const order of orders) {
        const intent = intents.get(order.client_order_id)
        if (intent !== undefined && belongsTo(intent, owner)) {
          happen(order.client_order_id, { kind: 'seen', by: 'open_orders', order })
        }
      }
    },
    changedElsewhere: id => run(adopt(id)),
    stop() {
      stopped = true
      for (const id of intents.keys()) rest(id)
    },
  }
}
