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

interface Call<Answer extends Schema, Since extends Availability> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly auth: boolean
  readonly since: Since
  readonly answer: Answer
  /**
   * What the answer is about, under the request's names. Each field must equal the request's, if the request has it.
   * Calls without a subject have none.
   */
  echo?(answer: z.output<Answer>): readonly Subject[]
  /** When the venue made the answer, µs. Only of answers that are made for each request. */
  time?(answer: z.output<Answer>): number
  /** Timestamps of the answer in µs by the subject that they apply to, if there are several. */
  times?(answer: z.output<Answer>): ReadonlyMap<string, number>
  /** Statuses other than a success under which the body is still the answer. */
  readonly statuses?: 'any' | readonly number[]
  /** The request names one symbol or order, so that a 404 may be about it and not about the endpoint. */
  readonly names?: 'symbol' | 'order'
}

/** Fields of a request or an answer by their name on the wire. */
type Subject = Readonly<Record<string, unknown>>

export interface Endpoint<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Since extends Availability = Availability,
> extends Call<Answer, Since> {
  readonly query: Query
  readonly body: Body
}

function endpoint<
  Answer extends Schema,
  Since extends Availability,
  Query extends Schema = typeof noQuery,
  Body extends Schema = typeof noBody,
>(entry: Call<Answer, Since> & { readonly query?: Query; readonly body?: Body }) {
  return { query: noQuery, body: noBody, ...entry } as unknown as Endpoint<Query, Body, Answer, Since>
}

interface OrderIds {
  readonly order_id?: string | undefined
  readonly client_order_id?: string | undefined
}
const orderIds = ({ client_order_id, order_id }: OrderIds): readonly Subject[] => [{ client_order_id, order_id }]

