/** The landing screen: what the account holds and what it is worth, live. */
import { useSession } from '../../api/session.ts'
import { Page } from '../../ui/panel/page.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useReady } from '../../ui/use-ready.ts'
import { useWidth } from '../../ui/panel/use-width.ts'
import { BalancesPanel } from './balances-panel.tsx'
import { HistoryPanel } from './history/history-panel.tsx'
import { PortfolioHeader } from './portfolio-header.tsx'
import { PositionsPanel } from './positions-panel.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { type Portfolio, usePortfolio } from './use-portfolio.ts'

export default function PortfolioPage() {
  const session = useSession()
  return (
    <Page title="Portfolio">
      {session.status === 'signed_in' ? <Account key={session.serial} /> : <SignInCard reason={session.needsSignIn} />}
    </Page>
  )
}

function Account() {
  const portfolio = usePortfolio()
  const width = useWidth()
  useReady(portfolio.positions.face === 'ready' && portfolio.balances.face === 'ready')
  return (
    <>
      <PortfolioHeader portfolio={portfolio} />
      <SplitPane
        id="portfolio"
        direction="vertical"
        panes={[
          { id: 'positions', size: 61, minPx: 160, content: <PositionsPanel portfolio={portfolio} /> },
          {
            id: 'balances',
            size: 39,
            minPx: 120,
            content: width === 'wide' ? <Foot portfolio={portfolio} /> : <BalancesPanel portfolio={portfolio} />,
          },
          ...(width === 'medium' ? [{ id: 'history', size: 39, minPx: 160, content: <HistoryPanel /> }] : []),
        ]}
      />
    </>
  )
}

/** Balances beside what became of them over time, where there is room for both. */
function Foot({ portfolio }: { readonly portfolio: Portfolio }) {
  return (
    <SplitPane
      id="portfolio-foot"
      direction="horizontal"
      panes={[
        { id: 'balances', size: 62, minPx: 420, content: <BalancesPanel portfolio={portfolio} /> },
        { id: 'history', size: 38, minPx: 320, content: <HistoryPanel /> },
      ]}
    />
  )
}
