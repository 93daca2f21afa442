/**
 * What the venue last said of the account, from an earlier look at it: kept in the browser's database while a tab stays signed in, and given to
 * screens at the next start of such a tab, until the venue answers. It is never data of a resource: nothing that decides, counts, warns or
 * sends reads it, and whoever shows it shows its age. One account's on one venue is never another's, and it goes with the session that ends
 * under the trader's eyes. A database that fails or hangs holds nothing up, and what does not read as it should is as good as none.
 */
import { hashKey } from '@tanstack/react-query'
import { balanceRecord, orderRecord, positionRecord } from '../../contract/records.ts'
import type { Balance, Position } from '../../domain/account.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { z } from '../../domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { database, timely } from '../browser/db.ts'
import { isVisible, subscribeBeat } from '../browser/heartbeat.ts'
import { browserTimers } from '../browser/timers.ts'
import { arrivalOf } from '../polling/arrivals.ts'
import { queryClient } from '../polling/query-client.ts'
import type { Loaded } from '../polling/resource.ts'
import { serverNowMs } from '../venue/clock.ts'
import { type OwnerKey, ownerKey } from '../../domain/owner.ts'
import { eachSession } from '../venue/owner.ts'
import { credentials, isSavedForTab } from '../venue/session.ts'
import { accountQueryKey } from './account-resource.ts'

export interface LastRows<Row> {
  /** Every row of one answer. */
  readonly rows: readonly Row[]
  /** Server time at which it came, ms. */
  readonly atMs: number
}

export interface LastKnownAccount {
  readonly positions?: LastRows<Position> | undefined
  readonly balances?: LastRows<Balance> | undefined
  readonly openOrders?: LastRows<OrderRecord> | undefined
}

const nothing: LastKnownAccount = {}
const shown = createStore<LastKnownAccount>(nothing)

let reading: Promise<void> = Promise.resolve()

/** Ends once what was kept has been read, or is not to be had; true where there is something. */
export async function lastKnownRead(): Promise<boolean> {
  await reading
  return shown.get() !== nothing
}

export const useLastKnownAccount = (): LastKnownAccount => useStore(shown)
/** @internal For tests. */
export const readLastKnownAccount = (): LastKnownAccount => shown.get()

const format = 1
/** Older than this it says more of the past than of the account. */
const mostAgeMs = 24 * 3_600_000
/** A book too large to be written in passing is not kept: part of it would be a lie. */
const mostRows = 5_000
const everyMs = 15_000
const readWithinMs = 2_000

const decimalRows = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    atMs: z.number(),
    rows: z.array(z.custom<z.output<Row>>(value => z.safeEncode(row, value).success)).check(z.maxLength(mostRows)),
  })

const record = z.object({
  format: z.literal(format),
  owner: z.string(),
  positions: z.optional(decimalRows(positionRecord)),
  balances: z.optional(decimalRows(balanceRecord)),
  openOrders: z.optional(decimalRows(orderRecord)),
})

const textKey = (owner: OwnerKey): string => `${owner} last known`

/** As written, read back; undefined for what is another's, of another format, spoilt or too old. */
export function parseLastKnown(text: string, owner: OwnerKey, nowMs: number): LastKnownAccount | undefined {
  const read = record.safeParse(parseJson(text))
  if (!read.success || read.data.owner !== owner) return undefined
  const { positions, balances, openOrders } = read.data
  const young = <Rows extends { readonly atMs: number }>(rows: Rows | undefined): Rows | undefined =>
    rows !== undefined && nowMs - rows.atMs <= mostAgeMs ? rows : undefined
  return { positions: young(positions), balances: young(balances), openOrders: young(openOrders) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const printLastKnown = (owner: OwnerKey, known: LastKnownAccount): string => JSON.stringify({ format, owner, ...known })

/** Of the session's resources that were read in full: what they hold, and when it came. */
function presentRows<Row>(venueKey: string, serial: number, name: string): LastRows<Row> | undefined {
  const key = accountQueryKey(venueKey, serial, [name])
  const loaded = queryClient.getQueryData<Loaded<readonly Row[]>>(key)
  const receivedMs = arrivalOf(hashKey(key))?.receivedMs
  if (loaded === undefined || receivedMs === undefined || loaded.setAside.length > 0 || loaded.data.length > mostRows) return undefined
  return { rows: loaded.data, atMs: serverNowMs() - (browserTimers.monotonicMs() - receivedMs) }
}

/** Begins to read and to keep, session by session; the answer stops it. */
export const startLastKnown = (): (() => void) =>
  eachSession(({ venueKey, account }, serial) => {
    const owner = ownerKey({ venueKey, account })
    let isOver = false
    /** Undefined until what was kept has been read: nothing is written over it before. */
    let known: LastKnownAccount | undefined
    let dueMs = 0
    let isReading = false
    const read = async (): Promise<void> => {
      isReading = true
      try {
        const text = await readText(owner)
        if (isOver) return
        const last = text === undefined ? undefined : parseLastKnown(text, owner, serverNowMs())
        known = last ?? nothing
        if (last !== undefined) shown.set(last)
      } catch {
        // Read again before anything is kept.
      } finally {
        isReading = false
      }
    }
    const save = (): void => {
      const nowMs = browserTimers.monotonicMs()
      if (nowMs < dueMs || !isVisible() || !isSavedForTab()) return
      if (known === undefined) {
        if (!isReading) void read()
        return
      }
      const positions = presentRows<Position>(venueKey, serial, 'positions')
      const balances = presentRows<Balance>(venueKey, serial, 'balances')
      const openOrders = presentRows<OrderRecord>(venueKey, serial, 'open_orders')
      if (positions === undefined && balances === undefined && openOrders === undefined) return
      dueMs = nowMs + everyMs
      // A list that this screen does not ask for stays as it was last read, with its age.
      known = { positions: positions ?? known.positions, balances: balances ?? known.balances, openOrders: openOrders ?? known.openOrders }
      void writeText(owner, printLastKnown(owner, known), () => !isOver)
    }
    reading = read()
    const end = subscribeBeat(save)
    return () => {
      isOver = true
      end()
      shown.set(nothing)
      // A page that only stops leaves it for the tab's next start.
      if (credentials()?.serial !== serial) void removeText(owner)
    }
  })

/** Undefined where nothing was kept; a rejection where that is not to be known. */
async function readText(owner: OwnerKey): Promise<string | undefined> {
  const record = await timely(
    database().then(db => db.get('texts', textKey(owner))),
    readWithinMs,
  )
  return record?.text
}

async function writeText(owner: OwnerKey, text: string, isWanted: () => boolean): Promise<void> {
  try {
    const db = await database()
    if (isWanted()) await timely(db.put('texts', { text, etag: undefined, savedAtMs: serverNowMs() }, textKey(owner)))
  } catch {
    // It is only kept to have something to show at the next start.
  }
}

/** Also tried anew by the next start of a session that finds it: it is shown to its own account alone. */
async function removeText(owner: OwnerKey): Promise<void> {
  try {
    await timely((await database()).delete('texts', textKey(owner)))
  } catch {
    // A database that takes nothing gives nothing either.
  }
}
