/** RFQs beside the lists; on a phone one pane at a time, with tabs. */
import { type ReactNode, useState } from 'react'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'

type Pane = 'rfqs' | 'open' | 'outcomes'

interface OrdersLayoutProps {
  readonly rfqs: ReactNode
  readonly open: ReactNode
  readonly outcomes: ReactNode
  /** How much is in each, for the tabs. */
  readonly counts: { readonly rfqs: number; readonly open: number }
}

export function OrdersLayout(props: OrdersLayoutProps) {
  return useWidth() === 'narrow' ? <Narrow {...props} /> : <Wide {...props} />
}

function Wide({ rfqs, open, outcomes }: OrdersLayoutProps) {
  const lists = (
    <SplitPane
      id="orders-lists"
      direction="vertical"
      panes={[
        { id: 'open-orders', size: 55, minPx: 140, content: open },
        { id: 'outcomes', size: 45, minPx: 120, content: outcomes },
      ]}
    />
  )
  return (
    <SplitPane
      id="orders"
      direction="horizontal"
      panes={[
        { id: 'rfqs', size: 34, minPx: 300, content: rfqs },
        { id: 'lists', size: 66, minPx: 320, content: lists },
      ]}
    />
  )
}

const counted = (label: string, count: number): string => (count === 0 ? label : `${label} ${count}`)

function Narrow({ rfqs, open, outcomes, counts }: OrdersLayoutProps) {
  const [pane, setPane] = useState<Pane>('rfqs')
  const panes: Readonly<Record<Pane, ReactNode>> = { rfqs, open, outcomes }
  return (
    <Tabs
      label="Orders"
      value={pane}
      onChange={setPane}
      tabs={[
        { value: 'rfqs', label: counted('RFQs', counts.rfqs) },
        { value: 'open', label: counted('Open', counts.open) },
        { value: 'outcomes', label: 'Outcomes' },
      ]}
    >
      {panes[pane]}
    </Tabs>
  )
}
