/** The account's position beside the strike, and its resting orders beside the delta; parts of packages are dashed. */
import { abs, canonical, formatDecimal, sign } from '../../../../core/domain/decimal.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { AmountView } from '../../../ui/format/figures.tsx'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import type { ChainCell } from './chain-rows.ts'
import styles from './chain.module.css'
import { type RestingOrder, restingTotals } from './resting-orders.ts'

interface OwnProps {
  readonly cell: ChainCell | undefined
  readonly isHidden: boolean
}

export function OwnPosition({
  cell,
  right,
  strike,
  isHidden,
}: OwnProps & { readonly right: 'call' | 'put'; readonly strike: string }) {
  if (cell?.position === undefined) return null
  const isShort = sign(cell.position) < 0
  const size = canonical(abs(cell.position))
  return (
    <span
      className={styles.position}
      data-side={isShort ? 'sell' : 'buy'}
      data-right={right}
      data-long={isHidden || size.length > 1}
      data-longer={!isHidden && size.length > 4}
      title={`Position in ${cell.symbol}`}
    >
      <span className="visually-hidden">{isShort ? ' short ' : ' long '}</span>
      <AmountView isHidden={isHidden} value={size} />
      <span className="visually-hidden">{`, ${strike} ${right} `}</span>
    </span>
  )
}

export function Own({ cell, isHidden }: OwnProps) {
  const totals = cell === undefined ? [] : restingTotals(cell.resting)
  if (cell === undefined || totals.length === 0) return null
  return (
    <span className={styles.own}>
      <span title={isHidden ? undefined : restingTitle(cell.resting)}>
        {totals.map(({ side, quantity, inPackages }) => (
          <span key={`${side} ${inPackages}`} className={styles.resting} data-side={side} data-part={inPackages}>
            {side === 'buy' ? 'B' : 'S'}
            {formatSize(quantity)}
          </span>
        ))}
      </span>
    </span>
  )
}

function restingTitle(resting: readonly RestingOrder[]): string {
  const lines = resting.map(({ side, quantity, price, partOf }) => {
    const verb = side === 'buy' ? 'buys' : 'sells'
    const at = price === undefined ? '' : ` at ${formatDecimal(price)}${partOf === undefined ? '' : ' net'}`
    return `${verb} ${formatQuantity(quantity)}${partOf === undefined ? at : ` as part of ${partOf}${at}`}`
  })
  return `Own resting orders: ${lines.join('; ')}`
}
