/** What the trader pays or receives for one, and in total. Nothing is paid for a perpetual or a future: of one the price and the notional are shown. */
import { abs, type Decimal, eq, mul, one, sign } from '../../domain/decimal.ts'
import { effectLabel, exactText, payVerb } from '../../domain/effect-label.ts'
import { parseInstrumentName, valuedProduct } from '../../domain/instrument.ts'
import type { Side } from '../../domain/order.ts'
import { priceIn } from '../../domain/price-units.ts'
import { mask } from '../format/privacy.ts'
import { usePreferences } from '../theme/preferences.ts'
import styles from './order.module.css'
import { unitLabels } from './package-price.tsx'

interface TradedLeg {
  readonly symbol?: string | undefined
  readonly ratio: number
}

/** The name of the one leg for which nothing is paid. */
function linearLeg([only, ...more]: readonly TradedLeg[]): string | undefined {
  const product = only?.symbol === undefined || more.length > 0 ? undefined : parseInstrumentName(only.symbol)?.product
  return product === 'perpetual' || product === 'future' ? only?.symbol : undefined
}

interface EffectTextProps {
  readonly side: Side
  /** Per package, signed as bought. */
  readonly price: Decimal
  readonly quantity?: Decimal | undefined
  /** Where the price comes from. */
  readonly source?: string | undefined
  /** Of a package: its net is shown in the units that the reader chose. */
  readonly legs?: readonly TradedLeg[] | undefined
  /** A mid can be had from nobody: it is labelled, and has no verb. */
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
      hasTotal && valuedProduct(linear) !== undefined ? `notional ${isHidden ? mask : exactText(abs(mul(price, quantity)))} USD` : ''
    return (
      <span className={styles.effect}>
        {isMid ? (
          <span className="muted tabular">Mid {exactText(price)}</span>
        ) : (
          <strong className="tabular">Price {exactText(price)}</strong>
        )}{' '}
        <span className="muted tabular">
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
      {/* The spaces are for those who hear it. */}
      {isMid ? <span className="muted tabular">Mid {text}</span> : <strong className="tabular">{text}</strong>}{' '}
      <span className="muted tabular">
        {basis}
        {total === undefined || isOne || effect === 'even' || unit === 'total'
          ? ''
          : ` × ${isHidden ? mask : exactText(quantity)} = ${total}`}
      </span>
    </span>
  )
}
