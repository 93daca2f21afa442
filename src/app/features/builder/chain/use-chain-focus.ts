/** Focus within the chain: one Tab stop, arrows move, `b` buys, `s` sells, `v` edits the volatility. */
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { isKey } from '../../../ui/commands/key-table.ts'
import type { AddLeg } from './price-cell.tsx'

export interface CellIndex {
  readonly row: number
  readonly column: number
}

const lastColumn = 3

const moves: Readonly<Record<string, (at: CellIndex, last: number) => CellIndex>> = {
  ArrowUp: at => ({ ...at, row: at.row - 1 }),
  ArrowDown: at => ({ ...at, row: at.row + 1 }),
  ArrowLeft: at => ({ ...at, column: at.column - 1 }),
  ArrowRight: at => ({ ...at, column: at.column + 1 }),
  PageUp: at => ({ ...at, row: at.row - 10 }),
  PageDown: at => ({ ...at, row: at.row + 10 }),
  Home: at => ({ ...at, row: 0 }),
  End: (at, last) => ({ ...at, row: last }),
}

const clamp = (value: number, top: number): number => Math.max(0, Math.min(top, value))

export function movedIndex(key: string, at: CellIndex, lastRow: number): CellIndex | undefined {
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined
  if (move === undefined) return undefined
  const next = move(at, lastRow)
  return { row: clamp(next.row, lastRow), column: clamp(next.column, lastColumn) }
}

interface ChainFocusInputs {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowCount: number
  readonly rowHeightPx: number
  readonly entryRow: number
  readonly add: AddLeg
  readonly edit: (symbol: string) => void
}

export interface ChainFocus {
  readonly stop: CellIndex
  readonly forget: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

/** Height of the two rows of the chain's head. */
export const headPx = 48

export function useChainFocus({ scroller, rowCount, rowHeightPx, entryRow, add, edit }: ChainFocusInputs): ChainFocus {
  const [index, setIndex] = useState<CellIndex>()
  const focusOn = (next: CellIndex) => {
    const element = scroller.current
    if (element === null) return
    const top = next.row * rowHeightPx
    const bottom = top + headPx + rowHeightPx
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTo({ top: bottom - element.clientHeight })
    setIndex(next)
    requestAnimationFrame(() =>
      element.querySelector<HTMLElement>(`[data-at="${next.row}:${next.column}"]`)?.focus({ preventScroll: true }),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { at = '', symbol } = event.currentTarget.dataset
    const [row = 0, column = 0] = at.split(':').map(Number)
    const next = movedIndex(event.key, { row, column }, rowCount - 1)
    if (next !== undefined) focusOn(next)
    else if (symbol !== undefined && (isKey('buy', event.key) || isKey('sell', event.key)))
      add(symbol, isKey('buy', event.key) ? 1 : -1)
    else if (symbol !== undefined && isKey('typeVolatility', event.key)) edit(symbol)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    stop: index ?? { row: clamp(entryRow, rowCount - 1), column: 1 },
    forget: () => setIndex(undefined),
    onKeyDown,
  }
}
