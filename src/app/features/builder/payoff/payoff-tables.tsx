/** Scenario tables: price × date, price × volatility, and slices of prices with greeks. */
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { type Scenario, scenarioGrid } from '../../../../core/pricing/payoff-before.ts'
import type { Scene } from '../../../../core/pricing/portfolio/payoff-model.ts'
import { positionGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { ValueGrid } from '../../../ui/charts/value-grid.tsx'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { formatNumber, formatPercent, signShown, signTone } from '../../../ui/format/format-decimal.ts'
import { dayText } from '../../../ui/format/format-time.ts'
import { moneyScale } from '../../../ui/format/money-scale.ts'
import { maskAmount, useAmountsHidden } from '../../../ui/format/privacy.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import { useIsUltrawide } from '../../../ui/panel/use-width.ts'
import styles from './payoff-panel.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

interface SceneProps {
  readonly scene: Scene
  readonly currency: string
}

const [usualRows, vastRows] = [15, 31]

function pricesOf({ range: [low, high], underlying }: Scene, priceRows: number): Float64Array {
  const even = Array.from(
    { length: priceRows - 1 },
    (_, index) => low + ((high - low) * (index + 0.5)) / (priceRows - 1),
  )
  return Float64Array.from([...even, underlying])
    .sort()
    .reverse()
}

const usePriceRows = (): number => (useIsUltrawide() ? vastRows : usualRows)

const moveText = (price: number, underlying: number): string =>
  formatPercent(price / underlying - 1, { sign: 'always' })

interface GridProps {
  readonly scene: Scene
  readonly label: string
  readonly scenarios: readonly { readonly name: string; readonly scenario: Scenario }[]
  readonly here: number
}

function PriceGrid({ scene, label, scenarios, here }: GridProps) {
  const prices = pricesOf(scene, usePriceRows())
  const grid = scenarioGrid(
    scene.legs,
    scene.cost,
    scenarios.map(each => each.scenario),
    prices,
  )
  const values = Float64Array.from({ length: grid.length }, (_, index) => {
    const [row, column] = [Math.floor(index / scenarios.length), index % scenarios.length]
    return grid[column * prices.length + row] ?? Number.NaN
  })
  return (
    <ValueGrid
      label={label}
      corner="Price"
      rows={[...prices].map(price => `${priceText(price)} ${moveText(price, scene.underlying)}`)}
      columns={scenarios.map(each => each.name)}
      values={values}
      here={{ row: prices.indexOf(scene.underlying), column: here }}
    />
  )
}

const dateColumns = 7

function datesOf({ nowMs, expiries }: Scene): readonly number[] {
  const endMs = expiries.at(-1) ?? nowMs + 30 * dayMs
  const gap = (endMs - nowMs) / (dateColumns - 1)
  const even = Array.from({ length: dateColumns }, (_, index) => nowMs + gap * index)
  const apart = even.filter(
    (atMs, index) => index === 0 || expiries.every(expiryMs => Math.abs(expiryMs - atMs) > gap / 2),
  )
  return [...new Set([...apart, ...expiries, endMs])].sort((a, b) => a - b)
}

export function DateGrid({ scene, currency }: SceneProps) {
  const { nowMs, expiries, scenario } = scene
  const dates = datesOf(scene)
  const isByDay = new Set(dates.map(dayText)).size === dates.length
  const scenarios = dates.map(atMs => {
    const name =
      atMs === nowMs
        ? 'Now'
        : expiries.includes(atMs)
          ? shortExpiry(atMs)
          : isByDay
            ? dayText(atMs)
            : `+${formatNumber((atMs - nowMs) / dayMs, { places: 1 })} d`
    return { name, scenario: { atMs, volatilityShift: scenario.volatilityShift } }
  })
  return (
    <PriceGrid scene={scene} label={`Profit and loss by price and date, ${currency}`} scenarios={scenarios} here={0} />
  )
}

const shifts = [-0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2] as const

export function VolatilityGrid({ scene, currency }: SceneProps) {
  const scenarios = shifts.map(volatilityShift => ({
    name:
      volatilityShift === 0 ? 'IV as now' : `${formatNumber(volatilityShift * 100, { places: 0, sign: 'always' })} pts`,
    scenario: { atMs: scene.scenario.atMs, volatilityShift },
  }))
  const label = `Profit and loss by price and volatility on ${formatZoned(scene.scenario.atMs)}, ${currency}`
  return <PriceGrid scene={scene} label={label} scenarios={scenarios} here={shifts.indexOf(0)} />
}

const greekHeads = [
  ['Δ', deltaTitle],
  ['Γ', 'Gamma, coins per 1 % of the price'],
  ['Vega', 'Per volatility point'],
  ['Theta', 'Per calendar day'],
] as const

export function SliceTable({ scene, currency }: SceneProps) {
  useAmountsHidden()
  const priceRows = usePriceRows()
  const slices = [...pricesOf(scene, priceRows)].map(price => {
    const greeks = positionGreeks(scene.legs, price, scene.scenario)
    return { price, greeks, profit: greeks.value - scene.cost }
  })
  const write = moneyScale(slices.map(slice => slice.profit))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.slices} aria-label="Slices with greeks" tabIndex={0}>
      <table>
        <caption className={styles.caption}>On {formatZoned(scene.scenario.atMs)}, by model</caption>
        <Heads of={['Price', `P&L, ${currency}`, ...greekHeads.map(([letter, title]) => ({ name: letter, title }))]} />
        <tbody>
          {slices.map(({ price, greeks, profit }) => {
            const shown = write(profit)
            return (
              <tr key={price} data-here={price === scene.underlying}>
                <th scope="row">
                  {priceText(price)} <span className="muted">{moveText(price, scene.underlying)}</span>
                </th>
                <td className={signTone(signShown(shown))}>{maskAmount(shown)}</td>
                <td>{formatAmountNumber(greeks.delta, { places: 3, sign: 'always' })}</td>
                <td>{formatAmountNumber(greeks.gamma * price * 0.01, { places: 4, sign: 'always' })}</td>
                <td>{formatAmountNumber(greeks.vegaPerVolPoint, { sign: 'always' })}</td>
                <td>{formatAmountNumber(greeks.thetaPerDay, { sign: 'always' })}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
