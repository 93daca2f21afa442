/** The portfolio's profit at one price on each drawn curve, with greeks on the chosen date. */
import { useMemo } from 'react'
import type { PayoffModel } from '../../../../core/pricing/portfolio/payoff-model.ts'
import { positionGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { valueAt } from '../../../ui/charts/payoff-geometry.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash, signTone } from '../../../ui/format/format-decimal.ts'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import styles from './risk.module.css'

interface PricePointProps {
  readonly model: Exclude<PayoffModel, { kind: 'none' }>
  readonly price: number | undefined
}

const signed = (value: number | undefined, places: number): string =>
  value === undefined ? dash : formatAmountNumber(value, { places, sign: 'always' })

export function PricePoint({ model, price }: PricePointProps) {
  const { scene, curves } = model
  const greeks = useMemo(
    () => (scene === undefined || price === undefined ? undefined : positionGreeks(scene.legs, price, scene.scenario)),
    [scene, price],
  )
  // Reserves its room.
  if (price === undefined) return <div className={styles.point} />
  return (
    <dl className={styles.point} data-testid="price-point">
      <div>
        <dt>At</dt>
        <dd>{priceText(price)}</dd>
      </div>
      {curves.map(curve => {
        const value = valueAt(curve, price)
        const tone = signTone(value)
        return (
          <div key={curve.id}>
            <dt>{curve.label}</dt>
            <dd className={tone}>{signed(value, 0)}</dd>
          </div>
        )
      })}
      {greeks !== undefined && (
        <>
          <Greek name="Δ" value={signed(greeks.delta, 3)} title={`${deltaTitle}, on the date chosen`} />
          <Greek
            name="Γ 1 %"
            value={signed((greeks.gamma * price) / 100, 4)}
            title="Coins of delta per 1 % of the price"
          />
          <Greek name="Vega" value={signed(greeks.vegaPerVolPoint, 0)} title="USD per volatility point" />
          <Greek name="Theta" value={signed(greeks.thetaPerDay, 0)} title="USD per calendar day" />
        </>
      )}
    </dl>
  )
}

const Greek = ({ name, value, title }: { readonly name: string; readonly value: string; readonly title: string }) => (
  <div title={title}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
