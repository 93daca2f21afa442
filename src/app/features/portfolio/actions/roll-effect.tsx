/** Cost of a roll at present quotes, and the portfolio afterwards. */
import { type ReactNode, useMemo } from 'react'
import { parseInstrumentName, shortExpiry } from '../../../../core/domain/instrument.ts'
import type { PositionPackage } from '../../../../core/domain/package/package-of-positions.ts'
import { useKnownPositions } from '../../../model/account/use-portfolio.ts'
import { usePackageMarket } from '../../../model/market/use-package-market.ts'
import { netOf } from '../../../../core/pricing/portfolio/package-guard.ts'
import { orderEffect, type PartEffect } from '../../../../core/pricing/portfolio/part-effect.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import styles from './drafts.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

function useEffectOnBook({ legs, quantity }: PositionPackage) {
  const market = usePackageMarket(legs)
  const positions = useKnownPositions()
  return useMemo(() => {
    const net = netOf(legs, market.quotes)
    const bases = [...new Set(legs.map(leg => parseInstrumentName(leg.symbol)?.base))]
    const [base] = bases
    const surface = base === undefined || bases.length > 1 ? undefined : market.surfaceOf(base)
    if (base === undefined || surface === undefined || positions === undefined) return { net, effect: undefined }
    const inputs = {
      legs,
      quantity,
      side: 'buy',
      price: net.mid?.price,
      positions,
      surface,
      nowMs: market.nowMs,
    } as const
    return { net, effect: { base, ...orderEffect(inputs) } }
  }, [legs, quantity, market, positions])
}

const figure = (value: number | undefined, places: number): string =>
  value === undefined ? dash : formatAmountNumber(value, { places, sign: 'always' })

export function RollEffect({ value }: { readonly value: PositionPackage }): ReactNode {
  const { net, effect } = useEffectOnBook(value)
  const { mid, buyNatural } = net
  const by = effect?.horizonMs === undefined ? '' : ` by ${shortExpiry(effect.horizonMs)}`
  return (
    <div data-testid="roll-effect">
      <p>
        {mid === undefined ? (
          'Net: not known, a leg has no quote'
        ) : (
          <>
            <EffectText side="buy" price={mid.price} quantity={value.quantity} isMid />
          </>
        )}
      </p>
      {buyNatural === undefined ? null : (
        <p>
          Natural <EffectText side="buy" price={buyNatural.price} quantity={value.quantity} />
        </p>
      )}
      {effect === undefined ? (
        <p className={styles.note}>The book after it is not known.</p>
      ) : (
        <table className={styles.table} aria-label={`${effect.base}: greeks before and after the roll`}>
          <Heads
            of={[
              effect.base,
              { name: 'Δ', className: styles.figure, title: deltaTitle },
              { name: 'Vega', className: styles.figure },
              { name: 'Theta', className: styles.figure },
              { name: `Worst ±3σ${by}`, className: styles.figure },
            ]}
          />
          <tbody>
            <Row name="Before" effect={effect.before} />
            <Row name="After" effect={effect.after} />
          </tbody>
        </table>
      )}
    </div>
  )
}

function Row({ name, effect }: { readonly name: string; readonly effect: PartEffect | undefined }): ReactNode {
  const greeks = effect?.greeks
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles.figure}>{figure(greeks?.delta, 3)}</td>
      <td className={styles.figure}>{figure(greeks?.vegaPerVolPoint, 1)}</td>
      <td className={styles.figure}>{figure(greeks?.thetaPerDay, 1)}</td>
      <td className={styles.figure}>{figure(effect?.worst, 0)}</td>
    </tr>
  )
}
