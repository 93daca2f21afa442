/** RFQs over the lists, in rows as wide as the screen; on a very wide one beside them; on a phone one pane at a time, with tabs. */
import { type ReactNode, useState, useSyncExternalStore } from 'react'
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

/** From here on there is room for both side by side. */
const besideFrom = '(min-width: 1900px)'
const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(besideFrom)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const isBeside = (): boolean => matchMedia(besideFrom).matches

function Wide({ rfqs, open, outcomes }: OrdersLayoutProps) {
  const beside = useSyncExternalStore(subscribe, isBeside)
  const lists = (
    <SplitPane
      id={beside ? 'orders-lists' : 'orders-lists-below'}
      direction={beside ? 'vertical' : 'horizontal'}
      panes={[
        { id: 'open-orders', size: beside ? 55 : 64, minPx: beside ? 140 : 380, content: open },
        { id: 'outcomes', size: beside ? 45 : 36, minPx: beside ? 120 : 240, content: outcomes },
      ]}
    />
  )
  return (
    <SplitPane
      id={beside ? 'orders' : 'orders-above'}
      direction={beside ? 'horizontal' : 'vertical'}
      panes={[
        { id: 'rfqs', size: beside ? 48 : 56, minPx: beside ? 620 : 180, content: rfqs },
        { id: 'lists', size: beside ? 52 : 44, minPx: beside ? 560 : 180, content: lists },
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
