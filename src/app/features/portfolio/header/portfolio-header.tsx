/**
 * The account in one row: value, results, exposure; below it margin and what needs attention. A figure needs all its
 * inputs, is the sum of the rows below, and explains itself when pressed.
 */
import { TriangleAlert } from 'lucide-react'
import { memo, useState } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { chooseAccount, useAccountChoices } from '../../../model/account/account-choices.ts'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useEver } from '../../../ui/use-ever.ts'
import type { ExplainedFigureProps } from './explained-header-figure.tsx'
import { type FigureId, figureIds, figures } from './figures.ts'
import styles from './header.module.css'
import { LaterDayStat, LaterRealisedStat } from './later-stats.tsx'
import { EquityStat, GreekStats, MarginStat, UpnlStat } from './money-stats.tsx'
import { chooseRisk } from '../risk/risk-choices.ts'
import type { Risk } from '../../../../core/account/account-model.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { nextExpiries } from '../../../../core/pricing/portfolio/next-expiries.ts'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { dayOptions, equityOptions } from './header-choices.ts'

/** A short option counts as near its strike in its last week, within this share of the price. */
const nearStrike = { partOfPrice: 0.02, lastMs: 7 * dayMs } as const

/** "BTC 24NOV26 settles in 05:12, 3 legs, 1 ITM", "BTC 25NOV26 95000 P short, +1.2 % to strike". */
export function needsOf({ lines, underlyings }: Pick<Risk, 'lines' | 'underlyings'>, nowMs: number): readonly string[] {
  return nextExpiries(lines, base => underlyings.get(base), nowMs).flatMap(group => {
    const leftMs = group.expiryMs - nowMs
    const legs = `${group.lines.length} ${group.lines.length === 1 ? 'leg' : 'legs'}`
    const itm = group.inTheMoney === 0 ? '' : `, ${group.inTheMoney} ITM`
    const settles =
      leftMs > dayMs ? [] : [`${group.base} ${shortExpiry(group.expiryMs)} settles in ${formatDaysLeft(leftMs)}, ${legs}${itm}`]
    const near = group.lines.filter(
      ({ line, away }) => leftMs <= nearStrike.lastMs && line.size < 0 && away !== undefined && Math.abs(away) <= nearStrike.partOfPrice,
    )
    return [...settles, ...near.map(({ line, away = 0 }) => `${line.name} short, ${formatPercent(away, { sign: 'always' })} to strike`)]
  })
}

// Memoised by their figures.
const [DayStat, RealisedStat] = [memo(LaterDayStat), memo(LaterRealisedStat)]

const Explanation = lazyComponent(async () => (await import('./explained-header-figure.tsx')).ExplainedHeaderFigure, null, {
  useClose: ({ figure, explain }) => (figure === undefined ? undefined : () => explain(undefined)),
})

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
        <EquityStat equity={totals.equity[choices.equity]} definition={choices.equity} stale={stale} explain={explain} />
        <UpnlStat upnl={upnl} ours={ourUpnl} differing={differing.length} stale={stale} explain={explain} />
        <DayStat
          equity={later.totals.equity[choices.equity]}
          definition={choices.equity}
          start={choices.dayStart}
          stale={stale}
          explain={explain}
        />
        <RealisedStat gap={portfolio.gap} stale={stale} explain={explain} />
        <GreekStats portfolio={later} explain={explain} />
      </div>
      <div className={styles.second}>
        <MarginStat portfolio={later} />
        <Needs portfolio={later} />
      </div>
      <Commands choices={choices} explain={explain} />
      <Explained figure={explained} portfolio={later} choices={choices} explain={explain} />
    </section>
  )
}

const Needs = memo(function Needs({ portfolio: { lines, underlyings } }: { readonly portfolio: Portfolio }) {
  const [first, ...more] = lines === undefined ? [] : needsOf({ lines, underlyings }, serverNowMs())
  if (first === undefined) return null
  return (
    <Button
      size="sm"
      variant="quiet"
      className={styles.needs}
      title={[first, ...more].join('\n')}
      data-testid="needs"
      onClick={() => chooseRisk({ view: 'expiries' })}
    >
      <TriangleAlert size={12} aria-hidden="true" />
      <span className={styles.need}>{first}</span>
      {more.length > 0 && ` + ${more.length} more`}
    </Button>
  )
})

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

/** The explanation drawer; while closed, polls do not re-render it. */
const Explained = memo(
  function Explained(props: ExplainedFigureProps) {
    return useEver(props.figure !== undefined) ? <Explanation {...props} /> : null
  },
  (before, after) => before.figure === undefined && after.figure === undefined,
)
