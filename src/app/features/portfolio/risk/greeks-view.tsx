/** Greeks by expiry or by strike, adding up to the header's. */
import { useMemo } from 'react'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { type GreekBucket, greekBuckets } from '../../../../core/pricing/portfolio/concentration.ts'
import {
  type NetGreeks,
  netGreeks,
  type RiskFigures,
  riskFigures,
} from '../../../../core/pricing/portfolio/net-greeks.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import { LeftOut } from './left-out.tsx'
import { chooseRisk, layouts, orders } from './risk-choices.ts'
import type { RiskViewProps } from './risk-view.ts'
import styles from './risk.module.css'
import { SignedCell, widestOf } from './signed-cell.tsx'

const figuresOf = { first: ['delta', 'gamma', 'vega', 'theta'], second: ['vanna', 'volga', 'charm'] } as const

function headsOf(order: keyof typeof figuresOf, base: string | undefined): readonly (readonly [string, string])[] {
  const unit = base ?? 'USD'
  if (order === 'second') {
    const of = base === undefined ? 'USD of delta' : 'Coins of delta'
    return [
      [`Vanna ${unit}`, `${of} per volatility point`],
      ['Volga', 'USD of vega per volatility point'],
      [`Charm ${unit}`, `${of} per calendar day`],
    ]
  }
  return [
    [`Δ ${unit}`, base === undefined ? `Delta in USD: coins × price. ${deltaTitle}` : deltaTitle],
    [`Γ ${unit} / 1 %`, 'Change of delta per one percent of price'],
    ['Vega', 'USD per volatility point'],
    ['Theta', 'USD per calendar day'],
  ]
}

function nameOf({ at, base }: GreekBucket, layout: 'expiry' | 'strike', isOneBase: boolean): string {
  if (layout === 'expiry') return at === undefined ? 'No expiry' : shortExpiry(at)
  const strike = at === undefined ? 'linear' : priceText(at)
  return isOneBase ? strike : `${base} ${strike}`
}

interface WholeProps {
  readonly net: NetGreeks
  readonly isOneBase: boolean
  readonly figures: readonly (keyof RiskFigures)[]
  readonly places: readonly number[]
}

function Whole({ net, isOneBase, figures, places }: WholeProps) {
  const of = riskFigures(net, isOneBase)
  return (
    <tr className={styles.whole}>
      <th scope="row">All legs</th>
      {figures.map((figure, at) => (
        <SignedCell key={figure} value={of[figure]} places={places[at] ?? 0} />
      ))}
      <td className={styles.quiet}>{net.of}</td>
    </tr>
  )
}

export function GreeksView({ risk, lines, whole, choices, lead }: RiskViewProps) {
  useAmountsHidden()
  const { underlyings } = risk
  const { layout, base, order } = choices
  const figures: readonly (keyof RiskFigures)[] = figuresOf[order]
  const isOneBase = base !== undefined
  const buckets = useMemo(
    () => greekBuckets(lines, layout, each => underlyings.get(each)),
    [lines, layout, underlyings],
  )
  const net = useMemo(() => netGreeks(lines, each => underlyings.get(each)), [lines, underlyings])
  const rows = buckets.map(bucket => ({ bucket, of: riskFigures(bucket.net, isOneBase) }))
  const widest = figures.map(figure => widestOf(rows.map(row => row.of[figure])))
  const places = order === 'second' ? (isOneBase ? [4, 2, 4] : [0, 2, 0]) : isOneBase ? [3, 4, 1, 1] : [0, 0, 1, 1]
  const total = riskFigures(net, isOneBase)
  const all = useMemo(
    () => (whole === undefined ? undefined : netGreeks(whole, each => underlyings.get(each))),
    [whole, underlyings],
  )
  const label = `Greeks ${layout === 'expiry' ? 'by expiry' : 'by strike'}`
  return (
    <div className={styles.view}>
      <div className={styles.controls}>
        {lead}
        <Segmented
          label="Laid out"
          compact
          value={layout}
          options={layouts}
          onChange={layout => chooseRisk({ layout })}
        />
        <Segmented label="Order" compact value={order} options={orders} onChange={order => chooseRisk({ order })} />
        <span className={styles.coverage}>
          {net.priced} of {net.of} legs priced
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard */}
      <section className={styles.fill} aria-label={label} tabIndex={0}>
        <table className={styles.table} aria-label={label}>
          <Heads
            of={[
              layout === 'expiry' ? 'Expiry' : 'Strike',
              ...headsOf(order, base).map(([head, title]) => ({ name: head, title })),
              'Legs',
            ]}
          />
          <tbody>
            {rows.map(({ bucket, of }) => (
              <tr key={`${bucket.base} ${bucket.at}`}>
                <th scope="row">{nameOf(bucket, layout, isOneBase)}</th>
                {figures.map((figure, at) => (
                  <SignedCell key={figure} value={of[figure]} places={places[at] ?? 0} widest={widest[at]} />
                ))}
                <td className={bucket.net.priced < bucket.net.of ? 'warning' : styles.quiet}>
                  {bucket.net.priced < bucket.net.of ? `${bucket.net.priced} of ${bucket.net.of}` : bucket.net.of}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Net</th>
              {figures.map((figure, at) => (
                <SignedCell key={figure} value={total[figure]} places={places[at] ?? 0} />
              ))}
              <td className={styles.quiet}>{net.of}</td>
            </tr>
            {all !== undefined && <Whole net={all} isOneBase={isOneBase} figures={figures} places={places} />}
          </tfoot>
        </table>
      </section>
      <LeftOut names={net.unpriced} why="no price or no volatility" />
      <LeftOut names={isOneBase ? [] : net.withoutPrice} why="no price in USD" />
    </div>
  )
}
