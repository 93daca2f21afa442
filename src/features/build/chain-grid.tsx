/**
 * The option chain of one expiry: calls, strike, puts. A press on an ask adds a bought leg, on a bid a sold one; arrows move the focus,
 * `b` buys and `s` sells what is focused. One stop for the Tab key.
 */
import type { ReferencePrice } from '../../pricing/market/reference-price.ts'
import { type KeyboardEvent, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { ChainRow } from './chain-row.tsx'
import type { ChainRow as Row } from './chain-rows.ts'
import { atTheMoney } from './chain-rows.ts'
import styles from './chain.module.css'
import type { AddLeg } from './price-cell.tsx'
import { useChainFocus } from './use-chain-focus.ts'
import { useRowWindow } from './use-row-window.ts'

const rowHeightPx = 24

interface ChainGridProps {
  readonly label: string
  /** Changes with the chain shown: the view then goes to the money. */
  readonly chainKey: string
  readonly rows: readonly Row[]
  readonly reference: ReferencePrice | undefined
  /** Grows each time the view is asked to go to the money. */
  readonly jumps: number
  readonly add: AddLeg
}

export function ChainGrid({ label, chainKey, rows, reference, jumps, add }: ChainGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const money = reference === undefined ? undefined : atTheMoney(rows, reference.price)
  const { from, to } = useRowWindow(scroller, rows.length, rowHeightPx)
  const { stop, forget, onKeyDown } = useChainFocus({ scroller, rowCount: rows.length, rowHeightPx, entryRow: money ?? 0, add })

  const goToMoney = useEffectEvent(() => {
    const element = scroller.current
    if (element === null || money === undefined) return
    forget()
    element.scrollTop = (money + 2) * rowHeightPx - element.clientHeight / 2
  })
  const known = money !== undefined
  useLayoutEffect(() => {
    if (chainKey !== '' && jumps >= 0 && known) goToMoney()
  }, [chainKey, jumps, known])

  const press = useStable(onKeyDown)
  return (
    <div ref={scroller} className={styles.scroller} data-testid="chain-grid">
      {/* Arrow keys move between its cells, which is what a grid promises and a table does not. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={label} aria-rowcount={rows.length + 2} className={styles.chain}>
        <colgroup>
          <col className={styles.position} />
          <col className={styles.markColumn} />
          <col className={cx(styles.markColumn, styles.delta)} />
          <col span={2} />
          <col className={styles.strikeHead} />
          <col span={2} />
          <col className={cx(styles.markColumn, styles.delta)} />
          <col className={styles.markColumn} />
          <col className={styles.position} />
        </colgroup>
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
                callInMoney={money !== undefined && index < money}
                add={add}
                onKeyDown={press}
              />
            )
          })}
          <Spacer rows={rows.length - to} />
        </tbody>
      </table>
    </div>
  )
}

type Press = (event: KeyboardEvent<HTMLButtonElement>) => void

/** One function for all drawings, so that rows are not drawn again for it. */
function useStable(press: Press): Press {
  const latest = useRef(press)
  useLayoutEffect(() => {
    latest.current = press
  })
  return useCallback(event => latest.current(event), [])
}

function ChainHead() {
  const column = (title: string, name: string, width?: string) => (
    <th scope="col" className={width}>
      <span aria-hidden>{title}</span>
      <span className="visually-hidden">{name}</span>
    </th>
  )
  return (
    <thead>
      <tr className={styles.sides}>
        <th colSpan={5} scope="colgroup">
          Calls
        </th>
        <th scope="colgroup">
          <span className="visually-hidden">Strikes</span>
        </th>
        <th colSpan={5} scope="colgroup">
          Puts
        </th>
      </tr>
      <tr>
        {column('Pos', 'Position in the call', styles.position)}
        {column('IV', 'Implied volatility of the call, %', styles.mark)}
        {column('Δ', 'Delta of the call', cx(styles.mark, styles.delta))}
        {column('Bid', 'Bid of the call')}
        {column('Ask', 'Ask of the call')}
        {column('Strike', 'Strike', styles.strikeHead)}
        {column('Bid', 'Bid of the put')}
        {column('Ask', 'Ask of the put')}
        {column('Δ', 'Delta of the put', cx(styles.mark, styles.delta))}
        {column('IV', 'Implied volatility of the put, %', styles.mark)}
        {column('Pos', 'Position in the put', styles.position)}
      </tr>
    </thead>
  )
}

/** Room of rows that are not drawn. */
const Spacer = ({ rows }: { readonly rows: number }) => (rows <= 0 ? null : <tr aria-hidden style={{ height: rows * rowHeightPx }} />)
