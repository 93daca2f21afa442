/**
 * Portfolio lines by structure: traded packages, guessed ones, single legs. A position in several structures is split
 * into lines that add up.
 */
import { bookLines } from '../../../../core/account/lines.ts'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { decimalFromNumber, isZero, toNumber } from '../../../../core/domain/decimal.ts'
import type { HeldLeg, PositionsStructure } from '../../../../core/domain/grouping/group-positions.ts'
import { packageOfPositions } from '../../../../core/domain/package/package-of-positions.ts'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { greeksOfSize } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { heldPhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'

export interface StructureLine {
  readonly line: PortfolioLine
  readonly structure: string
}

export function structureName({ origin, name, parts }: PositionsStructure): string | undefined {
  if (parts.length < 2) return undefined
  if (name !== undefined) return name
  const packed = packageOfPositions(parts, 'hold')
  const legs = packed.ok
    ? packed.value.legs
    : parts.map(({ symbol, size }) => ({ symbol, ratio: size.startsWith('-') ? -1 : 1 }))
  return `${heldPhrase(legs).text}${origin === 'guessed' ? ' (guessed)' : ''}`
}

function partOf(row: PositionRow, line: PortfolioLine, size: number): PortfolioLine {
  if (size === line.size) return line
  return { ...line, size, greeks: row.unit === undefined ? undefined : greeksOfSize(row.unit, size) }
}

const legKey = (symbol: string, size: number): string => `${symbol} ${Math.sign(size)}`

export function heldIn(rows: readonly PositionRow[], lines: readonly PortfolioLine[]): HeldLeg[] {
  const sizes = new Map(lines.map(({ symbol, size }) => [legKey(symbol, size), size]))
  return rows.flatMap(({ id, symbol, size }) => {
    const whole = toNumber(size)
    const part = sizes.get(legKey(symbol, whole))
    if (part === undefined) return []
    // The part was scaled as a float.
    const exact = part === whole ? size : decimalFromNumber(Math.round(part * 1e8) / 1e8)
    return exact === undefined || isZero(exact) ? [] : [{ id, symbol, size: exact }]
  })
}

export function arrangeLines(structures: readonly PositionsStructure[], rows: readonly PositionRow[]): StructureLine[] {
  const lines = bookLines(rows)
  const at = new Map(rows.map((row, index) => [row.id, { row, line: lines[index] }]))
  return structures.flatMap(structure => {
    const name = structureName(structure)
    return structure.parts.flatMap((part): StructureLine[] => {
      const held = at.get(part.id)
      if (held?.line === undefined) return []
      return [{ line: partOf(held.row, held.line, toNumber(part.size)), structure: name ?? held.line.name }]
    })
  })
}
