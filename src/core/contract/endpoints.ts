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
import {
  absent,
  notBlank,
  wireClientOrderId,
  wireDeliverableId,
  wireEntityId,
  wireInteger,
  wireOrderId,
  wireText,
} from './wire.ts'

const noQuery = z.looseObject({})
const noBody = z.undefined()
const orderIdentifier = z.looseObject({ client_order_id: absent(wireClientOrderId), order_id: absent(wireOrderId) })

type Schema = z.ZodMiniType
type Availability = 'core' | 'extended' | 'sandbox'

export interface Endpoint<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Since extends Availability = Availability,
> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly auth: boolean
  readonly since: Since
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /**
   * Path of the field that the answer must repeat from its request and does not; undefined if it does. Calls without a
   * subject have none.
   */
  echo?(
    answer: z.output<Answer>,
    asked: { readonly query?: z.output<Query> | undefined; readonly body?: z.output<Body> | undefined },
  ): string | undefined
  /**
   * Timestamps of the answer in µs, by the subject that they apply to; they identify an older answer. Polled endpoints
   * only: the listing is cached, and the time in an order is the order's.
   */
  times?(answer: z.output<Answer>): ReadonlyMap<string, number>
}

const endpoint = <Query extends Schema, Body extends Schema, Answer extends Schema, Since extends Availability>(
  entry: Endpoint<Query, Body, Answer, Since>,
): Endpoint<Query, Body, Answer, Since> => entry

interface OrderIds {
  readonly order_id?: string | undefined
  readonly client_order_id?: string | undefined
}
/** Compares only the identifiers that the request used. */
function otherOrder(answer: OrderIds, asked: OrderIds | undefined): string | undefined {
  return (['client_order_id', 'order_id'] as const).find(
    name => asked?.[name] !== undefined && asked[name] !== answer[name],
  )
}

const oneTime = (at: number): ReadonlyMap<string, number> => new Map([['', at]])

