/** The landing screen: what the account holds and what it is worth, live. */
import { memo, useState } from 'react'
import { useSession } from '../../api/venue/session.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { type Tab, Tabs } from '../../ui/controls/tabs.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useAfterPaint } from '../../ui/after-paint.ts'
import { useReady } from '../../ui/use-ready.ts'
import { useWidth } from '../../ui/panel/use-width.ts'
import { BalancesPanel } from './balances-panel.tsx'
import { PortfolioHeader } from './header/portfolio-header.tsx'
import { PositionsPanel } from './book/positions-panel.tsx'
import { HistoryPanel, RiskPanel } from './later-panels.tsx'
import styles from './portfolio.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { type Portfolio, usePortfolio } from '../../model/account/use-portfolio.ts'

export default function PortfolioPage() {
  const session = useSession()
  return (
    <Page title="Portfolio">
      {session.status === 'signed_in' ? (
        <Account key={session.serial} />
      ) : (
        <SignInCard reason={session.needsSignIn} words={session.words} />
      )}
    </Page>
  )
}

// Each is drawn by what it shows and by nothing else of the page.
const [Header, Positions, Balances] = [memo(PortfolioHeader), memo(PositionsPanel), memo(BalancesPanel)]

function Account() {
  const portfolio = usePortfolio()
  // Rows and totals are drawn with the poll that brought them; what is modelled of them comes after that picture, together.
  const drawn = useAfterPaint(portfolio)
  const later = isNewlyUnknown(drawn, portfolio) ? portfolio : drawn
  const width = useWidth()
  useReady(portfolio.positions.face === 'ready' && portfolio.balances.face === 'ready')
  return (
    <>
      <Header portfolio={portfolio} later={later} />
      {width === 'narrow' ? (
        <Phone portfolio={portfolio} later={later} />
      ) : (
        <SplitPane
          key={width}
          id={width === 'wide' ? 'portfolio' : 'portfolio-medium'}
          direction="vertical"
          panes={[
            {
              id: 'positions',
              size: width === 'wide' ? 64 : 48,
              minPx: 200,
              content: width === 'wide' ? <Head portfolio={portfolio} later={later} /> : <Positions portfolio={portfolio} />,
            },
            {
              id: 'balances',
              size: width === 'wide' ? 36 : 52,
              minPx: 120,
              content: width === 'wide' ? <Foot later={later} /> : <Tabbed portfolio={portfolio} later={later} tabs={belowTabs} />,
            },
          ]}
        />
      )}
    </>
  )
}

/** Positions beside what could become of them. */
function Head({ portfolio, later }: Held) {
  return (
    <SplitPane
      id="portfolio-columns"
      direction="horizontal"
      panes={[
        { id: 'left', name: 'positions', size: 62, minPx: 420, content: <Positions portfolio={portfolio} /> },
        { id: 'right', name: 'risk', size: 38, minPx: 380, content: <RiskPanel portfolio={later} /> },
      ]}
    />
  )
}

/** Balances beside what became of them over time. */
function Foot({ later }: Pick<Held, 'later'>) {
  return (
    <SplitPane
      id="portfolio-columns"
      direction="horizontal"
      panes={[
        { id: 'left', name: 'balances', size: 62, minPx: 420, content: <Balances portfolio={later} /> },
        { id: 'right', name: 'history', size: 38, minPx: 380, content: <HistoryPanel equity={later.totals.equity} /> },
      ]}
    />
  )
}

/** That something is not known any more, or old, is said at once everywhere. */
const isNewlyUnknown = (before: Portfolio, now: Portfolio): boolean =>
  (now.gap !== undefined && now.gap !== before.gap) ||
  (now.riskGap !== undefined && now.riskGap !== before.riskGap) ||
  (now.totals.gaps.balances !== undefined && now.totals.gaps.balances !== before.totals.gaps.balances) ||
  (now.stale && !before.stale)

interface Held {
  readonly portfolio: Portfolio
  /** The same after the next picture. */
  readonly later: Portfolio
}

const contents = {
  positions: ({ portfolio }: Held) => <Positions portfolio={portfolio} />,
  risk: ({ later }: Held) => <RiskPanel portfolio={later} />,
  balances: ({ later }: Held) => <Balances portfolio={later} />,
  history: ({ later }: Held) => <HistoryPanel equity={later.totals.equity} />,
} as const

type TabId = keyof typeof contents

const belowTabs = [
  { value: 'risk', label: 'Risk' },
  { value: 'balances', label: 'Balances' },
  { value: 'history', label: 'History' },
] as const satisfies readonly Tab<TabId>[]

const phoneTabs = [{ value: 'positions', label: 'Positions' }, ...belowTabs] as const satisfies readonly Tab<TabId>[]

/** One of several panels, where there is no room for them side by side. */
function Tabbed({ portfolio, later, tabs }: Held & { readonly tabs: readonly Tab<TabId>[] }) {
  const [chosen, choose] = useState<TabId>()
  const tab = tabs.find(each => each.value === chosen)?.value ?? tabs[0]?.value ?? 'risk'
  const Content = contents[tab]
  useCommands(
    tabs.map(each => ({
      id: `portfolio.show.${each.value}`,
      name: `Show ${each.value}`,
      group: 'Portfolio',
      run: () => choose(each.value),
    })),
  )
  return (
    <div className={styles.tabbed}>
      <Tabs label="Portfolio" value={tab} tabs={tabs} onChange={choose}>
        <Content portfolio={portfolio} later={later} />
      </Tabs>
    </div>
  )
}

const Phone = (held: Held) => <Tabbed {...held} tabs={phoneTabs} />
