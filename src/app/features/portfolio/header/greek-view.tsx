/** Views of the header's net greeks, with their coverage. */
import type { NetGreeks } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import { type FigureView, type HeaderData, unknownOf } from './header-stat.tsx'
import styles from './header.module.css'

const netFields = {
  delta: 'deltaUsd',
  gamma: 'gammaUsd',
  vega: 'vegaPerVolPoint',
  theta: 'thetaPerDay',
} as const satisfies Readonly<Record<string, keyof NetGreeks>>

export type GreekFigure = keyof typeof netFields

/** Undefined unless every leg is priced: the sum of the others is not the portfolio's. */
export const netOf = (net: NetGreeks, which: GreekFigure): number | undefined =>
  net.priced === net.of && net.withoutPrice.length === 0 ? net[netFields[which]] : undefined

const coinsOf = (net: NetGreeks): readonly string[] =>
  net.bases.map(
    ({ base, sum: { greeks } }) =>
      `${base} ${formatAmountNumber(greeks.delta, { places: placesOf(greeks.delta), sign: 'always' })}`,
  )

const placesOf = (delta: number): number => (Math.abs(delta) < 10 ? 2 : Math.abs(delta) < 1_000 ? 1 : 0)

function coinsText(coins: readonly string[], most = coins.length): string {
  const left = coins.length - most
  return [...coins.slice(0, most), ...(left > 0 ? [`${left} more`] : [])].join(' · ')
}

const Coins = ({ coins }: { readonly coins: readonly string[] }) => (
  <>
    <span className={styles.coins} data-room="phone">
      {coinsText(coins, coins.length === 2 ? 2 : 1)}
    </span>
    <span className={styles.coins} data-room="desk">
      {coinsText(coins, 2)}
    </span>
    <span className={styles.coins} data-room="wide">
      {coinsText(coins, 4)}
    </span>
  </>
)

const coverageText = ({ priced, of }: Pick<NetGreeks, 'priced' | 'of'>): string => `${priced} of ${of} legs priced`

const written = (value: number | undefined): string =>
  value === undefined ? dash : formatAmountNumber(value, { places: 0, sign: 'always' })

export function greekView(
  { net, riskGap, unpriced, lastPriced, positions }: HeaderData,
  which: GreekFigure,
): FigureView {
  const value = net === undefined ? undefined : netOf(net, which)
  const coins = which === 'delta' && net !== undefined && value !== undefined ? coinsOf(net) : []
  const gap = riskGap ?? unpriced
  return {
    value: value === undefined ? <span className="muted">{dash}</span> : written(value),
    hint: coins.length > 0 ? <Coins coins={coins} /> : net !== undefined && value === undefined && coverageText(net),
    title:
      coins.length === 0 || net === undefined
        ? undefined
        : `${coinsText(coins)}. ${deltaTitle}. Coins held as cash are left out.`,
    ...unknownOf({ gap, last: gap === undefined ? undefined : lastPriced }, risk => written(netOf(risk.net, which))),
    stale: positions !== undefined && positions.status !== 'ready',
  }
}