export const endpoints = {
  exchangeInfo: endpoint({
    method: 'GET',
    path: '/v1/api/exchangeInfo',
    auth: false,
    since: 'core',
    query: noQuery,
    body: noBody,
    answer: exchangeInfoAnswer,
  }),
  deliverableInfo: endpoint({
    method: 'GET',
    path: '/v1/api/deliverableInfo',
    auth: false,
    since: 'core',
    query: z.looseObject({ deliverable_id: absent(wireDeliverableId) }),
    body: noBody,
    answer: deliverableInfoAnswer,
    echo: ({ deliverables_response: { deliverables } }, { query }) =>
      query?.deliverable_id !== undefined && deliverables.rows.some(row => row.deliverable_id !== query.deliverable_id)
        ? 'deliverable_id'
        : undefined,
  }),
  placeOrder: endpoint({
    method: 'POST',
    path: '/v1/api/order',
    auth: true,
    since: 'core',
    query: noQuery,
    body: newOrderBody,
    answer: placeOrderAnswer,
    echo: (answer, { body }) =>
      otherOrder('order_accepted' in answer ? answer.order_accepted : answer.order_rejected, {
        client_order_id: body?.new_order.client_order_id,
      }),
  }),
  openOrders: endpoint({
    method: 'GET',
    path: '/v1/api/openOrders',
    auth: true,
    since: 'core',
    query: noQuery,
    body: noBody,
    answer: openOrdersAnswer,
    times: answer => oneTime(answer.query_open_orders_response.utc_timestamp),
  }),
  orderDetails: endpoint({
    method: 'GET',
    path: '/v1/api/order',
    auth: true,
    since: 'core',
    query: orderIdentifier,
    body: noBody,
    answer: orderDetailsAnswer,
    // An answer for an unknown order names no order.
    echo: ({ query_order_response: details }, { query }) =>
      details.kind === 'not_found' ? undefined : otherOrder(details.order, query),
  }),
  balances: endpoint({
    method: 'GET',
    path: '/v1/api/balances',
    auth: true,
    since: 'core',
    query: noQuery,
    body: noBody,
    answer: balancesAnswer,
    times: answer => new Map(answer.balance_response.rows.map(row => [row.symbol, row.timestamp])),
  }),
  positions: endpoint({
    method: 'GET',
    path: '/v1/api/positions',
    auth: true,
    since: 'core',
    query: noQuery,
    body: noBody,
    answer: positionsAnswer,
    times: answer => oneTime(answer.positions_response.server_utc_timestamp),
  }),
  time: endpoint({
    method: 'GET',
    path: '/v1/api/time',
    auth: false,
    since: 'extended',
    query: noQuery,
    body: noBody,
    answer: timeAnswer,
  }),
  orderBook: endpoint({
    method: 'GET',
    path: '/v1/api/orderbook',
    auth: false,
    since: 'extended',
    query: z.looseObject({ symbol: wireText, depth: absent(wireInteger) }),
    body: noBody,
    answer: orderBookAnswer,
    echo: ({ orderbook_response: { symbol } }, { query }) =>
      query === undefined || isSameSymbol(symbol, query.symbol) ? undefined : 'symbol',
    times: answer => oneTime(answer.orderbook_response.server_utc_timestamp),
  }),
  marketSummary: endpoint({
    method: 'GET',
    path: '/v1/market_data/tradeable_entity/all/summary',
    auth: false,
    since: 'extended',
    query: noQuery,
    body: noBody,
    answer: marketSummaryAnswer,
  }),
  cancelOrder: endpoint({
    method: 'DELETE',
    path: '/v1/api/order',
    auth: true,
    since: 'extended',
    query: orderIdentifier,
    body: noBody,
    answer: cancelOrderAnswer,
    echo: ({ cancel_order_response }, { query }) => otherOrder(cancel_order_response, query),
  }),
  cancelAllOrders: endpoint({
    method: 'DELETE',
    path: '/v1/api/allOrders',
    auth: true,
    since: 'extended',
    query: z.looseObject({ symbol: notBlank(wireText), tradeable_entity_id: notBlank(wireEntityId) }),
    body: noBody,
    answer: cancelAllAnswer,
    echo({ cancel_all_orders_response: answer }, { query }) {
      if (query?.symbol !== undefined && !isSameSymbol(answer.symbol ?? '', query.symbol)) return 'symbol'
      const id = query?.tradeable_entity_id
      return id === undefined || id === answer.tradeable_entity_id ? undefined : 'tradeable_entity_id'
    },
  }),
  refreshInterest: endpoint({
    method: 'POST',
    path: '/v1/api/refreshInterest',
    auth: true,
    since: 'extended',
    query: orderIdentifier,
    body: noBody,
    answer: refreshInterestAnswer,
    echo: ({ refresh_response }, { query }) => otherOrder(refresh_response, query),
  }),
  sandboxSession: endpoint({
    method: 'POST',
    path: '/sandbox/session',
    auth: false,
    since: 'sandbox',
    query: noQuery,
    body: sandboxSessionBody,
    answer: sandboxSessionAnswer,
    echo: ({ account }, { body }) => (body?.account === undefined || body.account === account ? undefined : 'account'),
  }),
  endSandboxSession: endpoint({
    method: 'DELETE',
    path: '/sandbox/session',
    auth: true,
    since: 'sandbox',
    query: noQuery,
    body: noBody,
    answer: sandboxSessionEndAnswer,
  }),
} as const satisfies Record<string, Endpoint>

type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type QueryOf<Name extends EndpointName> = z.output<Endpoints[Name]['query']>
type BodyOf<Name extends EndpointName> = z.output<Endpoints[Name]['body']>
export type AnswerOf<Name extends EndpointName> = z.output<Endpoints[Name]['answer']>
export type OptionalEndpoint = {
  [Name in EndpointName]: Endpoints[Name]['since'] extends 'core' ? never : Name
}[EndpointName]

export const endpointNames = Object.keys(endpoints) as readonly EndpointName[]
export const isOptional = (name: EndpointName): name is OptionalEndpoint => endpoints[name].since !== 'core'

export interface EndpointRequest<Name extends EndpointName> {
  readonly query?: QueryOf<Name> | undefined
  readonly body?: BodyOf<Name> | undefined
}

export function differsFromAsked<Name extends EndpointName>(
  name: Name,
  answer: AnswerOf<Name>,
  asked: EndpointRequest<Name>,
): string | undefined {
  const entry: Endpoint = endpoints[name]
  return entry.echo?.(answer, asked)
}

export function timesOf<Name extends EndpointName>(
  name: Name,
  answer: AnswerOf<Name>,
): ReadonlyMap<string, number> | undefined {
  const entry: Endpoint = endpoints[name]
  return entry.times?.(answer)
}
