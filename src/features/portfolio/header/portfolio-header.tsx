/**
 * The account in two lines: what it is worth, what it made, what it is exposed to; and its cash. Each figure is a value only when all its
 * inputs are there, is the sum of the rows below, and explains itself when pressed.
 */
import { useState } from 'react'
import { type Gap, gapText } from '../../../model/account/gap.ts'
import { useRealised } from '../../../model/account/use-realised.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { Age, Amount, Pnl } from '../../../ui/format/figures.tsx'
import { dash, formatPnl } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { noteExplanationRead } from '../../../ui/tour/tour-store.ts'
import { SetAside } from '../../../ui/panel/set-aside.tsx'
import { ExplanationDrawer } from './explanation-drawer.tsx'
import { explainFigure } from './explain-figure.ts'
import type { FigureId } from './figure-ids.ts'
import { GreekStats } from './greek-stats.tsx'
import { dayOptions, equityNames, equityOptions } from './header-choices.ts'
import { HeaderNote, HeaderStat, type LastValue } from './header-stat.tsx'
import styles from './header.module.css'
import { DayStat, RealisedStat } from './history-stats.tsx'
import { MarginBar } from '../margin/margin-bar.tsx'
import { useHeaderCommands } from './use-header-commands.ts'
import { useDayChange } from '../history/use-day-change.ts'
import { type AccountChoices, chooseAccount, useAccountChoices } from '../../../model/account/account-choices.ts'
import { type LastKnown, type Total } from '../../../model/account/totals.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'

type Explain = (id: FigureId) => void

export function PortfolioHeader({ portfolio }: { readonly portfolio: Portfolio }) {
  const { totals, positions, stale, riskGap, lastRisk } = portfolio
  // Formulas and greeks are texts that tell amounts.
  useAmountsHidden()
  const choices = useAccountChoices()
  const [explained, explain] = useState<FigureId>()
  useHeaderCommands(choices, chooseAccount, explain)
  const equity = totals.equity[choices.equity]
  const day = useDayChange(equity.value, choices.equity, choices.dayStart)
  const average = useRealised('average')
  const fifo = useRealised('fifo')
  const figure = explained === undefined ? undefined : explainFigure(explained, { portfolio, ...choices, day, average, fifo })
  return (
    <section className={styles.header} aria-label="Totals" data-testid="portfolio-header" data-stale={stale}>
      <div className={styles.line}>
        <HeaderStat
          label="Equity, USD"
          value={<Amount value={equity.value} places={2} />}
          hint={<LeftOut total={equity} otherwise={equityNames[choices.equity]} />}
          title={`Equity is ${equityNames[choices.equity]}`}
          {...unknownOf(equity)}
          stale={stale}
          onExplain={() => explain('equity')}
          testId="total-equity"
        />
        <UpnlStat portfolio={portfolio} onExplain={() => explain('upnl')} />
        <DayStat day={day} gap={equity.gap} start={choices.dayStart} stale={stale} onExplain={() => explain('day')} />
        <RealisedStat average={average} gap={portfolio.gap} stale={stale} onExplain={() => explain('realised')} />
        <GreekStats net={portfolio.net} gap={riskGap} last={lastRisk} stale={stale || positions.face !== 'ready'} onExplain={explain} />
      </div>
      <MarginBar portfolio={portfolio} />
      <Notes portfolio={portfolio} explain={explain} />
      <ExplanationDrawer
        figure={figure}
        stale={stale}
        choice={explained === undefined ? null : <Choice id={explained} choices={choices} choose={chooseAccount} />}
        onClose={() => {
          explain(undefined)
          noteExplanationRead()
        }}
      />
    </section>
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

/** What a total leaves out, which is told before anything else of it. */
function LeftOut({ total, otherwise }: { readonly total: Total; readonly otherwise: string }) {
  return total.leftOut.length > 0 ? <span className={styles.warning}>without {total.leftOut.join(', ')}</span> : otherwise
}

function UpnlStat({ portfolio, onExplain }: { readonly portfolio: Portfolio; readonly onExplain: () => void }) {
  const { upnl, ourUpnl, differing } = portfolio.totals
  const ours = (
    <>
      recalculated <Pnl value={ourUpnl.value} /> {differing.length === 0 && upnl.value !== undefined ? '✓' : null}
      {differing.length > 0 && (
        <Badge tone="warning" testId="upnl-differs">
          {differing.length === 1 ? '1 row differs' : `${differing.length} rows differ`}
        </Badge>
      )}
    </>
  )
  return (
    <HeaderStat
      label="uPnL, USD"
      value={<Pnl value={upnl.value} />}
      {...unknownOf(upnl, 'pnl')}
      hint={upnl.leftOut.length > 0 ? <LeftOut total={upnl} otherwise="" /> : ours}
      stale={portfolio.stale}
      onExplain={onExplain}
      testId="total-upnl"
    />
  )
}

/** What was read of the account is not all of it; pressed, it shows the rows that were not. */
const Unread = ({ gap }: { readonly gap: Gap | undefined }) =>
  gap?.kind === 'unread' ? <SetAside rows={gap.rows} label={gapText(gap)} /> : null

/** Why a total has no value, and the last it had. */
function unknownOf(
  { gap, last }: Total,
  look: 'plain' | 'pnl' = 'plain',
): { readonly gap: Gap | undefined; readonly last: LastValue | undefined } {
  const text = (known: LastKnown<Decimal>): string =>
    look === 'pnl' ? formatPnl(known.value, { places: 2 }) : formatAmount(known.value, { places: 2 })
  return { gap, last: last === undefined ? undefined : { text: text(last), atMs: last.atMs } }
}

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
        <HeaderNote
          key={id}
          label={noteLabel(id, label, totals.marginAssets)}
          value={<Money total={totals[id].value} leftOut={totals[id].leftOut.length} />}
          {...unknownOf(totals[id])}
          stale={stale}
          onExplain={() => explain(id)}
          testId={`total-${id}`}
        />
      ))}
      <span className={styles.fine} data-testid="total-positions">
        {totals.positions === undefined ? dash : totals.positions} {totals.positions === 1 ? 'position' : 'positions'}
      </span>
      <Unread gap={totals.gaps.positions} />
      <Unread gap={totals.gaps.balances} />
      <span className={styles.asOf}>
        updated <Age agoMs={nothing ? () => undefined : oldestAgoMs} /> ago
      </span>
    </div>
  )
}

const Money = ({ total, leftOut }: { readonly total: Decimal | undefined; readonly leftOut: number }) => (
  <>
    <Amount value={total} places={2} />
    {leftOut > 0 && <span className={styles.warning}> without {leftOut}</span>}
  </>
)
