import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { startReplay, useReplay } from '../../api/replay/replay.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { useSession } from '../../api/venue/session.ts'
import { panelSearch, parsePanelSearch } from '../../links/screen-links.ts'
import { type Portfolio, usePortfolio } from '../../model/account/use-portfolio.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { type Tab, Tabs } from '../../ui/controls/tabs.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { ReadingStored } from '../../ui/panel/panel-state-view.tsx'
import { focusPanel, isFocusNowhere } from '../../ui/panel/panel-focus.ts'
import { type PopOut, PopOutContext } from '../../ui/panel/pop-out.ts'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useIsUltrawide, useWidth } from '../../ui/panel/use-width.ts'
import { useAddress, useRouter } from '../../ui/router/use-router.ts'
import { useReady } from '../../ui/use-ready.ts'
import { BalancesPanel } from './balances-panel.tsx'
import { areQuotesRead } from '../../../core/account/lines.ts'
import { PortfolioHeader } from './header/portfolio-header.tsx'
import styles from './portfolio.module.css'
import { HistoryPanel, RiskPanel } from './positions/lazy-panels.tsx'
import { PositionsPanel } from './positions/positions-panel.tsx'
import { RiskKeys } from './risk/risk-keys.ts'
import { SignInCard } from './sign-in-card.tsx'

export default function PortfolioPage() {
  const session = useSession()
  const alone = useAlonePanel()
  const wasSignedOut = useRef(false)
  useEffect(() => {
    // Keyboard users who signed in by a key continue by keys.
    if (session.status === 'signed_in' && wasSignedOut.current && isFocusNowhere()) focusPanel(1)
    wasSignedOut.current = session.status !== 'signed_in'
  }, [session.status])
  return (
    <Page title="Portfolio">
      {session.status === 'signed_in' ? (
        alone === undefined ? (
          <Screen key={session.serial} />
        ) : (
          <Alone key={session.serial} panel={alone} />
        )
      ) : (
        <SignInCard reason={session.needsSignIn} text={session.text} />
      )}
    </Page>
  )
}

const PastPortfolio = lazyComponent(async () => (await import('./past-portfolio.tsx')).PastPortfolio, <ReadingStored />)

function Screen() {
  const past = useReplay()
  useCommands([
    { id: 'portfolio.replay', name: 'Replay a recorded day', group: 'Portfolio', keys: 'replay', run: startReplay },
  ])
  if (past === undefined) return <Account />
  return past.atMs === undefined ? <ReadingStored /> : <PastPortfolio atMs={past.atMs} />
}

// Memoised by their own props.
const [Header, Positions, Balances] = [memo(PortfolioHeader), memo(PositionsPanel), memo(BalancesPanel)]

function useAlonePanel(): TabId | undefined {
  const asked = useAddress(({ search }) => parsePanelSearch(search))
  return asked !== undefined && isPanel(asked) ? asked : undefined
}

function useIsReady({ positions, balances, positionRows, market }: Portfolio): boolean {
  const lacksPrices = useCapabilities().marketSummary === 'absent'
  const isRead =
    positions.status === 'ready' && balances.status === 'ready' && (lacksPrices || market.status === 'ready')
  return isRead && positionRows !== undefined && areQuotesRead(positionRows)
}

function Alone({ panel }: { readonly panel: TabId }) {
  const portfolio = usePortfolio()
  useReady(useIsReady(portfolio))
  const Content = contents[panel]
  return (
    <>
      {panel === 'risk' && <RiskKeys />}
      <Content portfolio={portfolio} later={portfolio} isAlone />
    </>
  )
}

function usePopOuts(): PopOut {
  const router = useRouter()
  return useCallback(
    name => {
      const panel = name.toLowerCase()
      if (!isPanel(panel)) return undefined
      const href = router.hrefOf({ to: '/portfolio', search: panelSearch(panel) })
      return () => void window.open(href, `legwork-${panel}`, 'popup,width=960,height=640')
    },
    [router],
  )
}

