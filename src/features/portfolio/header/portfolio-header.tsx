/**
 * The account in two lines: what it is worth, what it made, what it is exposed to; and its cash. Each figure is a value only when all its
 * inputs are there, is the sum of the rows below, and explains itself when pressed.
 */
import { memo, useState } from 'react'
import { chooseAccount, useAccountChoices } from '../../../model/account/account-choices.ts'
import type { AccountChoices } from '../../../account/parse-account-choices.ts'
import { type Gap, gapText } from '../../../account/gap.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { Age } from '../../../ui/format/figures.tsx'
import { dash } from '../../../ui/format/format-decimal.ts'
import { SetAside } from '../../../ui/panel/set-aside.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useEver } from '../../../ui/use-ever.ts'
import type { ExplainedFigureProps } from './explained-header-figure.tsx'
import type { FigureId } from './figure-ids.ts'
import styles from './header.module.css'
import { LaterDayStat, LaterRealisedStat } from './later-stats.tsx'
import { BalanceNote, EquityStat, type Explain, GreekStats, MarginStat, UpnlStat } from './money-stats.tsx'
import { useHeaderCommands } from './use-header-commands.ts'

// Each is drawn anew only when its figure is another.
const [DayStat, RealisedStat] = [memo(LaterDayStat), memo(LaterRealisedStat)]

const Explanation = lazyComponent(async () => (await import('./explained-header-figure.tsx')).ExplainedHeaderFigure)

interface PortfolioHeaderProps {
  readonly portfolio: Portfolio
  /** A moment later than `portfolio`: greeks, margin and what hangs on history are of it. */
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
      <MarginStat portfolio={later} />
      <Notes portfolio={portfolio} explain={explain} />
      <Commands choices={choices} explain={explain} />
      <Explained figure={explained} portfolio={later} choices={choices} explain={explain} />
    </section>
  )
}

interface CommandsProps {
  readonly choices: AccountChoices
  readonly explain: Explain
}

const Commands = memo(function Commands({ choices, explain }: CommandsProps) {
  useHeaderCommands(choices, chooseAccount, explain)
  return null
})

/** The drawer of the figure that was pressed; while there is none a poll is none of its business. */
const Explained = memo(
  function Explained(props: ExplainedFigureProps) {
    return useEver(props.figure !== undefined) ? <Explanation {...props} /> : null
  },
  (before, after) => before.figure === undefined && after.figure === undefined,
)

/** What was read of the account is not all of it; pressed, it shows the rows that were not. */
const Unread = ({ gap }: { readonly gap: Gap | undefined }) =>
  gap?.kind === 'unread' ? <SetAside rows={gap.rows} label={gapText(gap)} /> : null

const balanceNotes = [
  ['cash', 'Cash'],
  ['reserved', 'Reserved'],
  ['available', 'Available'],
  ['coins', 'Coins'],
] as const

/** "Available USD": of which assets the figure is. */
const noteLabel = (id: (typeof balanceNotes)[number][0], label: string, marginAssets: readonly string[]): string =>
  id === 'reserved' || id === 'available' ? `${label} ${marginAssets.join(' + ')}` : label

function Notes({ portfolio, explain }: { readonly portfolio: Portfolio; readonly explain: Explain }) {
  const { totals, balances, positions, oldestAgoMs, stale } = portfolio
  const nothing = balances.data === undefined && positions.data === undefined
  return (
    <div className={styles.notes}>
      {balanceNotes.map(([id, label]) => (
        <BalanceNote
          key={id}
          id={id}
          label={noteLabel(id, label, totals.marginAssets)}
          total={totals[id]}
          stale={stale}
          explain={explain}
        />
      ))}
      <span className={styles.fine} data-testid="total-positions">
        {totals.positions === undefined ? dash : totals.positions} {totals.positions === 1 ? 'position' : 'positions'}
      </span>
      <Unread gap={totals.gaps.positions} />
      <Unread gap={totals.gaps.balances} />
      <span className={styles.asOf}>
        {nothing ? (
          'not updated yet'
        ) : (
          <>
            updated <Age agoMs={oldestAgoMs} /> ago
          </>
        )}
      </span>
    </div>
  )
}
