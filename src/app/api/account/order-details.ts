/**
 * One order by either id. Every answer is published as evidence; simultaneous requests for an order share one answer.
 */
import type { OrderDetails } from '../../../core/domain/order.ts'
import type { OrderKey } from '../../../core/domain/ids.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { desk } from '../order-desk/desk.ts'
import { withSentMarkets } from '../order-desk/sent-market.ts'
import type { Resource } from '../polling/resource.ts'
import { shareValue } from '../polling/share-rows.ts'
import type { CallResult, SendOptions } from '../../../core/client/client-types.ts'
import type { Owner } from '../../../core/domain/owner.ts'
import { call } from '../venue/client.ts'
import { useAccountResource } from './account-resource.ts'

async function ask(
  key: OrderKey | undefined,
  options: SendOptions & { readonly owner: Owner },
): Promise<CallResult<OrderDetails>> {
  const answered = await call('orderDetails', { ...options, query: { ...key } })
  if (!answered.ok) return answered
  const reported = answered.answer.query_order_response
  const asked = key !== undefined && 'client_order_id' in key ? key.client_order_id : undefined
  if (reported.kind === 'not_found') {
    publishEvidence({ kind: 'details', client_order_id: asked, details: reported }, options.owner)
    return { ok: true, answer: reported }
  }
  const [order = reported.order] = withSentMarkets([reported.order], desk.snapshot().intents, options.owner)
  const details: OrderDetails = { ...reported, order }
  publishEvidence({ kind: 'details', client_order_id: order.client_order_id, details }, options.owner)
  return { ok: true, answer: details }
}

const underWay = new Map<string, Promise<CallResult<OrderDetails>>>()

export async function lookUpOrder(
  key: OrderKey,
  owner: Owner,
  lane: 'poll' | 'evidence' = 'poll',
): Promise<OrderDetails | undefined> {
  const name = JSON.stringify([owner.venueKey, owner.account, key])
  const asked = underWay.get(name) ?? ask(key, { owner, lane }).finally(() => underWay.delete(name))
  underWay.set(name, asked)
  const answered = await asked
  return answered.ok ? answered.answer : undefined
}

export const useOrderDetails = (key: OrderKey | undefined): Resource<OrderDetails> =>
  useAccountResource<OrderDetails>({
    endpoint: 'orderDetails',
    isPushed: true,
    query: key ?? {},
    enabled: key !== undefined,
    async load(options) {
      const answered = await ask(key, options)
      return answered.ok ? { ok: true, answer: { data: answered.answer, rejectedRows: [] } } : answered
    },
    share: shareValue,
  })
