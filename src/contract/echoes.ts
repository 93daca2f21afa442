/**
 * What each answer must repeat of its request. Each rule answers the path of the field that differs, or undefined where the answer is about
 * what was asked. Calls that ask for everything have nothing to repeat: their envelope alone says what they are.
 */
import { isSameSymbol } from '../domain/order.ts'
import type { AnswerOf, BodyOf, EndpointName, QueryOf } from './endpoints.ts'

export interface Asked<Name extends EndpointName> {
  readonly query?: QueryOf<Name> | undefined
  readonly body?: BodyOf<Name> | undefined
}
type Echo<Name extends EndpointName> = (answer: AnswerOf<Name>, asked: Asked<Name>) => string | undefined

const nothing = (): undefined => undefined

interface Identified {
  readonly order_id?: string | undefined
  readonly client_order_id?: string | undefined
}
/** The identifiers that were asked with; another one is not compared. */
function sameOrder(answer: Identified, asked: Identified | undefined): string | undefined {
  return (['client_order_id', 'order_id'] as const).find(name => asked?.[name] !== undefined && asked[name] !== answer[name])
}

const echoes: { readonly [Name in EndpointName]: Echo<Name> } = {
  exchangeInfo: nothing,
  deliverableInfo: ({ deliverables_response: { deliverables } }, { query }) =>
    query?.deliverable_id !== undefined && deliverables.rows.some(row => row.deliverable_id !== query.deliverable_id)
      ? 'deliverable_id'
      : undefined,
  placeOrder: (answer, { body }) =>
    sameOrder('order_accepted' in answer ? answer.order_accepted : answer.order_rejected, {
      client_order_id: body?.new_order.client_order_id,
    }),
  openOrders: nothing,
  orderDetails: ({ query_order_response: details }, { query }) =>
    // A venue that does not know the order names none.
    details.kind === 'not_found' ? undefined : sameOrder(details.order, query),
  balances: nothing,
  positions: nothing,
  time: nothing,
  orderBook: ({ orderbook_response: { symbol } }, { query }) =>
    query === undefined || isSameSymbol(symbol, query.symbol) ? undefined : 'symbol',
  marketSummary: nothing,
  cancelOrder: ({ cancel_order_response }, { query }) => sameOrder(cancel_order_response, query),
  cancelAllOrders({ cancel_all_orders_response: answer }, { query }) {
    if (query?.symbol !== undefined && !isSameSymbol(answer.symbol ?? '', query.symbol)) return 'symbol'
    const id = query?.tradeable_entity_id
    return id === undefined || id === answer.tradeable_entity_id ? undefined : 'tradeable_entity_id'
  },
  refreshInterest: ({ refresh_response }, { query }) => sameOrder(refresh_response, query),
  sandboxSession: ({ account }, { body }) => (body?.account === undefined || body.account === account ? undefined : 'account'),
}

/** Path of the field by which an answer is about something else than was asked. */
export const differsFromAsked = <Name extends EndpointName>(name: Name, answer: AnswerOf<Name>, asked: Asked<Name>): string | undefined =>
  echoes[name](answer, asked)
