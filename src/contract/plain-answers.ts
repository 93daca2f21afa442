/**
 * Answers read without their codecs, for a page whose program is not there yet: as the codecs read them, or not at all. One row in doubt and
 * nothing of the answer is read, since only the program says what was set aside.
 */
import type { Position } from '../domain/account.ts'
import {
  doubt,
  isPlainObject,
  jsonOf,
  type Plainly,
  type PlainField,
  readAbsent,
  readDecimal,
  readId,
  readName,
  readPlainRow,
  readTime,
  readWord,
} from './plain-scalars.ts'

const fieldsOf = (reads: Readonly<Record<string, Plainly>>): readonly PlainField[] =>
  Object.entries(reads).map(([name, read]) => ({ name, read }))

const positionFields = fieldsOf({
  symbol: readName,
  deliverable_id: readId,
  product_type: readWord,
  timestamp: readTime,
  side: readWord,
  size: readDecimal,
  average_entry_price: readDecimal,
  mark_price: readDecimal,
  upnl: readDecimal,
  margin_value: readAbsent(readDecimal),
} satisfies Record<keyof Position, Plainly>)

/** Every row of a list; undefined where one of them is in doubt. */
function allRows(fields: readonly PlainField[], list: unknown): readonly Record<string, unknown>[] | undefined {
  if (!Array.isArray(list)) return undefined
  const rows: Record<string, unknown>[] = []
  for (const each of list) {
    const row = readPlainRow(fields, each)
    if (row === undefined) return undefined
    rows.push(row)
  }
  return rows
}

/** Positions of an answer's text, with the venue's time in µs. */
export function readPlainPositions(text: string): { readonly atMicros: number; readonly positions: readonly Position[] } | undefined {
  const answer = jsonOf(text)
  const inner = isPlainObject(answer) ? answer['positions_response'] : undefined
  if (!isPlainObject(inner)) return undefined
  const at = readTime(inner['server_utc_timestamp'])
  const positions = allRows(positionFields, inner['positions'])
  return at === doubt || positions === undefined
    ? undefined
    : { atMicros: at as number, positions: positions as unknown as readonly Position[] }
}
