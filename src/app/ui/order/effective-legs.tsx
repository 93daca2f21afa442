/** The legs as the chosen side executes them: selling a package sells its listed legs and buys its short ones. */
import { abs, dec, type Decimal, mul } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { type Side, sideSign } from '../../../core/domain/order.ts'
import { compareForReading } from '../../../core/domain/package/package-leg.ts'
import { Side as SideLabel } from '../format/figures.tsx'
import { mask, useAmountsHidden } from '../format/privacy.ts'
import styles from './order.module.css'

interface EffectiveLegsProps {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  /** Packages; a leg's size is |ratio| times it. Without it ratios are shown. */
  readonly quantity?: Decimal | undefined
  readonly underReview?: boolean
}

export function EffectiveLegs({ legs, side, quantity, underReview = false }: EffectiveLegsProps) {
  const isHidden = useAmountsHidden() && !underReview && quantity !== undefined
  // Same order on every screen; the wire has its own.
  const inOrder = legs.toSorted((a, b) => compareForReading(a.symbol, b.symbol))
  return (
    <ul className={styles.legs}>
      {inOrder.map(leg => (
        <li key={leg.symbol} title={leg.symbol}>
          <SideLabel side={leg.ratio * sideSign(side) > 0 ? 'buy' : 'sell'} />
          <strong>{isHidden ? mask : exactText(abs(mul(quantity ?? dec(1), dec(leg.ratio))))}</strong>
          <strong>{shortName(leg.symbol)}</strong>
        </li>
      ))}
    </ul>
  )
}
