/**
 * The day's change and what was realised. Both wait for what this browser's database holds, so their code, and that of trades and explanations with
 * it, comes once the tables are drawn; until then they stand as figures that are not known yet, and explain themselves when pressed.
 */
import type { Total } from '../../../account/totals.ts'
import type { EquityDefinition } from '../../../domain/equity.ts'
import type { DayStart } from '../../../domain/thinning.ts'
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

export const LaterDayStat = lazyComponent(
  async () => (await import('./history-stats.tsx')).DayStat,
  ({ equity, start, stale, explain }: DayStatProps) => (
    <HeaderStat id="day" about={dayUnit(start)} value={unread} gap={equity.gap} stale={stale} explain={explain} />
  ),
  { isLater: true },
)

/** `gap`: why the positions that realised ties to are not known now. */
export const LaterRealisedStat = lazyComponent(
  async () => (await import('./history-stats.tsx')).RealisedStat,
  (props: GapProps) => <HeaderStat id="realised" about=", before fees" value={unread} {...props} />,
  { isLater: true },
)
