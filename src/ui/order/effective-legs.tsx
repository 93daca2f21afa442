/** The legs as the chosen side executes them, in bold: a sold package sells what it lists and buys what it lists short. */
import type { Decimal } from '../../domain/decimal.ts'
import { abs, dec, mul } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import { type Side, sideSign } from '../../domain/order.ts'
import { Side as SideWord } from '../format/figures.tsx'
import { exactText } from './effect-words.ts'
import styles from './order.module.css'

interface EffectiveLegsProps {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  /** Packages; the size of each leg is |ratio| times it. Ratios are shown without it. */
  readonly quantity?: Decimal | undefined
  /** Show the wire name instead of the short one. */
  readonly wireNames?: boolean
}

export function EffectiveLegs({ legs, side, quantity, wireNames = false }: EffectiveLegsProps) {
  return (
    <ul className={styles.legs}>
      {legs.map(leg => (
        <li key={leg.symbol} title={leg.symbol}>
          <SideWord side={leg.ratio * sideSign(side) > 0 ? 'buy' : 'sell'} />
          <strong className="tabular">{exactText(abs(mul(quantity ?? dec(1), dec(leg.ratio))))}</strong>
          <strong>{wireNames ? leg.symbol : shortName(leg.symbol)}</strong>
        </li>
      ))}
    </ul>
  )
}
