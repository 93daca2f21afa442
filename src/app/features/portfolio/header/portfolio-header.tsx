/**
 * What needs attention, and margin; below it the account in one row: equity and its day first, then results and
 * exposure. A figure needs all its inputs, is the sum of the rows below, and explains itself when pressed.
 */
import { memo, useState } from 'react'
import { chooseAccount, useAccountChoices } from '../../../model/account/account-choices.ts'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useEver } from '../../../ui/use-ever.ts'
import type { ExplainedFigureProps } from './explained-header-figure.tsx'
import { type FigureId, figureIds, nameOf } from './figures.tsx'
import { FigureLine } from './header-figure.tsx'
import styles from './header.module.css'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { dayOptions, equityOptions } from './header-choices.ts'

const FirstLine = lazyComponent(
  async () => (await import('./first-line.tsx')).FirstLine,
  <div className={styles.first} />,
  { isLater: true },
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
  const { stale } = portfolio
  const choices = useAccountChoices()
  const [explained, setExplained] = useState<FigureId>()
  return (
    <section className={styles.header} aria-label="Totals" data-testid="portfolio-header" data-stale={stale}>
      <FirstLine portfolio={later} />
      <FigureLine data={portfolio} later={later} stale={stale} explain={setExplained} />
      <Commands choices={choices} explain={setExplained} />
      <Explained figure={explained} portfolio={later} choices={choices} explain={setExplained} />
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
      name: `Explain ${nameOf(id)}`,
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
