/** Results at the first expiry: maximum profit and loss, break-evens, chance of profit, return on risk. */
import type { Outlook } from '../../../../core/pricing/portfolio/outlook.ts'
import type { PayoffModel } from '../../../../core/pricing/portfolio/payoff-model.ts'
import { returnOnRisk } from '../../../../core/pricing/structures/structure-card.ts'
import { exactPriceText, priceText } from '../../../ui/charts/price-text.ts'
import { Stat } from '../../../ui/controls/stat.tsx'
import { dash, formatNumber, formatPercent, signTone } from '../../../ui/format/format-decimal.ts'
import { maskAmount } from '../../../ui/format/privacy.ts'
import { atTodaysVolatility, extremeText, type ExtremeValue } from '../../../ui/order/extreme-text.ts'
import styles from './payoff-panel.module.css'

export type Drawable = Exclude<PayoffModel, { kind: 'none' }>

interface PayoffResultsProps {
  readonly model: Drawable
  readonly currency: string
  /** Number of packages; undefined if the payoff is already the total. */
  readonly quantity: number | undefined
}

export function PayoffResults({ model, currency, quantity }: PayoffResultsProps) {
  const exact = model.kind === 'exact'
  const best = exact ? model.payoff.maxProfit.value : model.extremes.greatest
  const worst = exact ? model.payoff.maxLoss.value : model.extremes.least
  const breakEvens = breakEvenTexts(model, exactPriceText)
  const basis = `${quantity === undefined ? currency : `${currency} per package`}${exact ? '' : `, about, ${atVolatility(model)}, at the first expiry, over every price from 0 on`}`
  const titleOf = (value: ExtremeValue): string =>
    value === 'unlimited' || quantity === undefined || quantity === 1
      ? `${value === 'unlimited' ? '' : `${maskAmount(extremeText(value))} `}${basis}`
      : `${basis}; ${maskAmount(extremeText(value, quantity))} in total`
  const reward = returnOnRisk(best, worst)
  return (
    <div className={styles.results} data-testid="payoff-results">
      <Stat
        label={isBelowZero(best) ? 'Min loss' : 'Max profit'}
        value={<Extreme value={best} isAbout={!exact} />}
        title={titleOf(best)}
      />
      <Stat
        label={isAboveZero(worst) ? 'Min profit' : 'Max loss'}
        value={<Extreme value={worst} isLoss isAbout={!exact} />}
        title={titleOf(worst)}
      />
      <Stat
        label="Break-evens"
        value={breakEvenText(breakEvenTexts(model, priceText))}
        title={`${breakEvens.join(', ')}. ${
          exact
            ? 'Exact, from the kinks of the payoff'
            : 'By model: where the curve at the first expiry crosses zero, in the range shown'
        }`}
      />
      <Chance outlook={model.outlook} />
      <Stat
        label="Return"
        value={reward === undefined ? dash : formatPercent(reward, { places: 0 })}
        title="Return on risk: maximum profit over maximum loss"
      />
    </div>
  )
}

const atVolatility = (model: Drawable): string =>
  model.kind === 'model' && (model.scene?.scenario.volatilityShift ?? 0) !== 0
    ? 'at the volatility of your scenario'
    : atTodaysVolatility

/** A worst case above zero is not a loss, and a best case below zero is not a profit. */
const isAboveZero = (value: ExtremeValue): boolean => value !== 'unlimited' && value > 0
const isBelowZero = (value: ExtremeValue): boolean => value !== 'unlimited' && value < 0

function Chance({ outlook }: { readonly outlook: Outlook | undefined }) {
  if (outlook === undefined) return <Stat label="Chance" value={dash} title="Not known: a volatility is missing" />
  const { law, atmVolatility, chanceOfProfit } = outlook
  return (
    <Stat
      label="Chance"
      value={formatPercent(chanceOfProfit, { places: 0 })}
      title={`Chance of profit at the first expiry, lognormal: forward ${formatNumber(law.forward)}, volatility at the money ${formatPercent(atmVolatility)}, the same for all strikes`}
    />
  )
}

/** From here on only the tooltip has cents, so that the figure fits its column. */
const leastWithoutCents = 10_000

interface ExtremeProps {
  readonly value: ExtremeValue
  readonly isLoss?: boolean
  readonly isAbout: boolean
}

function Extreme({ value, isLoss = false, isAbout }: ExtremeProps) {
  if (value === 'unlimited') return <span className={isLoss ? 'loss' : 'gain'}>unlimited</span>
  const tone = signTone(value)
  const text =
    Math.abs(value) < leastWithoutCents ? extremeText(value) : formatNumber(value, { places: 0, sign: 'always' })
  return <span className={tone}>{`${isAbout ? '≈ ' : ''}${maskAmount(text)}`}</span>
}

const mostBreakEvens = 2

/**
 * "90,345 – 107,655". Of more than two it names the first and the number of others. The tooltip has all exact values.
 */
const breakEvenText = (texts: readonly string[]): string =>
  texts.length > mostBreakEvens ? `${texts[0]} + ${texts.length - 1} more` : texts.join(' – ')

function breakEvenTexts(model: Drawable, write: (price: number) => string): readonly string[] {
  if (model.kind === 'model')
    return model.breakEvens.length === 0 ? ['none in range'] : model.breakEvens.map(price => `≈ ${priceText(price)}`)
  const parts = model.payoff.breakEvens.map(one =>
    one.kind === 'point'
      ? write(one.price)
      : `${write(one.from)} to ${Number.isFinite(one.to) ? write(one.to) : 'any higher'}`,
  )
  return parts.length === 0 ? ['none'] : parts
}
