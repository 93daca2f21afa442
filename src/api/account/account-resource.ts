/** How often and for whom the account's resources are asked: keyed by the session's serial number, more rarely while the socket tells of changes at once. */
import type { Answered } from '../../client/client-types.ts'
import { serverTimeMs } from '../../client/create-client.ts'
import { rawRowOf, type Rows } from '../../contract/rows.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Loaded } from '../../domain/unread-row.ts'
import { feedIsLive, useFeedIsLive } from '../feed/feed-state.ts'
import { accountKey } from '../polling/query-client.ts'
import { type Resource, type ResourceSpec, useResource } from '../polling/resource.ts'
import { readSession, type Session, useSession } from '../venue/session.ts'
import { readVenue, useVenue } from '../venue/venue.ts'

const intervalMs = 2_000
/** While a healthy socket tells at once of what changes; marks it does not tell, so positions are asked as ever. */
const pushedIntervalMs = 6_000

export interface AccountSpec<Data> {
  readonly name: string
  readonly key: readonly unknown[]
  readonly enabled?: boolean
  /** Changes of it are pushed where there is a socket. */
  readonly isPushed?: boolean
  load(options: { readonly signal: AbortSignal; readonly owner: Owner }): Promise<Answered<Loaded<Data>>>
  share: ResourceSpec<Data>['share']
}

/** Under which the answers of one session's resource are held; `name` is the resource's own part. */
export const accountQueryKey = (venueKey: string, serial: number, name: readonly unknown[]): readonly unknown[] => [
  accountKey,
  venueKey,
  serial,
  ...name,
]

function specFor<Data>(spec: AccountSpec<Data>, session: Session, venueKey: string, isLive: boolean): ResourceSpec<Data> {
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

/** The same of the present moment, outside any component. */
export const resourceSpecOf = <Data>(spec: AccountSpec<Data>): ResourceSpec<Data> =>
  specFor(spec, readSession(), readVenue().key, feedIsLive())

/** Rows of an answer, and those that could not be read. */
export function loadedRows<Answer, Row>(
  answered: Answered<Answer>,
  rowsIn: (answer: Answer) => Rows<Row>,
): Answered<Loaded<readonly Row[]>> {
  if (!answered.ok) return answered
  const { rows, rejected } = rowsIn(answered.answer)
  const setAside = rejected.map(row => ({ ...row, raw: rawRowOf(row) }))
  return { ok: true, answer: { data: rows, setAside, madeMs: serverTimeMs(answered.answer) } }
}
