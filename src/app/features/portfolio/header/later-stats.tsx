/**
 * Day change and realised P&L. They need this browser's database, so their code, with trades and explanations, loads
 * after the tables; until then they show as unknown and can be pressed.
 */
import type { Total } from '../../../../core/account/totals.ts'
import type { EquityDefinition } from '../../../../core/domain/equity.ts'
import type { DayStart } from '../../../../core/domain/thinning.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Pnl } from '../../../ui/format/figures.tsx'
import type { GapProps, StatProps } from './figures.ts'
import { dayUnit } from './header-choices.ts'
import { HeaderStat } from './header-stat.tsx'

export interface DayStatProps extends StatProps {
  readonly equity: Total
  readonly definition: EquityDefinition
  readonly start: DayStart
}

const unread = <Pnl value={undefined} />

export const LazyDayStat = lazyComponent(
  async () => (await import('./history-stats.tsx')).DayStat,
  ({ equity, start, stale, explain }: DayStatProps) => (
    <HeaderStat id="day" about={dayUnit(start)} value={unread} gap={equity.gap} stale={stale} explain={explain} />
  ),
  { isLater: true },
)

export const LazyRealisedStat = lazyComponent(
  async () => (await import('./history-stats.tsx')).RealisedStat,
  (props: GapProps) => <HeaderStat id="realised" about=", before fees" value={unread} {...props} />,
  { isLater: true },
)
