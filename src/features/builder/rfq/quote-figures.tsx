/** What the draft comes to at the quote: greatest profit and loss, break-evens and the chance of profit, for the whole order. */
import type { ReactNode } from 'react'
import type { PayoffModel } from '../../../pricing/portfolio/payoff-model.ts'
import { exactPriceText, priceText } from '../../../ui/charts/price-text.ts'
import { dash, formatPercent } from '../../../ui/format/format-decimal.ts'
import { maskAmount } from '../../../ui/format/privacy.ts'
import { type ExtremeValue, extremeText } from '../../../ui/order/extreme-text.ts'
import styles from './live-rfq.module.css'

interface QuoteFiguresProps {
  readonly quoted: PayoffModel | undefined
  /** Packages. */
  readonly quantity: number
}

export function QuoteFigures({ quoted, quantity }: QuoteFiguresProps) {
  const model = quoted === undefined || quoted.kind === 'none' ? undefined : quoted
  const best = model === undefined ? undefined : model.kind === 'exact' ? model.payoff.maxProfit.value : model.extremes.greatest
  const worst = model === undefined ? undefined : model.kind === 'exact' ? model.payoff.maxLoss.value : model.extremes.least
  const total = (value: ExtremeValue | undefined): string =>
    value === undefined ? dash : value === 'unlimited' ? value : maskAmount(extremeText(value, quantity))
  const at = model?.kind === 'model' ? priceText : exactPriceText
  const breakEvens = model?.breakEvens.map(each => at(each)).join(' / ')
  return (
    <dl className={styles.figures} aria-label="At this quote">
      <Figure term="Max profit">{total(best)}</Figure>
      <Figure term="Max loss">{total(worst)}</Figure>
      <Figure term="Break-even">{breakEvens === undefined ? dash : breakEvens === '' ? 'none' : breakEvens}</Figure>
      <Figure term="POP" title="Chance of profit at the first expiry, at this quote">
        {model?.outlook === undefined ? dash : formatPercent(model.outlook.chanceOfProfit, { places: 0 })}
      </Figure>
    </dl>
  )
}

function Figure({ term, title, children }: { readonly term: string; readonly title?: string; readonly children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
