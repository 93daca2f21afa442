/**
 * The account in two lines: what it is worth, what it made, what it is exposed to; and its cash. Each figure is a value only when all its
 * inputs are there, is the sum of the rows below, and explains itself when pressed.
 */
import { memo, useState } from 'react'
import { chooseAccount, useAccountChoices } from '../../../model/account/account-choices.ts'
import type { AccountChoices } from '../../../model/account/parse-account-choices.ts'
import { type Gap, gapText } from '../../../model/account/gap.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { useRealised } from '../../../model/account/use-realised.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { Age } from '../../../ui/format/figures.tsx'
import { dash } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { noteExplanationRead } from '../../../ui/tour/tour-store.ts'
import { SetAside } from '../../../ui/panel/set-aside.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { useEver } from '../../../ui/use-ever.ts'
import { useDayChange } from '../history/use-day-change.ts'
import type { FigureId } from './figure-ids.ts'
import { dayOptions, equityOptions } from './header-choices.ts'
import styles from './header.module.css'
import { BalanceNote, DayStat, EquityStat, type Explain, GreekStats, MarginStat, RealisedStat, UpnlStat } from './money-stats.tsx'
import { useHeaderCommands } from './use-header-commands.ts'

const { Component: ExplanationDrawer } = deferred(async () => (await import('./explanation-drawer.tsx')).ExplanationDrawer, null)

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
        <UpnlStat upnl={upnl} ours={ourUpnl.value} differing={differing.length} stale={stale} explain={explain} />
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

interface ExplainedProps {
  readonly figure: FigureId | undefined
  readonly portfolio: Portfolio
  readonly choices: AccountChoices
  readonly explain: (id: FigureId | undefined) => void
}

/** The drawer of the figure that was pressed; while there is none a poll is none of its business. */
const Explained = memo(
  function Explained(props: ExplainedProps) {
    return useEver(props.figure !== undefined) ? <Explanation {...props} /> : null
  },
  (before, after) => before.figure === undefined && after.figure === undefined,
)

function Explanation({ figure: id, portfolio, choices, explain }: ExplainedProps) {
  // Formulas are texts that tell amounts.
  useAmountsHidden()
  const day = useDayChange(portfolio.totals.equity[choices.equity].value, choices.equity, choices.dayStart)
  const realised = useRealised()
  return (
    <ExplanationDrawer
      explained={id}
      inputs={{ portfolio, ...choices, day, realised }}
      stale={portfolio.stale}
      choice={id === undefined ? null : <Choice id={id} choices={choices} choose={chooseAccount} />}
      onClose={() => {
        explain(undefined)
        noteExplanationRead()
      }}
    />
  )
}

interface ChoiceProps {
  readonly id: FigureId
  readonly choices: AccountChoices
  readonly choose: (change: Partial<AccountChoices>) => void
}

/** What the trader may mean by the figure. */
function Choice({ id, choices, choose }: ChoiceProps) {
  if (id !== 'equity' && id !== 'day') return null
  return (
    <div className={styles.choice}>
      <Select label="Equity is" value={choices.equity} options={equityOptions} onChange={equity => choose({ equity })} />
      {id === 'day' && (
        <Select label="The day begins at" value={choices.dayStart} options={dayOptions} onChange={dayStart => choose({ dayStart })} />
      )}
    </div>
  )
}

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
