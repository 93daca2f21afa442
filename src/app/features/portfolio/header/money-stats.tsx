/** Header figures, each memoised: a poll changes two or three of a dozen. */
import { memo } from 'react'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import type { Total } from '../../../../core/account/totals.ts'
import type { EquityDefinition } from '../../../../core/domain/equity.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { Amount, Pnl } from '../../../ui/format/figures.tsx'
import { formatPnl } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { MarginBar } from '../margin/margin-bar.tsx'
import type { StatProps } from './figures.ts'
import { GreekStats as GreekFigures } from './greek-stats.tsx'
import { equityNames } from './header-choices.ts'
import { HeaderStat, unknownOf } from './header-stat.tsx'
import styles from './header.module.css'

function LeftOut({ total }: { readonly total: Total }) {
  return total.leftOut.length > 0 ? <span className={styles.warning}>without {total.leftOut.join(', ')}</span> : null
}

interface EquityStatProps extends StatProps {
  readonly equity: Total
  readonly definition: EquityDefinition
}

export const EquityStat = memo(function EquityStat({ equity, definition, stale, explain }: EquityStatProps) {
  useAmountsHidden()
  return (
    <HeaderStat
      id="equity"
      value={<Amount value={equity.value} places={2} />}
      hint={<LeftOut total={equity} />}
      title={`Equity is ${equityNames[definition]}`}
      {...unknownOf(equity, known => formatAmount(known, { places: 2 }))}
      stale={stale}
      explain={explain}
    />
  )
})

interface UpnlStatProps extends StatProps {
  readonly upnl: Total
  readonly ours: Total
  readonly differing: number
}

export const UpnlStat = memo(function UpnlStat({ upnl, ours, differing, stale, explain }: UpnlStatProps) {
  useAmountsHidden()
  const unsure =
    ours.leftOut.length > 0 ? (
      <span className={styles.warning}>not recalculated: {ours.leftOut.join(', ')}</span>
    ) : differing === 0 ? null : (
      <>
        <Badge tone="warning" testId="upnl-differs">
          {differing === 1 ? '1 row differs' : `${differing} rows differ`}
        </Badge>{' '}
        <Pnl value={ours.value} />
      </>
    )
  return (
    <HeaderStat
      id="upnl"
      value={<Pnl value={upnl.value} />}
      {...unknownOf(upnl, known => formatPnl(known, { places: 2 }))}
      hint={upnl.leftOut.length > 0 ? <LeftOut total={upnl} /> : unsure}
      stale={stale}
      explain={explain}
    />
  )
})

export const GreekStats = memo(function GreekStats({
  portfolio,
  explain,
}: Pick<StatProps, 'explain'> & { readonly portfolio: Portfolio }) {
  const { net, riskGap, lastRisk, stale, positions, positionRows = [] } = portfolio
  useAmountsHidden()
  const isReading = !areQuotesRead(positionRows)
  const isOld = stale || positions.status !== 'ready'
  return <GreekFigures net={net} gap={riskGap} last={lastRisk} stale={isOld} isReading={isReading} explain={explain} />
})

export const MarginStat = memo(MarginBar)

export const areQuotesRead = (rows: readonly PositionRow[]): boolean =>
  !rows.some(({ unit }) => unit === undefined || (!unit.isPriced && unit.why === 'pending'))
