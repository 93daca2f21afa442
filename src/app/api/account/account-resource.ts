/**
 * Poll interval and key of the account's resources: keyed by the session's serial number, slower while the socket
 * reports changes.
 */
import type { CallResult } from '../../../core/client/client-types.ts'
import { serverTimeMs } from '../../../core/client/create-client.ts'
import { rawRowOf, type Rows } from '../../../core/contract/rows.ts'
import type { Owner } from '../../../core/domain/owner.ts'
import type { Loaded } from '../../../core/domain/unread-row.ts'
import { feedIsLive, useFeedIsLive } from '../feed/feed-state.ts'
import { accountKey } from '../polling/query-client.ts'
import { type Resource, type ResourceSpec, useResource } from '../polling/resource.ts'
import { readSession, type Session, useSession } from '../venue/session.ts'
import { readVenue, useVenue } from '../venue/venue.ts'

const intervalMs = 2_000
/** Used while the socket is healthy. Marks are not pushed, so positions keep their interval. */
const pushedIntervalMs = 6_000

export interface AccountSpec<Data> {
  readonly name: string
  readonly key: readonly unknown[]
  readonly enabled?: boolean
  readonly isPushed?: boolean
  load(options: { readonly signal: AbortSignal; readonly owner: Owner }): Promise<CallResult<Loaded<Data>>>
  share: ResourceSpec<Data>['share']
}

export const accountQueryKey = (venueKey: string, serial: number, name: readonly unknown[]): readonly unknown[] => [
  accountKey,
  venueKey,
  serial,
  ...name,
]

function specFor<Data>(
  spec: AccountSpec<Data>,
  session: Session,
  venueKey: string,
  isLive: boolean,
): ResourceSpec<Data> {
  const isIn = session.status === 'signed_in'
  return {
    name: spec.name,
    key: accountQueryKey(venueKey, isIn ? session.serial : 0, spec.key),
    intervalMs: spec.isPushed === true && isLive ? pushedIntervalMs : intervalMs,
    enabled: isIn && !session.isLapsed && spec.enabled !== false,
    mustBeWhole: true,
    load: signal => spec.load({ signal, owner: { venueKey, account: isIn ? session.account : '' } }),
    share: spec.share,
  }
}

export function useAccountResource<Data>(spec: AccountSpec<Data>): Resource<Data> {
  const session = useSession()
  const venueKey = useVenue().key
  const isLive = useFeedIsLive()
  return useResource(specFor(spec, session, venueKey, isLive))
}

export const resourceSpecOf = <Data>(spec: AccountSpec<Data>): ResourceSpec<Data> =>
  specFor(spec, readSession(), readVenue().key, feedIsLive())

export function loadedRows<Answer, Row>(
  answered: CallResult<Answer>,
  rowsIn: (answer: Answer) => Rows<Row>,
): CallResult<Loaded<readonly Row[]>> {
  if (!answered.ok) return answered
  const { rows, rejected } = rowsIn(answered.answer)
  const rejectedRows = rejected.map(row => ({ ...row, raw: rawRowOf(row) }))
  return { ok: true, answer: { data: rows, rejectedRows, madeMs: serverTimeMs(answered.answer) } }
}
