/** The payoff of the draft: chart, break-evens, greatest profit and loss. Nothing is shown that has no basis. */
import { Stat } from '../../ui/controls/stat.tsx'
import { PayoffChart } from '../../ui/charts/payoff-chart.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { extremeText } from '../../ui/order/extreme-words.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import type { PayoffModel } from './payoff-model.ts'
import styles from './payoff-panel.module.css'

interface PayoffPanelProps {
  readonly name: string
  readonly model: PayoffModel
  readonly currency: string
  readonly reference: { readonly price: number; readonly source: string } | undefined
  /** Where the cost comes from. */
  readonly priceSource: string | undefined
  /** Packages; undefined while it is not a number. */
  readonly quantity: number | undefined
}

export function PayoffPanel({ name, model, currency, reference, priceSource, quantity }: PayoffPanelProps) {
  return (
    <Panel
      label="Payoff"
      title={model.kind === 'model' ? 'Payoff at the first expiry' : 'Payoff at expiry'}
      toolbar={
        priceSource === undefined || model.kind === 'none' ? null : <span className={styles.source}>per package, at {priceSource}</span>
      }
      face={model.kind === 'none' ? { kind: 'empty', title: model.why } : { kind: 'ready' }}
    >
      {model.kind === 'none' ? null : (
        <div className={styles.body}>
          <Results model={model} currency={currency} quantity={quantity} />
          {model.kind === 'model' || model.note !== undefined ? <p className={styles.note}>{model.note}</p> : null}
          <div className={styles.chart}>
            <PayoffChart
              label={`Payoff of ${name}`}
              curves={model.curves}
              currency={currency}
              spot={reference?.price}
              spotLabel={reference?.source}
              breakEvens={model.breakEvens}
              kinks={model.kind === 'exact' ? model.payoff.points.slice(1).map(point => ({ x: point.price, y: point.value })) : undefined}
            />
          </div>
        </div>
      )}
    </Panel>
  )
}

interface ResultsProps {
  readonly model: Exclude<PayoffModel, { kind: 'none' }>
  readonly currency: string
  readonly quantity: number | undefined
}

function Results({ model, currency, quantity }: ResultsProps) {
  const exact = model.kind === 'exact'
  const best = exact ? model.payoff.maxProfit.value : model.greatest
  const worst = exact ? model.payoff.maxLoss.value : model.least
  const total = (value: number | 'unlimited') =>
    quantity === undefined || value === 'unlimited' || quantity === 1 ? undefined : `${extremeText(value, quantity)} in total`
  const within = exact ? '' : ', range shown'
  return (
    <div className={styles.results}>
      <Stat label={`Maximum profit${within}`} value={<Extreme value={best} />} hint={total(best)} title={`${currency} per package`} />
      <Stat label={`Maximum loss${within}`} value={<Extreme value={worst} />} hint={total(worst)} title={`${currency} per package`} />
      <Stat
        label={exact ? 'Break-even' : 'Break-even, by model'}
        value={<span className="tabular">{breakEvenText(model)}</span>}
        title={exact ? 'Exact, from the kinks of the payoff' : 'Where the curve crosses zero'}
      />
    </div>
  )
}

function Extreme({ value }: { readonly value: number | 'unlimited' }) {
  const tone = value === 'unlimited' || value === 0 ? undefined : value > 0 ? styles.gain : styles.loss
  return <span className={tone}>{extremeText(value)}</span>
}

function breakEvenText(model: Exclude<PayoffModel, { kind: 'none' }>): string {
  if (model.kind === 'model')
    return model.breakEvens.length === 0 ? 'none in range' : model.breakEvens.map(price => `≈ ${formatNumber(price)}`).join(', ')
  const parts = model.payoff.breakEvens.map(one =>
    one.kind === 'point'
      ? formatNumber(one.price)
      : `${formatNumber(one.from)} to ${Number.isFinite(one.to) ? formatNumber(one.to) : 'any higher'}`,
  )
  return parts.length === 0 ? 'none' : parts.join(', ')
}
