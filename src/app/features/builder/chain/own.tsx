/** The account's position and resting orders of an instrument in its cell; parts of packages are dashed. */
import { canonical, formatDecimal, sign } from '../../../../core/domain/decimal.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { AmountView } from '../../../ui/format/figures.tsx'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import type { ChainCell } from './chain-rows.ts'
import styles from './chain.module.css'
import { type Resting, restingTotals } from './resting-orders.ts'

interface OwnProps {
  readonly cell: ChainCell | undefined
  readonly isHidden: boolean
}

export function Own({ cell, isHidden }: OwnProps) {
  const totals = cell === undefined ? [] : restingTotals(cell.resting)
  if (cell === undefined || (cell.position === undefined && totals.length === 0)) return null
  return (
    <span className={styles.own}>
      {cell.position === undefined ? null : (
        <span className={styles.position} data-side={sign(cell.position) < 0 ? 'sell' : 'buy'}>
          <AmountView isHidden={isHidden} value={canonical(cell.position)} sign="always" title={`Position in ${cell.symbol}`} />
        </span>
      )}
      {totals.length === 0 ? null : (
        <span title={isHidden ? undefined : restingTitle(cell.resting)}>
          {totals.map(({ side, quantity, inPackages }) => (
            <span key={`${side} ${inPackages}`} className={styles.resting} data-side={side} data-part={inPackages}>
              {side === 'buy' ? 'B' : 'S'}
              {formatSize(quantity)}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

function restingTitle(resting: readonly Resting[]): string {
  const lines = resting.map(({ side, quantity, price, partOf }) => {
    const verb = side === 'buy' ? 'buys' : 'sells'
    const at = price === undefined ? '' : ` at ${formatDecimal(price)}${partOf === undefined ? '' : ' net'}`
    return `${verb} ${formatQuantity(quantity)}${partOf === undefined ? at : ` as part of ${partOf}${at}`}`
  })
  return `Own resting orders: ${lines.join('; ')}`
}
