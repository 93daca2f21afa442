/** The listing as a message of the socket: long, the same for everybody, so its rows are written once a version of the listing. */
import { symbolRecord } from '../../contract/records.ts'
import { eachRow, validRows, rowWriter } from '../../contract/rows.ts'
import { type EpochMicros, msFromMicros } from '../../domain/time.ts'
import type { LeftOut } from '../left-out.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import { write } from './messages.ts'

export type ListingMessage = (now: EpochMicros, user_tag: string | undefined) => string

export function createListingMessage(market: SandboxMarket, leftOut: LeftOut): ListingMessage {
  const writeRow = rowWriter(symbolRecord)
  let cached: { readonly version: string; readonly rows: string } | undefined
  const rowsAt = (now: EpochMicros): string => {
    const { version, all } = market.listing(msFromMicros(now))
    if (cached?.version !== version) {
      const rows = eachRow(all, leftOut.of('listing'), listed => JSON.stringify(writeRow(listed.instrument as never)))
      cached = { version, rows: rows.join(',') }
    }
    return cached.rows
  }
  // The envelope is the codec's, without rows; they go where its empty list stands, which is the last.
  return (now, user_tag) => {
    const envelope = write('entities_and_rules_response', { server_utc_timestamp: now, user_tag, symbols: validRows([]) })
    const at = envelope.lastIndexOf('[]')
    return `${envelope.slice(0, at)}[${rowsAt(now)}]${envelope.slice(at + 2)}`
  }
}
