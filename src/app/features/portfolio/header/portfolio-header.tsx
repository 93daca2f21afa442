/**
 * The account in one row: equity and its day first, then results and exposure; below it what needs attention, and
 * margin. A figure needs all its inputs, is the sum of the rows below, and explains itself when pressed.
 */
import { memo, useState } from 'react'
import { chooseAccount, useAccountChoices } from '../../../model/account/account-choices.ts'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useEver } from '../../../ui/use-ever.ts'
import type { ExplainedFigureProps } from './explained-header-figure.tsx'
import { type FigureId, figureIds, figures } from './figures.ts'
import styles from './header.module.css'
import { LazyDayStat, LazyRealisedStat } from './later-stats.tsx'
import { EquityStat, GreekStats, MarginStat, UpnlStat } from './money-stats.tsx'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { dayOptions, equityOptions } from './header-choices.ts'

// Memoised by their figures.
const [DayStat, RealisedStat] = [memo(LazyDayStat), memo(LazyRealisedStat)]

const Needs = memo(
  lazyComponent(async () => (await import('./needs.tsx')).Needs, <div className={styles.needs} />, { isLater: true }),
)

const Explanation = lazyComponent(
  async () => (await import('./explained-header-figure.tsx')).ExplainedHeaderFigure,
  null,
  {
    useClose: ({ figure, explain }) => (figure === undefined ? undefined : () => explain(undefined)),
  },
)

interface PortfolioHeaderProps {
  readonly portfolio: Portfolio
  /** Slightly later than `portfolio`: for greeks, margin and history. */
  readonly later: Portfolio
}

export function PortfolioHeader({ portfolio, later }: PortfolioHeaderProps) {
  const { totals, stale } = portfolio
  const choices = useAccountChoices()
  const [explained, explain] = useState<FigureId>()
  const { upnl, ourUpnl, differing } = totals
  return (
    <section className={styles.header} aria-label="Totals" data-testid="portfolio-header" data-stale={stale}>
      <div className={styles.line}>
        <EquityStat
          equity={totals.equity[choices.equity]}
          definition={choices.equity}
          stale={stale}
          explain={explain}
        />
        <DayStat
          equity={later.totals.equity[choices.equity]}
          definition={choices.equity}
          start={choices.dayStart}
          stale={stale}
          explain={explain}
        />
        <UpnlStat upnl={upnl} ours={ourUpnl} differing={differing.length} stale={stale} explain={explain} />
        <RealisedStat gap={portfolio.gap} stale={stale} explain={explain} />
        <GreekStats portfolio={later} explain={explain} />
      </div>
      <div className={styles.second}>
        <Needs portfolio={later} />
        <MarginStat portfolio={later} />
      </div>
      <Commands choices={choices} explain={explain} />
      <Explained figure={explained} portfolio={later} choices={choices} explain={explain} />
    </section>
  )
}

const group = 'Portfolio'

interface CommandsProps {
  readonly choices: AccountChoices
  readonly explain: (id: FigureId) => void
}

const Commands = memo(function Commands({ choices, explain }: CommandsProps) {
  useCommands([
    ...figureIds.map(id => ({
      id: `portfolio.explain.${id}`,
      name: `Explain ${figures[id].name}`,
      group,
      ...(id === 'equity' ? { keys: 'explainEquity' as const } : {}),
      run: () => explain(id),
    })),
    ...equityOptions
      .filter(({ value }) => value !== choices.equity)
      .map(({ value, label }) => ({
        id: `portfolio.equity.${value}`,
        name: `Equity is: ${label}`,
        group,
        run: () => chooseAccount({ equity: value }),
      })),
    ...dayOptions
      .filter(({ value }) => value !== choices.dayStart)
      .map(({ value, label }) => ({
        id: `portfolio.day.${value}`,
        name: `The day begins at ${label}`,
        group,
        run: () => chooseAccount({ dayStart: value }),
      })),
  ])
  return null
})

const Explained = memo(
  function Explained(props: ExplainedFigureProps) {
    return useEver(props.figure !== undefined) ? <Explanation {...props} /> : null
  },
  (before, after) => before.figure === undefined && after.figure === undefined,
)