function Account() {
  const portfolio = usePortfolio()
  // Rows and totals render with their poll; modelled figures follow together afterwards.
  const drawn = useDeferredValue(portfolio)
  const later = isNewlyUnknown(drawn, portfolio) ? portfolio : drawn
  const width = useWidth()
  const popOuts = usePopOuts()
  useCommands(
    panelNames.map(name => ({
      id: `portfolio.window.${name}`,
      name: `Open ${name} in a window of its own`,
      group: 'Portfolio',
      run: () => popOuts(name)?.(),
    })),
  )
  useReady(useIsReady(later))
  return (
    <PopOutContext value={popOuts}>
      <RiskKeys />
      <div className={styles.sheet}>
        <Header portfolio={portfolio} later={later} />
        {width === 'narrow' ? (
          <Phone portfolio={portfolio} later={later} />
        ) : width === 'medium' ? (
          <SplitPane
            id="portfolio-medium"
            direction="vertical"
            panes={[
              { id: 'positions', size: 48, minPx: 200, content: <Positions portfolio={portfolio} /> },
              {
                id: 'below',
                size: 52,
                minPx: 120,
                content: <Tabbed portfolio={portfolio} later={later} tabs={belowTabs} />,
              },
            ]}
          />
        ) : (
          <Wide portfolio={portfolio} later={later} />
        )}
      </div>
    </PopOutContext>
  )
}

const usualSizes = { id: 'portfolio-columns', held: 62, beside: 38 } as const
const vastSizes = { id: 'portfolio-columns-vast', held: 56, beside: 44 } as const

function Wide({ portfolio, later }: PageFigures) {
  const sizes = useIsUltrawide() ? vastSizes : usualSizes
  const held = (
    <div className={styles.held}>
      <Positions portfolio={portfolio} />
      <Balances portfolio={later} place="line" />
    </div>
  )
  const beside = (
    <SplitPane
      id="portfolio-beside"
      direction="vertical"
      panes={[
        { id: 'risk', size: 64, minPx: 200, content: <RiskPanel portfolio={later} /> },
        { id: 'history', size: 36, minPx: 120, content: <HistoryPanel equity={later.totals.equity} /> },
      ]}
    />
  )
  return (
    <div className={styles.wide}>
      <SplitPane
        id={sizes.id}
        direction="horizontal"
        panes={[
          { id: 'left', name: 'positions', size: sizes.held, minPx: 420, content: held },
          { id: 'right', name: 'risk', size: sizes.beside, minPx: 380, content: beside },
        ]}
      />
    </div>
  )
}

const isNewlyUnknown = (before: Portfolio, now: Portfolio): boolean =>
  (now.gap !== undefined && now.gap !== before.gap) ||
  (now.riskGap !== undefined && now.riskGap !== before.riskGap) ||
  (now.totals.gaps.balances !== undefined && now.totals.gaps.balances !== before.totals.gaps.balances) ||
  (now.stale && !before.stale)

interface PageFigures {
  readonly portfolio: Portfolio
  readonly later: Portfolio
  readonly isAlone?: boolean
}

const contents = {
  positions: ({ portfolio }: PageFigures) => <Positions portfolio={portfolio} />,
  risk: ({ later }: PageFigures) => <RiskPanel portfolio={later} />,
  balances: ({ later, isAlone }: PageFigures) => (
    <Balances portfolio={later} place={isAlone === true ? 'window' : 'tab'} />
  ),
  history: ({ later }: PageFigures) => <HistoryPanel equity={later.totals.equity} />,
} as const

type TabId = keyof typeof contents
const panelNames = Object.keys(contents)
const isPanel = (name: string): name is TabId => Object.hasOwn(contents, name)

const belowTabs = [
  { value: 'risk', label: 'Risk' },
  { value: 'balances', label: 'Balances' },
  { value: 'history', label: 'History' },
] as const satisfies readonly Tab<TabId>[]

const phoneTabs = [{ value: 'positions', label: 'Positions' }, ...belowTabs] as const satisfies readonly Tab<TabId>[]

function Tabbed({ portfolio, later, tabs }: PageFigures & { readonly tabs: readonly Tab<TabId>[] }) {
  const [chosen, setChosen] = useState<TabId>()
  const tab = tabs.find(each => each.value === chosen)?.value ?? tabs[0]?.value ?? 'risk'
  const Content = contents[tab]
  useCommands(
    tabs.map(each => ({
      id: `portfolio.show.${each.value}`,
      name: `Show ${each.value}`,
      group: 'Portfolio',
      run: () => setChosen(each.value),
    })),
  )
  return (
    <div className={styles.tabbed}>
      <Tabs label="Portfolio" value={tab} tabs={tabs} onChange={setChosen}>
        <Content portfolio={portfolio} later={later} />
      </Tabs>
    </div>
  )
}

const Phone = (figures: PageFigures) => <Tabbed {...figures} tabs={phoneTabs} />
