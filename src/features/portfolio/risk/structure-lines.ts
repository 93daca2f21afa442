/**
 * The lines of the book by the structure that each is part of: own packages as they were traded, guessed ones, single legs. A position that
 * stands in several is as many lines, which add up to it.
 */
import { toNumber } from '../../../domain/decimal.ts'
import { type BookStructure, groupBook } from '../../../domain/grouping/group-book.ts'
import type { PackageTrade } from '../../../domain/grouping/open-packages.ts'
import type { BookLine } from '../../../pricing/portfolio/book-line.ts'
import { greeksOfSize } from '../../../pricing/portfolio/unit-greeks.ts'
import { structureLabel } from '../../../ui/order/structure-label.ts'
import { packageOfPositions } from '../../../domain/package/package-of-positions.ts'
import type { PositionRow } from '../../../model/account/position-rows.ts'
import { bookLines } from '../../../model/account/lines.ts'

export interface StructureLine {
  readonly line: BookLine
  /** Name of the structure; of a single leg its own. */
  readonly structure: string
}

/** "Iron condor BTC 25DEC26", marked where it is a guess; undefined for a leg by itself. */
function nameOf({ origin, parts }: BookStructure): string | undefined {
  if (parts.length < 2) return undefined
  const packed = packageOfPositions(parts, 'hold')
  const legs = packed.ok ? packed.value.legs : parts.map(({ symbol, size }) => ({ symbol, ratio: size.startsWith('-') ? -1 : 1 }))
  return `${structureLabel(legs).title}${origin === 'guessed' ? ' (guessed)' : ''}`
}

function partOf(row: PositionRow, line: BookLine, size: number): BookLine {
  if (size === line.size) return line
  return { ...line, size, greeks: row.unit === undefined ? undefined : greeksOfSize(row.unit, size) }
}

/** Structures depend on sizes and trades alone: see `arrangeLines` for the figures of a poll. */
export const structuresOf = (rows: readonly PositionRow[], trades: readonly PackageTrade[]): BookStructure[] =>
  groupBook(
    rows.map(({ id, symbol, size }) => ({ id, symbol, size })),
    trades,
  )

export function arrangeLines(structures: readonly BookStructure[], rows: readonly PositionRow[]): StructureLine[] {
  const lines = bookLines(rows)
  const at = new Map(rows.map((row, index) => [row.id, { row, line: lines[index] }]))
  return structures.flatMap(structure => {
    const name = nameOf(structure)
    return structure.parts.flatMap((part): StructureLine[] => {
      const held = at.get(part.id)
      if (held?.line === undefined) return []
      return [{ line: partOf(held.row, held.line, toNumber(part.size)), structure: name ?? held.line.name }]
    })
  })
}
