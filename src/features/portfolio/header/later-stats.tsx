/**
 * The day's change and what was realised. Both wait for what this browser's database holds, so their code, and that of trades and explanations with
 * it, comes once the tables are drawn; until then they stand as figures that are not known yet, and explain themselves when pressed.
 */
import type { Gap } from '../../../account/gap.ts'
import type { Total } from '../../../account/totals.ts'
import type { EquityDefinition } from '../../../domain/equity.ts'
import type { DayStart } from '../../../domain/thinning.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Pnl } from '../../../ui/format/figures.tsx'
import { dayUnit } from './header-choices.ts'
import { HeaderStat } from './header-stat.tsx'
import type { Explain } from './money-stats.tsx'

export interface PastDayProps {
  readonly equity: Total
  readonly definition: EquityDefinition
  readonly start: DayStart
  readonly stale: boolean
  readonly explain: Explain
}

export interface PastRealisedProps {
  /** Why the positions that realised ties to are not known now. */
  readonly gap: Gap | undefined
  readonly stale: boolean
  readonly explain: Explain
}

const unread = <Pnl value={undefined} />

export const LaterDayStat = lazyComponent(
  async () => (await import('./past-stats.tsx')).PastDayStat,
  ({ equity, start, stale, explain }: PastDayProps) => (
    <HeaderStat
      label="Day change"
      unit={dayUnit(start)}
      value={unread}
      gap={equity.gap}
      stale={stale}
      onExplain={() => explain('day')}
      testId="day-change"
    />
  ),
)

export const LaterRealisedStat = lazyComponent(
  async () => (await import('./past-stats.tsx')).PastRealisedStat,
  ({ gap, stale, explain }: PastRealisedProps) => (
    <HeaderStat
      label="Realised"
      unit=", before fees"
      value={unread}
      gap={gap}
      stale={stale}
      onExplain={() => explain('realised')}
      testId="total-realised"
    />
  ),
)
