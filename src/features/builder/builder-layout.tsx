/** Three panes from 1280 px, two and a drawer from 768, one with tabs below. */
import { LineChart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useIsVast, useWidth } from '../../ui/panel/use-width.ts'
import styles from './builder.module.css'
import { type WireFold, useWireFold } from './ticket/use-wire-fold.ts'

export type BuilderPane = 'chain' | 'structure' | 'payoff'

interface BuilderLayoutProps {
  readonly pane: BuilderPane
  readonly setPane: (pane: BuilderPane) => void
  readonly legCount: number
  readonly chain: ReactNode
  readonly payoff: ReactNode
  /** Folded, it is one line below the payoff. */
  readonly wire: (fold: WireFold) => ReactNode
  readonly structure: ReactNode
  readonly ticket: ReactNode
}

interface Parts extends Omit<BuilderLayoutProps, 'wire'> {
  readonly wire: ReactNode
  readonly wireOpen: boolean
}

export function BuilderLayout(given: BuilderLayoutProps) {
  const width = useWidth()
  const fold = useWireFold()
  const props: Parts = { ...given, wire: given.wire(fold), wireOpen: fold.open }
  if (width === 'wide') return <Wide {...props} />
  return width === 'medium' ? <Medium {...props} /> : <Narrow {...props} />
}

/** The legs scroll, the ticket stays in view. */
const stack = (structure: ReactNode, ticket: ReactNode) => (
  <div className={styles.stack}>
    <div className={styles.grow}>{structure}</div>
    {ticket}
  </div>
)

/** Parts of the width: a vast screen has room for a second chart in the middle. */
const usualSizes = { id: 'build', chain: 32, middle: 34, structure: 34 } as const
const vastSizes = { id: 'build-vast', chain: 28, middle: 46, structure: 26 } as const

function Wide({ chain, payoff, wire, wireOpen, structure, ticket }: Parts) {
  const sizes = useIsVast() ? vastSizes : usualSizes
  const drawn = { id: 'payoff', content: payoff, size: 68, minPx: 320 }
  const middle = (
    <div className={styles.stack}>
      <div className={styles.grow}>
        <SplitPane
          id="build-middle"
          direction="vertical"
          panes={wireOpen ? [drawn, { id: 'wire preview', content: wire, size: 32, minPx: 90 }] : [drawn]}
        />
      </div>
      {wireOpen ? null : wire}
    </div>
  )
  return (
    <SplitPane
      id={sizes.id}
      direction="horizontal"
      panes={[
        { id: 'chain', content: chain, size: sizes.chain, minPx: 425 },
        { id: 'middle', content: middle, size: sizes.middle, minPx: 340 },
        { id: 'structure', content: stack(structure, ticket), size: sizes.structure, minPx: 480 },
      ]}
    />
  )
}

function Medium({ chain, payoff, wire, structure, ticket }: Parts) {
  const [open, setOpen] = useState(false)
  const opener = (
    <Button size="sm" icon={<LineChart size={14} />} onClick={() => setOpen(!open)} aria-expanded={open}>
      Payoff and wire preview
    </Button>
  )
  const right = (
    <div className={styles.stack}>
      <div className={styles.opener}>{opener}</div>
      <div className={styles.grow}>{structure}</div>
      {ticket}
    </div>
  )
  return (
    <>
      <SplitPane
        id="build-two"
        direction="horizontal"
        panes={[
          { id: 'chain', content: chain, size: 46, minPx: 330 },
          { id: 'structure', content: right, size: 54, minPx: 380 },
        ]}
      />
      <Drawer open={open} onClose={() => setOpen(false)} title="Payoff and wire preview" side="left" width="lg">
        <div className={styles.drawer}>
          <div className={styles.drawerChart}>{payoff}</div>
          {wire}
        </div>
      </Drawer>
    </>
  )
}

function Narrow({ pane, setPane, legCount, chain, payoff, wire, structure, ticket }: Parts) {
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
        <div className={styles.drawerChart}>{payoff}</div>
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
        { value: 'structure', label: `Legs (${legCount}) and ticket` },
        { value: 'payoff', label: 'Payoff' },
      ]}
    >
      {contents[pane]}
    </Tabs>
  )
}
