/** Net greeks of the header, with their coverage. */
import type { Risk } from '../../../../core/account/account-model.ts'
import type { LastKnown } from '../../../../core/account/totals.ts'
import type { NetGreeks } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import { type GapProps, greekFigures, netOf } from './figures.ts'
import { HeaderStat, unknownOf } from './header-stat.tsx'
import styles from './header.module.css'

interface GreekStatsProps extends GapProps {
  readonly net: NetGreeks | undefined
  readonly last: LastKnown<Risk> | undefined
  readonly isReading: boolean
}

const coinsOf = (net: NetGreeks): readonly string[] =>
  net.bases.flatMap(({ base, sum: { greeks, priced } }) =>
    priced === 0
      ? []
      : [`${base} ${formatAmountNumber(greeks.delta, { places: placesOf(greeks.delta), sign: 'always' })}`],
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

export function GreekStats({ net, gap, last, stale, isReading, explain }: GreekStatsProps) {
  const isWhole = net !== undefined && net.priced === net.of
  const coverage = net === undefined ? undefined : coverageText(net)
  const unsure = isWhole ? null : isReading ? coverage : <span className={styles.warning}>{coverage}</span>
  return greekFigures.map(which => {
    const value = net === undefined ? undefined : netOf(net, which)
    const coins = which === 'delta' && net !== undefined ? coinsOf(net) : []
    return (
      <HeaderStat
        key={which}
        id={which}
        value={value === undefined ? <span className="muted">{dash}</span> : written(value)}
        hint={coins.length > 0 && isWhole ? <Coins coins={coins} /> : unsure}
        title={
          coins.length === 0 || net === undefined
            ? undefined
            : `${coinsText(coins)}, ${coverageText(net)}. ${deltaTitle}. Coins held as cash are left out.`
        }
        {...unknownOf(
          { gap, last: last === undefined || netOf(last.value.net, which) === undefined ? undefined : last },
          risk => written(netOf(risk.net, which)),
        )}
        stale={stale}
        explain={explain}
      />
    )
  })
}
