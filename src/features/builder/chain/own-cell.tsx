/** What is one's own in an instrument: the position above, resting orders below, parts of packages dashed. */
import { canonical, formatDecimal } from '../../../domain/decimal.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { AmountView } from '../../../ui/format/figures.tsx'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import type { ChainCell } from './chain-rows.ts'
import styles from './chain.module.css'
import { type Resting, restingTotals } from './resting-orders.ts'

interface OwnCellProps {
  readonly cell: ChainCell | undefined
  readonly inMoney?: boolean
  /** Are amounts out of sight? */
  readonly isHidden: boolean
}

export function OwnCell({ cell, inMoney = false, isHidden }: OwnCellProps) {
  const totals = cell === undefined ? [] : restingTotals(cell.resting)
  return (
    <td className={styles.own} data-money={inMoney}>
      {cell?.position === undefined ? null : (
        <span className={styles.ownLine}>
          <AmountView isHidden={isHidden} value={canonical(cell.position)} title={`Position in ${cell.symbol}`} />
        </span>
      )}
      {totals.length === 0 || cell === undefined ? null : (
        <span className={styles.ownLine} title={isHidden ? undefined : restingTitle(cell.resting)}>
          {totals.map(({ side, quantity, inPackages }) => (
            <span key={`${side} ${inPackages}`} className={styles.resting} data-side={side} data-part={inPackages}>
              {side === 'buy' ? 'B' : 'S'}
              {formatSize(quantity)}
            </span>
          ))}
        </span>
      )}
    </td>
  )
}

function restingTitle(resting: readonly Resting[]): string {
  const lines = resting.map(({ side, quantity, price, partOf }) => {
    const verb = side === 'buy' ? 'buys' : 'sells'
    const at = price === undefined ? '' : ` at ${formatDecimal(price)}${partOf === undefined ? '' : ' net'}`
    return `${verb} ${formatQuantity(quantity)}${partOf === undefined ? at : ` as part of ${partOf}${at}`}`
  })
  return `Own orders at rest: ${lines.join('; ')}`
}
