/** Polled resources of the account, slower while the socket reports their changes. */
import { feedIsLive, useFeedIsLive } from '../feed/feed-state.ts'
import { type EndpointSpec, resourceSpecOf, useEndpoint } from '../polling/endpoint-resource.ts'
import type { Resource, ResourceSpec } from '../polling/resource.ts'

/** Used while the socket is healthy. Marks are not pushed, so positions keep their interval. */
const pushedIntervalMs = 6_000

export interface AccountSpec<Data> extends EndpointSpec<Data> {
  readonly isPushed?: boolean
}

const paced = <Data>(spec: AccountSpec<Data>, isLive: boolean): EndpointSpec<Data> =>
  spec.isPushed === true && isLive ? { ...spec, intervalMs: pushedIntervalMs } : spec

export const useAccountResource = <Data>(spec: AccountSpec<Data>): Resource<Data> =>
  useEndpoint(paced(spec, useFeedIsLive()))

export const accountSpecOf = <Data>(spec: AccountSpec<Data>): ResourceSpec<Data> =>
  resourceSpecOf(paced(spec, feedIsLive()))
