/** Net greeks of the header, with how many positions they are of. */
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import type { Risk } from '../../../model/account/account-model.ts'
import type { Gap } from '../../../model/account/gap.ts'
import type { LastKnown } from '../../../model/account/totals.ts'
import type { NetGreeks } from '../../../pricing/portfolio/net-greeks.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import type { GreekFigure } from './explain-greeks.ts'
import { netOf } from './explain-greeks.ts'
import styles from './header.module.css'
import { HeaderStat, type LastValue } from './header-stat.tsx'

interface GreekStatsProps {
  readonly net: NetGreeks | undefined
  /** Why it is not known. */
  readonly gap: Gap | undefined
  readonly last: LastKnown<Risk> | undefined
  readonly stale: boolean
  readonly onExplain: (which: GreekFigure) => void
}

const labels = [
  ['delta', 'Net delta, USD'],
  ['gamma', 'Gamma, USD per 1 %'],
  ['vega', 'Vega, USD per point'],
  ['theta', 'Theta, USD per day'],
] as const

/** "BTC +0.51 · ETH −31.0", the coins that delta is of. */
function coinsText(net: NetGreeks): string {
  const known = net.bases.filter(({ sum }) => sum.priced > 0)
  return known
    .map(
      ({ base, sum }) =>
        `${base} ${formatAmountNumber(sum.greeks.delta, { places: Math.abs(sum.greeks.delta) < 10 ? 2 : 1, sign: 'always' })}`,
    )
    .join(' · ')
}

/** "11 of 12 legs priced". */
const coverageText = ({ priced, of }: Pick<NetGreeks, 'priced' | 'of'>): string => `${priced} of ${of} legs priced`

function lastOf(last: LastKnown<Risk> | undefined, which: GreekFigure): LastValue | undefined {
  const value = last === undefined ? undefined : netOf(last.value.net, which)
  return last === undefined || value === undefined
    ? undefined
    : { text: formatAmountNumber(value, { places: 0, sign: 'always' }), atMs: last.atMs }
}

export function GreekStats({ net, gap, last, stale, onExplain }: GreekStatsProps) {
  const isWhole = net !== undefined && net.priced === net.of
  const coverage = net === undefined ? undefined : isWhole ? coverageText(net) : <span className={styles.warning}>{coverageText(net)}</span>
  return labels.map(([which, label]) => {
    const value = net === undefined ? undefined : netOf(net, which)
    const coins = which === 'delta' && net !== undefined ? coinsText(net) : ''
    return (
      <HeaderStat
        key={which}
        label={label}
        value={value === undefined ? <span className="muted">{dash}</span> : formatAmountNumber(value, { places: 0, sign: 'always' })}
        hint={
          coins !== '' && isWhole ? (
            coins
          ) : coins !== '' ? (
            <>
              {coins} · {coverage}
            </>
          ) : (
            coverage
          )
        }
        title={coins === '' || net === undefined ? undefined : `${coins}, ${coverageText(net)}. ${deltaTitle}`}
        gap={gap}
        last={lastOf(last, which)}
        stale={stale}
        onExplain={() => onExplain(which)}
        testId={`net-${which}`}
      />
    )
  })
}
