/**
 * The option chain of one expiry: calls, strike, puts. A press on an ask adds a bought leg, on a bid a sold one; arrows move the focus,
 * `b` buys and `s` sells what is focused. One stop for the Tab key.
 */
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { formatDecimal } from '../../ui/format/format-decimal.ts'
import { ChainRow } from './chain-row.tsx'
import type { ChainRow as Row, ReferencePrice } from './chain-rows.ts'
import { atTheMoney } from './chain-rows.ts'
import styles from './chain.module.css'
import type { AddLeg } from './price-cell.tsx'
import { useRowWindow } from './use-row-window.ts'

const rowHeightPx = 24
const columns = 4

interface ChainGridProps {
  readonly label: string
  /** Changes with the chain shown: the view then goes to the money. */
  readonly chainKey: string
  readonly rows: readonly Row[]
  readonly reference: ReferencePrice | undefined
  readonly add: AddLeg
}

interface Place {
  readonly row: number
  readonly column: number
}

const moves: Readonly<Record<string, (at: Place, last: number) => Place>> = {
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

export function ChainGrid({ label, chainKey, rows, reference, add }: ChainGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const money = reference === undefined ? undefined : atTheMoney(rows, reference.price)
  const [place, setPlace] = useState<Place>()
  const stop = place ?? { row: clamp(money ?? 0, rows.length - 1), column: 1 }
  const { from, to } = useRowWindow(scroller, rows.length, rowHeightPx)

  const moneyRef = useRef(money)
  const known = money !== undefined
  useLayoutEffect(() => {
    moneyRef.current = money
  })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || moneyRef.current === undefined || chainKey === '') return
    setPlace(undefined)
    element.scrollTop = (moneyRef.current + 1) * rowHeightPx - element.clientHeight / 2 + rowHeightPx
  }, [chainKey, known])

  const focusOn = useCallback((next: Place) => {
    const element = scroller.current
    if (element === null) return
    const top = next.row * rowHeightPx
    const headPx = 2 * rowHeightPx
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + headPx + rowHeightPx > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + headPx + rowHeightPx - element.clientHeight
    }
    setPlace(next)
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-at="${next.row}:${next.column}"]`)?.focus({ preventScroll: true }))
  }, [])

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-at]') : null
    if (target === null || event.ctrlKey || event.metaKey || event.altKey) return
    const [row = 0, column = 0] = (target.dataset['at'] ?? '').split(':').map(Number)
    const move = moves[event.key]
    const symbol = target.dataset['symbol']
    if (move !== undefined) {
      const next = move({ row, column }, rows.length - 1)
      focusOn({ row: clamp(next.row, rows.length - 1), column: clamp(next.column, columns - 1) })
    } else if (symbol !== undefined && (event.key === 'b' || event.key === 's') && !target.hasAttribute('disabled')) {
      add(symbol, event.key === 'b' ? 1 : -1)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const moneyLabel = reference === undefined ? undefined : `${formatDecimal(reference.price, { places: 2 })} ${reference.source}`
  return (
    <div ref={scroller} className={styles.scroller} data-testid="chain-grid">
      <table role="grid" aria-label={label} aria-rowcount={rows.length + 2} className={styles.chain} onKeyDown={press}>
        <ChainHead />
        <tbody>
          <Spacer rows={from} />
          {rows.slice(from, to).map((row, offset) => {
            const index = from + offset
            return (
              <ChainRow
                key={row.strike}
                row={row}
                index={index}
                stopColumn={stop.row === index ? stop.column : undefined}
                moneyAbove={money === index}
                moneyLabel={money === index ? moneyLabel : undefined}
                callInMoney={money !== undefined && index < money}
                add={add}
              />
            )
          })}
          <Spacer rows={rows.length - to} />
        </tbody>
      </table>
    </div>
  )
}

function ChainHead() {
  const column = (title: string, name: string) => (
    <th scope="col" role="columnheader">
      <span aria-hidden>{title}</span>
      <span className="visually-hidden">{name}</span>
    </th>
  )
  return (
    <thead>
      <tr className={styles.sides}>
        <th colSpan={3} scope="colgroup" role="columnheader">
          Calls
        </th>
        <td role="gridcell" />
        <th colSpan={3} scope="colgroup" role="columnheader">
          Puts
        </th>
      </tr>
      <tr>
        {column('Pos', 'Position in the call')}
        {column('Bid', 'Bid of the call')}
        {column('Ask', 'Ask of the call')}
        {column('Strike', 'Strike')}
        {column('Bid', 'Bid of the put')}
        {column('Ask', 'Ask of the put')}
        {column('Pos', 'Position in the put')}
      </tr>
    </thead>
  )
}

/** Room of rows that are not drawn. */
function Spacer({ rows }: { readonly rows: number }) {
  return rows <= 0 ? null : (
    <tr aria-hidden style={{ height: rows * rowHeightPx }}>
      <td colSpan={7} />
    </tr>
  )
}
