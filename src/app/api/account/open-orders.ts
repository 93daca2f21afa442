/**
 * Polls open orders while signed in, on every screen, since each list is evidence. Screens share the answers. A hidden
 * page polls rarely.
 */
import type { CallResult, SendOptions } from '../../../core/client/client-types.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import type { Owner } from '../../../core/domain/owner.ts'
import type { LoadedRows } from '../../../core/domain/unread-row.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { feedState } from '../feed/feed-state.ts'
import { desk } from '../order-desk/desk.ts'
import { withSentMarkets } from '../order-desk/sent-market.ts'
import { pollRowsOf } from '../polling/endpoint-resource.ts'
import { queryOptionsOf, type Resource, type ResourceSpec } from '../polling/resource.ts'
import { serverNowMs } from '../venue/clock.ts'
import { eachSession } from '../venue/owner.ts'
import { type AccountSpec, accountSpecOf, useAccountResource } from './account-resource.ts'
import { hashKey, QueryObserver } from '@tanstack/react-query'
import { watchArrival } from '../polling/arrivals.ts'
import { paceFactor, readPollPace, subscribePollPace } from '../polling/poll-pace.ts'
import { queryClient } from '../polling/query-client.ts'

/** A resource that is polled without a component. It shares responses and timing with `useResource`. */
interface PollHandle {
  changed(): void
  stop(): void
}

function pollResource<Data>(specNow: () => ResourceSpec<Data>): PollHandle {
  let spec = specNow()
  const factor = (): number => paceFactor[readPollPace()]
  const watch = (): (() => void) =>
    watchArrival(hashKey(spec.key), spec.name, factor() * spec.intervalMs, spec.mustBeWhole)
  const observer = new QueryObserver(queryClient, queryOptionsOf(spec, factor()))
  const endPolls = observer.subscribe(() => undefined)
  let endWatch = watch()
  const changed = (): void => {
    spec = specNow()
    observer.setOptions(queryOptionsOf(spec, factor()))
    endWatch()
    endWatch = watch()
  }
  const endPace = subscribePollPace(changed)
  return {
    changed,
    stop() {
      endPace()
      endPolls()
      endWatch()
    },
  }
}

const listed = pollRowsOf('openOrders', answer => answer.query_open_orders_response.open_orders, ['client_order_id'])

async function loadOpenOrders(
  options: SendOptions & { readonly owner: Owner },
): Promise<CallResult<LoadedRows<readonly OrderRecord[]>>> {
  const askedAtMs = serverNowMs()
  const askedMs = systemTimers.monotonicMs()
  const loaded = await listed.load(options)
  if (!loaded.ok) return loaded
  const records = withSentMarkets(loaded.answer.data, desk.snapshot().intents, options.owner)
  publishEvidence(
    { kind: 'listed', records, isWhole: loaded.answer.rejectedRows.length === 0, askedMs, askedAtMs },
    options.owner,
  )
  return { ok: true, answer: { ...loaded.answer, data: records } }
}

const spec: AccountSpec<readonly OrderRecord[]> = { ...listed, isPushed: true, load: loadOpenOrders }

export const useListedOrders = (): Resource<readonly OrderRecord[]> => useAccountResource(spec)

export const startOpenOrders = (): (() => void) =>
  eachSession(() => {
    const polled = pollResource(() => accountSpecOf(spec))
    const end = feedState.subscribe(polled.changed)
    return () => {
      end()
      polled.stop()
    }
  })

/** Loads once. A hidden page does not poll, but its fills still matter. */
export const askOpenOrders = async (owner: Owner): Promise<void> => void (await loadOpenOrders({ owner }))
