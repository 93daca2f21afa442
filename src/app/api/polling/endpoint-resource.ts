/**
 * Polled resources of the endpoint table. The entry decides the name, the key, whether a session is needed, and that an
 * optional endpoint is not requested while the venue lacks it.
 */
import type { CallResult, SendOptions } from '../../../core/client/client-types.ts'
import {
  type AnswerOf,
  type EndpointName,
  endpoints,
  isOptional,
  type QueryOf,
  timeMsOf,
} from '../../../core/contract/endpoints.ts'
import { rawRowOf, type Rows } from '../../../core/contract/rows.ts'
import type { Owner } from '../../../core/domain/owner.ts'
import type { LoadedRows } from '../../../core/domain/unread-row.ts'
import { type Capabilities, readCapabilities, useCapabilities } from '../venue/capabilities.ts'
import { call } from '../venue/client.ts'
import { readSession, type Session, useSession } from '../venue/session.ts'
import { readVenue, useVenue } from '../venue/venue.ts'
import { accountKey } from './query-client.ts'
import { type Resource, type ResourceSpec, useResource } from './resource.ts'
import { shareRows, shareValue } from './share-rows.ts'

export interface EndpointSpec<Data> {
  readonly endpoint: EndpointName
  readonly query?: object
  readonly intervalMs?: number
  readonly enabled?: boolean
  load(options: SendOptions & { readonly owner: Owner }): Promise<CallResult<LoadedRows<Data>>>
  readonly share: ResourceSpec<Data>['share']
}

const defaultMs = 2_000

interface PollOptions<Name extends EndpointName> extends Pick<EndpointSpec<unknown>, 'intervalMs' | 'enabled'> {
  readonly query?: QueryOf<Name>
}

function poll<Name extends EndpointName, Data>(
  endpoint: Name,
  readData: (answer: AnswerOf<Name>) => LoadedRows<Data>,
  share: ResourceSpec<Data>['share'],
  options: PollOptions<Name>,
) {
  const read = (answer: AnswerOf<Name>): LoadedRows<Data> => ({
    ...readData(answer),
    madeMs: timeMsOf(endpoint, answer),
  })
  return {
    ...options,
    endpoint,
    read,
    async load(sending: SendOptions): Promise<CallResult<LoadedRows<Data>>> {
      const answered = await call(endpoint, { ...sending, query: options.query })
      return answered.ok ? { ok: true, answer: read(answered.answer) } : answered
    },
    share,
  }
}

/**
 * Polls an endpoint for the part of its answer that `dataOf` takes.
 * @example useEndpoint(pollOf('orderBook', answer => answer.orderbook_response, options))
 */
export const pollOf = <Name extends EndpointName, Data>(
  endpoint: Name,
  dataOf: (answer: AnswerOf<Name>) => Data,
  options: PollOptions<Name>,
) => poll<Name, Data>(endpoint, answer => ({ data: dataOf(answer), rejectedRows: [] }), shareValue, options)

/** The same for rows. `keys` identify a row; rejected rows are listed. */
export const pollRowsOf = <Name extends EndpointName, Row extends object>(
  endpoint: Name,
  rowsIn: (answer: AnswerOf<Name>) => Rows<Row>,
  keys: readonly (keyof Row)[],
) =>
  poll<Name, readonly Row[]>(
    endpoint,
    answer => {
      const { rows, rejected } = rowsIn(answer)
      return { data: rows, rejectedRows: rejected.map(row => ({ ...row, raw: rawRowOf(row) })) }
    },
    (old, fresh) => shareRows(old, fresh, keys),
    {},
  )

/** "openOrders" as "open orders". */
const inWords = (name: EndpointName): string => name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

function specFor<Data>(
  { endpoint, query = {}, intervalMs = defaultMs, enabled = true, load, share }: EndpointSpec<Data>,
  session: Session,
  venueKey: string,
  known: Capabilities,
): ResourceSpec<Data> {
  const { auth } = endpoints[endpoint]
  const isIn = session.status === 'signed_in'
  const isLacking = isOptional(endpoint) && known[endpoint] === 'absent'
  return {
    name: inWords(endpoint),
    key: auth ? [accountKey, venueKey, isIn ? session.serial : 0, endpoint, query] : [endpoint, venueKey, query],
    intervalMs,
    enabled: enabled && !isLacking && (!auth || (isIn && !session.isLapsed)),
    mustBeWhole: auth,
    load: signal => load({ signal, owner: { venueKey, account: isIn ? session.account : '' } }),
    share,
  }
}

export const resourceSpecOf = <Data>(spec: EndpointSpec<Data>): ResourceSpec<Data> =>
  specFor(spec, readSession(), readVenue().key, readCapabilities())

export const useEndpoint = <Data>(spec: EndpointSpec<Data>): Resource<Data> =>
  useResource(specFor(spec, useSession(), useVenue().key, useCapabilities()))
