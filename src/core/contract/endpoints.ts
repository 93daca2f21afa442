/**
 * Every endpoint, once: the client sends by this table and the exchange answers by it. `since` separates the contract's
 * own endpoints (`core`) from the optional extensions (`extended`) and the sandbox's sign-in.
 */
import { isSameSymbol } from '../domain/order.ts'
import { z } from '../domain/zod.ts'
import {
  balancesAnswer,
  cancelAllAnswer,
  cancelOrderAnswer,
  deliverableInfoAnswer,
  exchangeInfoAnswer,
  marketSummaryAnswer,
  newOrderBody,
  openOrdersAnswer,
  orderBookAnswer,
  orderDetailsAnswer,
  placeOrderAnswer,
  positionsAnswer,
  refreshInterestAnswer,
  sandboxSessionAnswer,
  sandboxSessionBody,
  sandboxSessionEndAnswer,
  timeAnswer,
} from './answers.ts'
import { absent, notBlank, wireClientOrderId, wireDeliverableId, wireEntityId, wireInteger, wireOrderId, wireText } from './wire.ts'

const noQuery = z.looseObject({})
const noBody = z.undefined()
const orderIdentifier = z.looseObject({ client_order_id: absent(wireClientOrderId), order_id: absent(wireOrderId) })

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly auth: boolean
  readonly since: 'core' | 'extended' | 'sandbox'
  readonly query: z.ZodMiniType
  readonly body: z.ZodMiniType
  readonly answer: z.ZodMiniType
}

export const endpoints = {
  exchangeInfo: get('/v1/api/exchangeInfo', false, 'core', noQuery, exchangeInfoAnswer),
  deliverableInfo: get(
    '/v1/api/deliverableInfo',
    false,
    'core',
    z.looseObject({ deliverable_id: absent(wireDeliverableId) }),
    deliverableInfoAnswer,
  ),
  placeOrder: {
    method: 'POST',
    path: '/v1/api/order',
    auth: true,
    since: 'core',
    query: noQuery,
    body: newOrderBody,
    answer: placeOrderAnswer,
  },
  openOrders: get('/v1/api/openOrders', true, 'core', noQuery, openOrdersAnswer),
  orderDetails: get('/v1/api/order', true, 'core', orderIdentifier, orderDetailsAnswer),
  balances: get('/v1/api/balances', true, 'core', noQuery, balancesAnswer),
  positions: get('/v1/api/positions', true, 'core', noQuery, positionsAnswer),
  time: get('/v1/api/time', false, 'extended', noQuery, timeAnswer),
  orderBook: get('/v1/api/orderbook', false, 'extended', z.looseObject({ symbol: wireText, depth: absent(wireInteger) }), orderBookAnswer),
  marketSummary: get('/v1/market_data/tradeable_entity/all/summary', false, 'extended', noQuery, marketSummaryAnswer),
  cancelOrder: {
    method: 'DELETE',
    path: '/v1/api/order',
    auth: true,
    since: 'extended',
    query: orderIdentifier,
    body: noBody,
    answer: cancelOrderAnswer,
  },
  cancelAllOrders: {
    method: 'DELETE',
    path: '/v1/api/allOrders',
    auth: true,
    since: 'extended',
    query: z.looseObject({ symbol: notBlank(wireText), tradeable_entity_id: notBlank(wireEntityId) }),
    body: noBody,
    answer: cancelAllAnswer,
  },
  refreshInterest: {
    method: 'POST',
    path: '/v1/api/refreshInterest',
    auth: true,
    since: 'extended',
    query: orderIdentifier,
    body: noBody,
    answer: refreshInterestAnswer,
  },
  sandboxSession: {
    method: 'POST',
    path: '/sandbox/session',
    auth: false,
    since: 'sandbox',
    query: noQuery,
    body: sandboxSessionBody,
    answer: sandboxSessionAnswer,
  },
  endSandboxSession: {
    method: 'DELETE',
    path: '/sandbox/session',
    auth: true,
    since: 'sandbox',
    query: noQuery,
    body: noBody,
    answer: sandboxSessionEndAnswer,
  },
} as const satisfies Record<string, Endpoint>

type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type QueryOf<Name extends EndpointName> = z.output<Endpoints[Name]['query']>
type BodyOf<Name extends EndpointName> = z.output<Endpoints[Name]['body']>
export type AnswerOf<Name extends EndpointName> = z.output<Endpoints[Name]['answer']>

function get<Query extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  path: string,
  auth: boolean,
  since: 'core' | 'extended',
  query: Query,
  answer: Answer,
) {
  return { method: 'GET', path, auth, since, query, body: noBody, answer } as const
}

/**
 * The fields that each answer must repeat from its request. Each rule returns the path of the field that differs, or
 * undefined. Calls without a subject have nothing to repeat.
 */
export interface EndpointRequest<Name extends EndpointName> {
  readonly query?: QueryOf<Name> | undefined
  readonly body?: BodyOf<Name> | undefined
}
type Echo<Name extends EndpointName> = (answer: AnswerOf<Name>, asked: EndpointRequest<Name>) => string | undefined

const nothing = (): undefined => undefined

interface Identified {
  readonly order_id?: string | undefined
  readonly client_order_id?: string | undefined
}
/** Compares only the identifiers that the request used. */
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
    // An answer for an unknown order names no order.
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
  endSandboxSession: nothing,
  sandboxSession: ({ account }, { body }) => (body?.account === undefined || body.account === account ? undefined : 'account'),
}

/** Path of the field that shows the answer is about another subject than the request; undefined if it matches. */
export const differsFromAsked = <Name extends EndpointName>(
  name: Name,
  answer: AnswerOf<Name>,
  asked: EndpointRequest<Name>,
): string | undefined => echoes[name](answer, asked)
