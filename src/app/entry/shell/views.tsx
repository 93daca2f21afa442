/** The views of a screen as tabs under the top bar, by the parameter `view` of the address. */
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

export function useOfferedViews(): Readonly<Partial<Record<ScreenName, readonly View[]>>> {
  return useFlowLack() === undefined ? viewsOf : withoutFlow
}
const { Orders: _, ...withoutFlow } = viewsOf

export function Views(): ReactNode {
  const screen = useAddress(({ pathname }) => screens.find(({ to }) => to === pathname))
  const offered = useOfferedViews()
  const isAlone = useAddress(({ search }) => search['panel'] !== undefined)
  const navigate = useNavigate()
  const shown = useView(screen?.name)
  const views = screen === undefined || isAlone ? undefined : offered[screen.name]
  const [first] = views ?? []
  if (screen === undefined || views === undefined || first === undefined) return null
  const show = (view: string): void => navigate({ to: screen.to, search: view === first.value ? {} : { view } })
  return <ViewTabs of={screen.name} views={views} value={shown?.value ?? first.value} onChange={show} />
}

interface ViewTabsProps {
  readonly of: ScreenName
  readonly views: readonly View[]
  readonly value?: string | undefined
  readonly onChange: (view: string) => void
}

export function ViewTabs({ of, views, value = '', onChange }: ViewTabsProps): ReactNode {
  return (
    <nav className={styles.views} aria-label="Views">
      <Tabs label={`${of}: views`} value={value} tabs={views} onChange={onChange} />
    </nav>
  )
}