export const endpoints = {
  exchangeInfo: endpoint({
    method: 'GET',
    path: '/v1/api/exchangeInfo',
    auth: false,
    since: 'core',
    answer: exchangeInfoAnswer,
  }),
  deliverableInfo: endpoint({
    method: 'GET',
    path: '/v1/api/deliverableInfo',
    auth: false,
    since: 'core',
    query: z.looseObject({ deliverable_id: absent(wireDeliverableId) }),
    answer: deliverableInfoAnswer,
    echo: answer => answer.deliverables_response.deliverables.rows.map(({ deliverable_id }) => ({ deliverable_id })),
  }),
  placeOrder: endpoint({
    method: 'POST',
    path: '/v1/api/order',
    auth: true,
    since: 'core',
    body: newOrderBody,
    answer: placeOrderAnswer,
    echo(answer) {
      const { client_order_id } = 'order_accepted' in answer ? answer.order_accepted : answer.order_rejected
      return [{ client_order_id }]
    },
    // The venue documents no statuses, so other answers are read under any; an order's outcome under a 5xx is not.
    statuses: [400, 409, 422],
  }),
  openOrders: endpoint({
    method: 'GET',
    path: '/v1/api/openOrders',
    auth: true,
    since: 'core',
    answer: openOrdersAnswer,
    time: answer => answer.query_open_orders_response.utc_timestamp,
  }),
  orderDetails: endpoint({
    method: 'GET',
    path: '/v1/api/order',
    auth: true,
    since: 'core',
    query: orderIdentifier,
    answer: orderDetailsAnswer,
    // An answer for an unknown order names no order.
    echo: ({ query_order_response: details }) => (details.kind === 'not_found' ? [] : orderIds(details.order)),
    statuses: 'any',
  }),
  balances: endpoint({
    method: 'GET',
    path: '/v1/api/balances',
    auth: true,
    since: 'core',
    answer: balancesAnswer,
    times: answer => new Map(answer.balance_response.rows.map(row => [row.symbol, row.timestamp])),
  }),
  positions: endpoint({
    method: 'GET',
    path: '/v1/api/positions',
    auth: true,
    since: 'core',
    answer: positionsAnswer,
    time: answer => answer.positions_response.server_utc_timestamp,
  }),
  time: endpoint({
    method: 'GET',
    path: '/v1/api/time',
    auth: false,
    since: 'extended',
    answer: timeAnswer,
    time: answer => answer.server_utc_timestamp,
  }),
  orderBook: endpoint({
    method: 'GET',
    path: '/v1/api/orderbook',
    auth: false,
    since: 'extended',
    query: z.looseObject({ symbol: wireText, depth: absent(wireInteger) }),
    answer: orderBookAnswer,
    echo: ({ orderbook_response: { symbol } }) => [{ symbol }],
    time: answer => answer.orderbook_response.server_utc_timestamp,
    names: 'symbol',
  }),
  marketSummary: endpoint({
    method: 'GET',
    path: '/v1/market_data/tradeable_entity/all/summary',
    auth: false,
    since: 'extended',
    answer: marketSummaryAnswer,
  }),
  cancelOrder: endpoint({
    method: 'DELETE',
    path: '/v1/api/order',
    auth: true,
    since: 'extended',
    query: orderIdentifier,
    answer: cancelOrderAnswer,
    echo: answer => orderIds(answer.cancel_order_response),
    statuses: 'any',
    names: 'order',
  }),
  cancelAllOrders: endpoint({
    method: 'DELETE',
    path: '/v1/api/allOrders',
    auth: true,
    since: 'extended',
    query: z.looseObject({ symbol: notBlank(wireText), tradeable_entity_id: notBlank(wireEntityId) }),
    answer: cancelAllAnswer,
    echo: ({ cancel_all_orders_response: { symbol, tradeable_entity_id } }) => [{ symbol, tradeable_entity_id }],
    statuses: 'any',
  }),
  refreshInterest: endpoint({
    method: 'POST',
    path: '/v1/api/refreshInterest',
    auth: true,
    since: 'extended',
    query: orderIdentifier,
    answer: refreshInterestAnswer,
    echo: answer => orderIds(answer.refresh_response),
    statuses: 'any',
    names: 'order',
  }),
  sandboxSession: endpoint({
    method: 'POST',
    path: '/sandbox/session',
    auth: false,
    since: 'sandbox',
    body: sandboxSessionBody,
    answer: sandboxSessionAnswer,
    echo: ({ account }) => [{ account }],
  }),
  endSandboxSession: endpoint({
    method: 'DELETE',
    path: '/sandbox/session',
    auth: true,
    since: 'sandbox',
    answer: sandboxSessionEndAnswer,
  }),
} as const

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

/** The field in which the answer is not about what was requested; undefined if it is. */
export function differsFromAsked<Name extends EndpointName>(
  name: Name,
  answer: AnswerOf<Name>,
  { query, body }: EndpointRequest<Name>,
): string | undefined {
  const entry: Endpoint = endpoints[name]
  const { new_order, ...rest }: Subject = { ...query, ...body }
  const asked: Subject = { ...rest, ...(new_order as Subject | undefined) }
  for (const subject of entry.echo?.(answer) ?? [])
    for (const [field, value] of Object.entries(subject)) if (isOther(field, asked[field], value)) return field
  return undefined
}

function isOther(field: string, asked: unknown, value: unknown): boolean {
  if (asked === undefined) return false
  const areSymbols = field === 'symbol' && typeof value === 'string' && typeof asked === 'string'
  return areSymbols ? !isSameSymbol(value, asked) : asked !== value
}

/** When the venue made the answer, ms; undefined if it does not say, or caches the answer. */
export function timeMsOf<Name extends EndpointName>(name: Name, answer: AnswerOf<Name>): number | undefined {
  const entry: Endpoint = endpoints[name]
  const at = entry.time?.(answer)
  return at === undefined ? undefined : at / 1_000
}

/** Timestamps that identify an older answer. The time itself has none: the venue's clock may be set back. */
export function timesOf<Name extends EndpointName>(
  name: Name,
  answer: AnswerOf<Name>,
): ReadonlyMap<string, number> | undefined {
  const entry: Endpoint = endpoints[name]
  const at = name === 'time' ? undefined : entry.time?.(answer)
  return at === undefined ? entry.times?.(answer) : new Map([['', at]])
}
