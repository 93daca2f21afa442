/** Options of the payoff panel, and the data of its chart. */
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import type { PayoffView } from '../../../../core/pricing/portfolio/part-effect.ts'
import type { Range } from '../../../ui/charts/payoff-geometry.ts'
import type { PlotProps } from '../../../ui/charts/payoff-plot.tsx'
import styles from './payoff-panel.module.css'
import type { Drawable } from './payoff-results.tsx'
import { gripsOf } from './strike-grips.ts'

const payoffViews = [
  { value: 'draft', label: 'Draft', hint: 'One package' },
  { value: 'book', label: 'Book', hint: 'Positions of this base, from their marks now' },
  { value: 'both', label: 'Book + draft', hint: 'Positions of this base with the whole order' },
] as const

const closingViews = [
  { ...payoffViews[0], hint: 'A closing has no payoff of its own: see the book after it', disabled: true },
  payoffViews[1],
  { ...payoffViews[2], label: 'Book after', hint: 'The positions of this base after the closing' },
] as const

export type PayoffForm = 'chart' | 'table' | 'inputs'
const forms = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table', hint: 'By price, and by date, volatility or greeks' },
  { value: 'inputs', label: 'Inputs', hint: 'Forwards and volatilities with their sources' },
] as const

export type PayoffTable = 'dates' | 'volatility' | 'slices'
const tables = [
  { value: 'dates', label: 'Date', hint: 'Price × date' },
  { value: 'volatility', label: 'Volatility', hint: 'Price × volatility' },
  { value: 'slices', label: 'Greeks', hint: 'Prices with their greeks' },
] as const

export const viewChoice = (payoffView: PayoffView, isClosing: boolean) =>
  ({
    label: 'What is shown',
    compact: true,
    value: payoffView,
    options: isClosing ? closingViews : payoffViews,
  }) as const

export const tableChoice = (table: PayoffTable) =>
  ({ label: 'Across', compact: true, value: table, options: tables }) as const

export const formChoice = (form: PayoffForm) => ({ label: 'Form', compact: true, value: form, options: forms }) as const

export function Basis({
  payoffView,
  priceSource,
}: {
  readonly payoffView: PayoffView
  readonly priceSource: string | undefined
}) {
  const [what, from] =
    payoffView === 'draft'
      ? ['per package', `at ${priceSource}`]
      : payoffView === 'book'
        ? ['from marks now', undefined]
        : ['whole order', 'book from marks now']
  // Without room for both parts the second is only in the tooltip.
  return (
    <span className={styles.source} title={from === undefined ? what : `${what}, ${from}`}>
      <span>{what}</span>
      {from === undefined ? null : <span>, {from}</span>}
    </span>
  )
}

interface PlotInputs {
  readonly name: string
  readonly model: Drawable
  readonly currency: string
  readonly reference: { readonly price: number; readonly source: string } | undefined
  readonly payoffView: PayoffView
  readonly legs: readonly PackageLeg[]
}

export const plotOf = ({
  name,
  model,
  currency,
  reference,
  payoffView,
  legs,
}: PlotInputs): Omit<PlotProps, 'xDomain'> & { readonly label: string } => ({
  label: `Payoff of ${payoffView === 'draft' ? name : payoffView === 'book' ? 'the book' : `the book with ${name}`}`,
  curves: model.curves,
  currency,
  spot: reference?.price,
  spotLabel: reference?.source,
  breakEvens: model.breakEvens,
  bands: model.outlook?.bands,
  taken: payoffView === 'book' ? undefined : scales => gripsOf(legs, scales),
  kinks:
    model.kind === 'exact'
      ? model.payoff.points.slice(1).map(point => ({ x: point.price, y: point.value }))
      : undefined,
})

export function rangeOf({ curves }: Pick<Drawable, 'curves'>): Range | undefined {
  const xs = curves[0]?.xs
  return xs === undefined ? undefined : [xs[0] ?? 0, xs[xs.length - 1] ?? 1]
}
