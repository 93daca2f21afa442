/** The views of a screen as tabs above it, by the parameter `view` of the address. */
import type { ReactNode } from 'react'
import { useFlowLack } from '../../api/feed/flow-link.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { useAddress, useNavigate } from '../../ui/router/use-router.ts'
import { type ScreenName, screens, type View, viewsOf } from './screens.ts'
import styles from './shell.module.css'

/** The view of the address, without the screen's first; undefined if the address names none. */
export function useView(name: ScreenName | undefined): View | undefined {
  const view = useAddress(({ search }) => search['view'])
  return name === undefined ? undefined : viewsOf[name]?.slice(1).find(({ value }) => value === view)
}

/** Views that the venue can fill. A screen with one view has no tabs. */
export function useOfferedViews(): Readonly<Partial<Record<ScreenName, readonly View[]>>> {
  return useFlowLack() === undefined ? viewsOf : withoutFlow
}
const { Orders: _, ...withoutFlow } = viewsOf

export function Views({ of, children }: { readonly of: ScreenName; readonly children: ReactNode }): ReactNode {
  const views = useOfferedViews()[of]
  const isAlone = useAddress(({ search }) => search['panel'] !== undefined)
  const navigate = useNavigate()
  const shown = useView(of)
  const to = screens.find(({ name }) => name === of)?.to
  const [first] = views ?? []
  if (isAlone || to === undefined || views === undefined || first === undefined) return children
  const show = (view: string): void => navigate({ to, search: view === first.value ? {} : { view } })
  return (
    <ViewTabs of={of} views={views} value={shown?.value ?? first.value} onChange={show}>
      {children}
    </ViewTabs>
  )
}

interface ViewTabsProps {
  readonly of: ScreenName
  readonly views: readonly View[]
  readonly value?: string | undefined
  readonly onChange: (view: string) => void
  readonly children: ReactNode
}

export function ViewTabs({ of, views, value, onChange, children }: ViewTabsProps): ReactNode {
  return (
    <div className={styles.views}>
      <Tabs label={`${of}: views`} value={value ?? ''} tabs={views} onChange={onChange}>
        {children}
      </Tabs>
    </div>
  )
}
