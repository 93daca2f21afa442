/** Header totals. Each is a value only when all its inputs are there. */
import { Stat } from '../../ui/controls/stat.tsx'
import { Age } from '../../ui/format/figures.tsx'
import { DayChangeStat, RealisedStat } from './history/history-stats.tsx'
import styles from './portfolio.module.css'
import { TotalStat } from './total-stat.tsx'
import type { Portfolio } from './use-portfolio.ts'

const valuation = 'Coins are valued by the venue’s index.'

export function PortfolioHeader({ portfolio }: { readonly portfolio: Portfolio }) {
  const { totals, positions, balances, stale, oldestAgoMs } = portfolio
  const all = { stale, agoMs: oldestAgoMs, source: 'balances, positions, market summary' }
  const ofBalances = { stale, agoMs: oldestAgoMs, source: 'balances, market summary' }
  return (
    <section className={styles.header} aria-label="Totals" data-testid="portfolio-header" data-stale={stale}>
      <TotalStat
        {...all}
        label="Equity, USD"
        total={totals.equity}
        definition={`Cash + option value + futures uPnL. Option value is mark × size, negative for shorts; their premium is in cash already, so their uPnL is not added. ${valuation}`}
        hint="cash + options + futures uPnL"
        testId="total-equity"
      />
      <TotalStat
        stale={stale}
        agoMs={positions.receivedAgoMs}
        source="positions"
        label="uPnL, USD"
        total={totals.upnl}
        definition="The sum of the venue’s uPnL over the rows below: (mark − entry) × size each, before fees."
        hint="sum of the rows"
        signed
        testId="total-upnl"
      />
      <DayChangeStat equity={totals.equity.value} stale={stale} />
      <RealisedStat stale={stale} />
      <Stat
        label="Positions"
        value={totals.positions ?? '–'}
        hint={totals.positions === undefined ? undefined : 'open'}
        stale={stale}
        testId="total-positions"
      />
      <TotalStat
        {...ofBalances}
        label="Cash, USD"
        total={totals.cash}
        definition={`Cash balance of every asset. ${valuation}`}
        hint="coins by index"
        testId="total-cash"
      />
      <TotalStat
        {...ofBalances}
        label="Reserved, USD"
        total={totals.reserved}
        definition={`Held by the venue for open orders and margin. ${valuation}`}
        hint="orders and margin"
        testId="total-reserved"
      />
      <TotalStat
        {...ofBalances}
        label="Available, USD"
        total={totals.available}
        definition={`What the venue says is available for trading. ${valuation}`}
        hint="for trading"
        testId="total-available"
      />
      <p className={styles.asOf}>
        as of <Age agoMs={balances.data === undefined && positions.data === undefined ? () => undefined : oldestAgoMs} /> ago
      </p>
    </section>
  )
}
