/** What comes of it at the first expiry: greatest profit and loss, break-evens, and the chance of profit with its inputs. */
import type { Outlook, PayoffModel } from '../../../pricing/portfolio/payoff-model.ts'
import { exactPriceText, priceText } from '../../../ui/charts/price-text.ts'
import { Stat } from '../../../ui/controls/stat.tsx'
import { formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { maskAmount } from '../../../ui/format/privacy.ts'
import { type ExtremeValue, extremeText } from '../../../ui/order/extreme-text.ts'
import styles from './payoff-panel.module.css'

export type Drawable = Exclude<PayoffModel, { kind: 'none' }>

interface PayoffResultsProps {
  readonly model: Drawable
  readonly currency: string
  /** Packages; undefined where what is drawn is the whole already. */
  readonly quantity: number | undefined
}

export function PayoffResults({ model, currency, quantity }: PayoffResultsProps) {
  const exact = model.kind === 'exact'
  const best = exact ? model.payoff.maxProfit.value : model.extremes.greatest
  const worst = exact ? model.payoff.maxLoss.value : model.extremes.least
  const breakEvens = breakEvenTexts(model)
  const basis = `${quantity === undefined ? currency : `${currency} per package`}${exact ? '' : ', by model at the first expiry, over every price from 0 on'}`
  const hint = (value: ExtremeValue): string | undefined => {
    if (value === 'unlimited') return undefined
    const total = quantity === undefined || quantity === 1 ? [] : [`${maskAmount(extremeText(value, quantity))} in total`]
    const words = [...total, ...(exact ? [] : ['by model'])].join(', ')
    return words === '' ? undefined : words
  }
  return (
    <div className={styles.results}>
      <Stat
        label={isBelowZero(best) ? 'Minimum loss' : 'Maximum profit'}
        value={<Extreme value={best} />}
        hint={hint(best)}
        title={basis}
      />
      <Stat
        label={isAboveZero(worst) ? 'Minimum profit' : 'Maximum loss'}
        value={<Extreme value={worst} />}
        hint={hint(worst)}
        title={basis}
      />
      <Stat
        label="Break-even"
        value={<BreakEvens texts={breakEvens} />}
        title={`${breakEvens.join(', ')}. ${
          exact ? 'Exact, from the kinks of the payoff' : 'By model: where the curve at the first expiry crosses zero, in the range shown'
        }`}
      />
      {model.outlook === undefined ? null : <Chance outlook={model.outlook} />}
    </div>
  )
}

/** A worst case that still earns is no loss, and a best one that still loses no profit. */
const isAboveZero = (value: ExtremeValue): boolean => value !== 'unlimited' && value > 0
const isBelowZero = (value: ExtremeValue): boolean => value !== 'unlimited' && value < 0

function Chance({ outlook }: { readonly outlook: Outlook }) {
  const { law, atmVolatility, chanceOfProfit } = outlook
  return (
    <Stat
      label="POP"
      value={<span className="tabular">{formatPercent(chanceOfProfit, { places: 0 })}</span>}
      hint={`${formatPercent(atmVolatility)} IV, F ${priceText(law.forward)}`}
      title={`Chance of profit at the first expiry, lognormal: forward ${formatNumber(law.forward)}, volatility at the money ${formatPercent(atmVolatility)}, the same for all strikes`}
    />
  )
}

function Extreme({ value }: { readonly value: ExtremeValue }) {
  const tone = value === 'unlimited' || value === 0 ? undefined : value > 0 ? styles.gain : styles.loss
  return <span className={tone}>{value === 'unlimited' ? value : maskAmount(extremeText(value))}</span>
}

const mostBreakEvens = 4

/** Several stand in two rows of two; of more than fit, the title has them all. The slot is as large whatever stands in it. */
function BreakEvens({ texts }: { readonly texts: readonly string[] }) {
  const shown =
    texts.length > mostBreakEvens ? [...texts.slice(0, mostBreakEvens - 1), `+${texts.length - mostBreakEvens + 1} more`] : texts
  return (
    <span className={shown.length > 1 ? styles.several : 'tabular'}>
      {shown.map((text, index) => (
        // Separators are for those who hear it.
        <span key={text}>
          {text}
          {index < shown.length - 1 ? <span className="visually-hidden">, </span> : null}
        </span>
      ))}
    </span>
  )
}

function breakEvenTexts(model: Drawable): readonly string[] {
  if (model.kind === 'model')
    return model.breakEvens.length === 0 ? ['none in range'] : model.breakEvens.map(price => `≈ ${priceText(price)}`)
  const parts = model.payoff.breakEvens.map(one =>
    one.kind === 'point'
      ? exactPriceText(one.price)
      : `${exactPriceText(one.from)} to ${Number.isFinite(one.to) ? exactPriceText(one.to) : 'any higher'}`,
  )
  return parts.length === 0 ? ['none'] : parts
}
