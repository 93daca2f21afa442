/**
 * Compact positions of a sample: stored by column, without the columns that equal those of the hour's first sample
 * (instruments, sizes, entry prices), deflated. The first byte identifies the format.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SamplePosition } from '../../core/domain/sample.ts'

const columns = {
  s: position => position.symbol,
  p: position => position.product,
  q: position => position.quote,
  z: position => position.size,
  a: position => position.average_entry_price,
  m: position => position.mark_price,
  u: position => position.upnl,
  g: position => position.margin_value,
  f: position => position.priced?.forward,
  v: position => position.priced?.volatility,
  o: position => position.priced?.source,
} as const satisfies Record<string, (position: SamplePosition) => Cell | undefined>

type Cell = string | number | null
type Column = readonly Cell[]
type PackedColumns = Partial<Record<keyof typeof columns, Column>>

const names = Object.keys(columns) as (keyof typeof columns)[]
const laterColumns: ReadonlySet<keyof typeof columns> = new Set(['g', 'f', 'v', 'o'])
const packedMark = 1
/** `[`: positions as a JSON list, the format before packing. */
const plainMark = 0x5b

const columnOf = (positions: readonly SamplePosition[], name: keyof typeof columns): Column =>
  positions.map(each => columns[name](each) ?? null)

const isSame = (a: Column, b: Column): boolean => a.length === b.length && a.every((value, index) => value === b[index])

/** `base` are positions that exist whenever these are read. Undefined: these are stored in full. */
export function packPositions(positions: readonly SamplePosition[], base?: readonly SamplePosition[]): Uint8Array {
  const packed: PackedColumns = {}
  for (const name of names) {
    const column = columnOf(positions, name)
    if (base === undefined || !isSame(column, columnOf(base, name))) packed[name] = column
  }
  return Buffer.concat([Uint8Array.of(packedMark), deflateRawSync(JSON.stringify(packed))])
}

export function unpackPositions(bytes: Uint8Array, base?: readonly SamplePosition[]): readonly SamplePosition[] {
  if (bytes[0] === plainMark) return JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly SamplePosition[]
  if (bytes[0] !== packedMark) throw new Error('These are no packed positions.')
  const packed = JSON.parse(inflateRawSync(bytes.subarray(1)).toString('utf8')) as PackedColumns
  const given = (name: keyof typeof columns): Column => {
    const column = packed[name]
    if (column !== undefined) return column
    // Written before the column existed.
    if (base === undefined && laterColumns.has(name)) return []
    if (base === undefined) throw new Error('Packed positions without what they differ from.')
    return columnOf(base, name)
  }
  const [symbols = [], products, quotes, sizes, entries, marks, upnls, margins, forwards, volatilities, sources] =
    names.map(given)
  return symbols.map((symbol, index) => {
    const [quote, margin_value, forward, volatility] = [quotes, margins, forwards, volatilities].map(
      column => column?.[index] ?? undefined,
    )
    return {
      symbol,
      product: products?.[index] ?? undefined,
      size: sizes?.[index],
      average_entry_price: entries?.[index],
      mark_price: marks?.[index],
      upnl: upnls?.[index],
      ...(quote === undefined ? {} : { quote }),
      ...(margin_value === undefined ? {} : { margin_value }),
      ...(forward === undefined ? {} : { priced: { forward, volatility, source: sources?.[index] } }),
    } as SamplePosition
  })
}
