/** What the trader pays or receives per package and in total. For a perpetual or future: its price and notional. */
import { abs, type Decimal, eq, mul, one, sign } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText, payVerb } from '../../../core/domain/effect-label.ts'
import { parseInstrumentName, valuedProduct } from '../../../core/domain/instrument.ts'
import type { Side } from '../../../core/domain/order.ts'
import { priceIn } from '../../../core/domain/price-units.ts'
import { mask } from '../format/privacy.ts'
import { usePreferences } from '../theme/preferences.ts'
import styles from './order.module.css'
import { unitLabels } from './package-price.tsx'

interface TradedLeg {
  readonly symbol?: string | undefined
  readonly ratio: number
}

function linearLeg([only, ...more]: readonly TradedLeg[]): string | undefined {
  const product = only?.symbol === undefined || more.length > 0 ? undefined : parseInstrumentName(only.symbol)?.product
  return product === 'perpetual' || product === 'future' ? only?.symbol : undefined
}

interface EffectTextProps {
  readonly side: Side
  readonly price: Decimal
  readonly quantity?: Decimal | undefined
  readonly source?: string | undefined
  readonly legs?: readonly TradedLeg[] | undefined
  /** A mid is not tradeable: it is labelled, without a verb. */
  readonly isMid?: boolean | undefined
}

export function EffectText({ side, price, quantity, source, legs = [], isMid = false }: EffectTextProps) {
  const { units, amounts } = usePreferences()
  const linear = linearLeg(legs)
  const { effect } = effectLabel(side, price)
  const isHidden = amounts === 'hidden'
  const priced = legs.length > 1 ? priceIn(units, price, { legs, quantity }) : undefined
  const unit = priced === undefined ? 'package' : units
  const verb = payVerb(effect)
  const amount = `${isHidden && unit === 'total' ? mask : exactText(abs(priced ?? price))}${unit === 'package' ? '' : ` ${unitLabels[unit]}`}`
  const text = verb === undefined ? 'Even' : isMid ? `${amount} ${effect}` : `You ${verb} ${amount}`
  const hasTotal = quantity !== undefined && sign(quantity) > 0
  const total = hasTotal ? (isHidden ? mask : exactText(abs(mul(price, quantity)))) : undefined
  if (linear !== undefined) {
    const notional =
      hasTotal && valuedProduct(linear) !== undefined
        ? `notional ${isHidden ? mask : exactText(abs(mul(price, quantity)))} USD`
        : ''
    return (
      <span className={styles.effect}>
        {isMid ? <span className="muted">Mid {exactText(price)}</span> : <strong>Price {exactText(price)}</strong>}{' '}
        <span className="muted">
          {source === undefined ? '' : `(${source}) `}
          {notional}
        </span>
      </span>
    )
  }
  const basis = unit === 'package' || effect === 'even' ? undefined : `${exactText(abs(price))} per package`
  const isOne = quantity === undefined || eq(quantity, one)
  return (
    <span className={styles.effect} title={source === undefined ? undefined : `From ${source}`}>
      {/* The spaces are for screen readers. */}
      {isMid ? <span className="muted">Mid {text}</span> : <strong>{text}</strong>}{' '}
      <span className="muted">
        {basis}
        {total === undefined || isOne || effect === 'even' || unit === 'total'
          ? ''
          : ` × ${isHidden ? mask : exactText(quantity)} = ${total}`}
      </span>
    </span>
  )
}
