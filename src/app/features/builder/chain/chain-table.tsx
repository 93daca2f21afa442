/**
 * Table of the option chain: headers and visible rows, with spacers for the others. Also rendered before the program
 * has loaded.
 */
import type { ReactNode, Ref } from 'react'
import type { ChainColumn } from './chain-columns.ts'
import { ChainHead } from './chain-head.tsx'
import type { ChainRow as Row } from './chain-rows.ts'
import styles from './chain.module.css'
import { headPx } from './use-chain-focus.ts'

export const rowHeightPx = matchMedia('(pointer: coarse)').matches ? 44 : 24

/** Scroll position that centres the money; `money` is the index of the row below it. */
export const moneyScrollTop = (money: number, heightPx: number): number => money * rowHeightPx + headPx - heightPx / 2

export interface MoreStrikes {
  readonly below: number
  readonly above: number
  readonly show: () => void
}

/** One for the strike; bid, ask and delta for call and put. */
const fixedColumns = 7

interface ChainTableProps {
  readonly label: string
  readonly columns: ReadonlySet<ChainColumn>
  readonly rows: readonly Row[]
  readonly from: number
  readonly to: number
  readonly scroller?: Ref<HTMLDivElement>
  readonly more: MoreStrikes
  readonly children: (row: Row, index: number) => ReactNode
}

export function ChainTable({ label, columns, rows, from, to, scroller, more, children }: ChainTableProps) {
  const span = fixedColumns + (columns.has('iv') ? 1 : 0) + (columns.has('size') ? 4 : 0)
  return (
    <div ref={scroller} className={styles.scroller} data-testid="chain-grid">
      {/* Arrow keys move between cells, which the grid role implies and a table does not. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={label} aria-rowcount={rows.length + 2} className={styles.chain}>
        <ChainHead columns={columns} />
        <tbody>
          <More count={more.below} where="below" show={more.show} span={span} />
          <Spacer rows={from} />
          {rows.slice(from, to).map((row, offset) => children(row, from + offset))}
          <Spacer rows={rows.length - to} />
          <More count={more.above} where="above" show={more.show} span={span} />
        </tbody>
      </table>
    </div>
  )
}

const Spacer = ({ rows }: { readonly rows: number }) =>
  rows <= 0 ? null : <tr aria-hidden style={{ height: rows * rowHeightPx }} />

interface MoreProps {
  readonly count: number
  readonly where: 'below' | 'above'
  readonly show: () => void
  readonly span: number
}

function More({ count, where, show, span }: MoreProps) {
  if (count === 0) return null
  return (
    <tr>
      <td colSpan={span}>
        <button type="button" className={styles.more} onClick={show}>
          {count} {where === 'below' ? 'lower' : 'higher'} {count === 1 ? 'strike' : 'strikes'}
        </button>
      </td>
    </tr>
  )
}
