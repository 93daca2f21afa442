/**
 * Records of a session's own orders that the venue no longer lists as open: each is looked up until its record says that it is over, since then it does not
 * change any more. One that the venue has forgotten, or goes on calling open, is looked up a few times and then left. The
 * next session knows nothing of them.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { withDistinctExecutions } from '../../api/order-desk/distinct-executions.ts'
import { call } from '../../api/venue/client.ts'
import { useSession } from '../../api/venue/session.ts'
import { useVenue } from '../../api/venue/venue.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import { isOver } from '../../domain/order-state.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { remembered } from '../remembered.ts'

const mostTries = 5
const atOnce = 3

type Details = Awaited<ReturnType<typeof lookUp>>
const lookUp = (id: ClientOrderId) => call('orderDetails', { query: { client_order_id: id }, lane: 'poll' })

export class PastRecords {
  readonly #tries = new Map<string, number>()
  readonly #under = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #ask: (id: ClientOrderId) => Promise<Details>
  #records: ReadonlyMap<string, OrderRecord> = new Map()

  constructor(ask: (id: ClientOrderId) => Promise<Details> = lookUp) {
    this.#ask = ask
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly records = (): ReadonlyMap<string, OrderRecord> => this.#records

  /** Looks up what is not settled, a few at once. */
  want(ended: readonly ClientOrderId[]): void {
    const due = ended.filter(id => !this.#under.has(id) && (this.#tries.get(id) ?? 0) < mostTries)
    for (const id of due.slice(0, Math.max(0, atOnce - this.#under.size))) void this.#lookUp(id)
  }

  async #lookUp(id: ClientOrderId): Promise<void> {
    this.#under.add(id)
    const result = await this.#ask(id)
    this.#under.delete(id)
    // A look-up that failed tells nothing and counts for nothing.
    if (!result.ok) return
    const found = result.answer.query_order_response
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    if (!('client_order_id' in found)) return
    const record = withDistinctExecutions(found as OrderRecord)
    if (isOver(record)) this.#tries.set(id, Number.POSITIVE_INFINITY)
    // Not over by the venue's word, which may lag behind what it told elsewhere.
    else if (tries < mostTries) return
    this.#records = new Map([...this.#records, [id, record]])
    for (const listener of this.#listeners) listener()
  }
}

/** One of a session: an answer that comes after its end is nobody's. */
const recordsOf = remembered((_venueKey: string, _session: number) => new PastRecords())

/** Records of the given ended orders, as far as they are known. What is not settled is looked up again when the list is another one. */
export function usePastRecords(ended: readonly ClientOrderId[]): ReadonlyMap<string, OrderRecord> {
  const session = useSession()
  const past = recordsOf(useVenue().key, session.status === 'signed_in' ? session.serial : 0)
  useEffect(() => past.want(ended), [past, ended])
  return useSyncExternalStore(past.subscribe, past.records)
}
