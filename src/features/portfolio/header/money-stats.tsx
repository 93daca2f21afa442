/** Figures of the header, each drawn anew only when it is another: a poll changes two or three of the dozen. */
import { memo } from 'react'
import type { Gap } from '../../../account/gap.ts'
import type { LastKnown, Total } from '../../../account/totals.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import type { EquityDefinition } from '../../../domain/equity.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { Amount, Pnl } from '../../../ui/format/figures.tsx'
import { formatPnl } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { MarginBar } from '../margin/margin-bar.tsx'
import type { FigureId } from './figure-ids.ts'
import { GreekStats as GreekFigures } from './greek-stats.tsx'
import { equityNames } from './header-choices.ts'
import { HeaderStat, type LastValue } from './header-stat.tsx'
import styles from './header.module.css'

/** Stable. */
export type Explain = (id: FigureId) => void

interface StatProps {
  readonly stale: boolean
  readonly explain: Explain
}

/** Why a total has no value, and the last it had. */
export function unknownOf(
  { gap, last }: Total,
  look: 'plain' | 'pnl' = 'plain',
): { readonly gap: Gap | undefined; readonly last: LastValue | undefined } {
  const text = (known: LastKnown<Decimal>): string =>
    look === 'pnl' ? formatPnl(known.value, { places: 2 }) : formatAmount(known.value, { places: 2 })
  return { gap, last: last === undefined ? undefined : { text: text(last), atMs: last.atMs } }
}

/** What a total leaves out. */
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
      label="Equity"
      unit=", USD"
      value={<Amount value={equity.value} places={2} />}
      hint={<LeftOut total={equity} />}
      title={`Equity is ${equityNames[definition]}`}
      {...unknownOf(equity)}
      stale={stale}
      onExplain={() => explain('equity')}
      testId="total-equity"
    />
  )
})

interface UpnlStatProps extends StatProps {
  readonly upnl: Total
  readonly ours: Total
  /** Rows that say otherwise than we do. */
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
      label="uPnL"
      unit=", USD"
      value={<Pnl value={upnl.value} />}
      {...unknownOf(upnl, 'pnl')}
      hint={upnl.leftOut.length > 0 ? <LeftOut total={upnl} /> : unsure}
      stale={stale}
      onExplain={() => explain('upnl')}
      testId="total-upnl"
    />
  )
})

export const GreekStats = memo(function GreekStats({ portfolio, explain }: { readonly portfolio: Portfolio; readonly explain: Explain }) {
  const { net, riskGap, lastRisk, stale, positions, positionRows = [] } = portfolio
  useAmountsHidden()
  const isReading = positionRows.some(({ unit }) => unit === undefined || (!unit.isPriced && unit.why === 'pending'))
  const isOld = stale || positions.status !== 'ready'
  return <GreekFigures net={net} gap={riskGap} last={lastRisk} stale={isOld} isReading={isReading} onExplain={explain} />
})

export const MarginStat = memo(MarginBar)
