/** Three panes from 1280 px, two from 768, one with tabs below. */
import type { ReactNode } from 'react'
import { Dock } from '../../ui/controls/dock.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useIsUltrawide, useWidth } from '../../ui/panel/use-width.ts'
import styles from './builder.module.css'
import { type WireFold, useWireFold } from './ticket/use-wire-fold.ts'

export type BuilderPane = 'chain' | 'structure' | 'payoff'

interface BuilderLayoutProps {
  readonly pane: BuilderPane
  readonly setPane: (pane: BuilderPane) => void
  readonly legCount: number
  /** Symbol that the draft would trade; undefined while the draft is incomplete. */
  readonly symbol: string | undefined
  readonly chain: ReactNode
  readonly payoff: ReactNode
  readonly structure: ReactNode
  readonly ticket: ReactNode
  readonly effects: ReactNode
  readonly held: ReactNode
  readonly wire: (fold: WireFold) => ReactNode
}

interface Parts extends Omit<BuilderLayoutProps, 'wire'> {
  readonly wire: ReactNode
  readonly wireOpen: boolean
  readonly isUltrawide: boolean
}

export function BuilderLayout(given: BuilderLayoutProps) {
  const width = useWidth()
  const isUltrawide = useIsUltrawide()
  const fold = useWireFold(isUltrawide)
  const props: Parts = { ...given, wire: given.wire(fold), wireOpen: fold.open, isUltrawide }
  if (width === 'wide') return <Wide {...props} />
  return width === 'medium' ? <Medium {...props} /> : <Narrow {...props} />
}

/** Stacked; a tall ticket scrolls before it covers the legs. */
const stack = ({ symbol, structure, ticket, effects, held, wire, wireOpen, isUltrawide }: Parts) => (
  <div className={styles.stack}>
    <div className={styles.legs}>{structure}</div>
    <Dock symbol={symbol} />
    {ticket}
    {effects}
    {wireOpen && !isUltrawide ? null : held}
    {wireOpen ? <div className={styles.grow}>{wire}</div> : <div className={styles.foot}>{wire}</div>}
  </div>
)

/** Percentages of the width: a wide screen gives its extra room to chain and chart. */
const usualSizes = { id: 'build', chain: 32, middle: 42, structure: 26 } as const
const vastSizes = { id: 'build-vast', chain: 28, middle: 50, structure: 22 } as const

function Wide(parts: Parts) {
  const sizes = parts.isUltrawide ? vastSizes : usualSizes
  return (
    <SplitPane
      id={sizes.id}
      direction="horizontal"
      panes={[
        { id: 'chain', content: parts.chain, size: sizes.chain, minPx: 425 },
        { id: 'middle', content: parts.payoff, size: sizes.middle, minPx: 340 },
        { id: 'structure', content: stack(parts), size: sizes.structure, minPx: 480 },
      ]}
    />
  )
}

function Medium(parts: Parts) {
  const left = (
    <SplitPane
      id="build-left"
      direction="vertical"
      panes={[
        { id: 'chain', content: parts.chain, size: 52, minPx: 200 },
        { id: 'payoff', content: parts.payoff, size: 48, minPx: 260 },
      ]}
    />
  )
  return (
    <SplitPane
      id="build-two"
      direction="horizontal"
      panes={[
        { id: 'left', content: left, size: 50, minPx: 330 },
        { id: 'structure', content: stack(parts), size: 50, minPx: 380 },
      ]}
    />
  )
}

function Narrow({ pane, setPane, legCount, chain, payoff, effects, wire, structure, ticket }: Parts) {
  const contents = {
    chain,
    structure: (
      <div className={styles.scroll}>
        {structure}
        {ticket}
      </div>
    ),
    payoff: (
      <div className={styles.scroll}>
        <div className={styles.chart}>{payoff}</div>
        {effects}
        {wire}
      </div>
    ),
  }
  return (
    <Tabs
      label="Parts of the builder"
      value={pane}
      onChange={setPane}
      tabs={[
        { value: 'chain', label: 'Chain' },
        { value: 'structure', label: `Ticket (${legCount})` },
        { value: 'payoff', label: 'Payoff' },
      ]}
    >
      {contents[pane]}
    </Tabs>
  )
}
