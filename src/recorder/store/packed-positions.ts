/**
 * Positions of a sample in little room: column by column, without the columns that the first of its hour has alike (which instruments, how many, at what
 * price they were entered), deflated. The first byte says how it is written.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SamplePosition } from '../../domain/sample.ts'

const columns = {
  s: 'symbol',
  p: 'product',
  q: 'quote',
  z: 'size',
  a: 'average_entry_price',
  m: 'mark_price',
  u: 'upnl',
} as const satisfies Record<string, keyof SamplePosition>

type Packed = Partial<Record<keyof typeof columns, readonly (string | null)[]>>

const names = Object.keys(columns) as (keyof typeof columns)[]
const packedMark = 1
/** `[`: a list of positions as JSON, as they lay before they were packed. */
const plainMark = 0x5b

const columnOf = (positions: readonly SamplePosition[], name: keyof typeof columns): readonly (string | null)[] =>
  positions.map(each => each[columns[name]] ?? null)

const isSame = (a: readonly (string | null)[], b: readonly (string | null)[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index])

/** `base`: positions that are there whenever these are read; undefined: these stand by themselves. */
export function packPositions(positions: readonly SamplePosition[], base?: readonly SamplePosition[]): Uint8Array {
  const packed: Packed = {}
  for (const name of names) {
    const column = columnOf(positions, name)
    if (base === undefined || !isSame(column, columnOf(base, name))) packed[name] = column
  }
  return Buffer.concat([Uint8Array.of(packedMark), deflateRawSync(JSON.stringify(packed))])
}

/** Throws for what was not packed here, or for one that needs its base and is given none. */
export function unpackPositions(bytes: Uint8Array, base?: readonly SamplePosition[]): readonly SamplePosition[] {
  if (bytes[0] === plainMark) return JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly SamplePosition[]
  if (bytes[0] !== packedMark) throw new Error('These are no packed positions.')
  const packed = JSON.parse(inflateRawSync(bytes.subarray(1)).toString('utf8')) as Packed
  const given = (name: keyof typeof columns): readonly (string | null)[] => {
    const column = packed[name]
    if (column !== undefined) return column
    if (base === undefined) throw new Error('Packed positions without what they differ from.')
    return columnOf(base, name)
  }
  const [symbols, products, quotes, sizes, entries, marks, upnls] = names.map(given)
  return (symbols ?? []).map((symbol, index) => {
    const position = {
      symbol,
      product: products?.[index] ?? undefined,
      size: sizes?.[index],
      average_entry_price: entries?.[index],
      mark_price: marks?.[index],
      upnl: upnls?.[index],
    } as SamplePosition
    const quote = quotes?.[index] ?? undefined
    return quote === undefined ? position : { ...position, quote }
  })
}
