/** Renders the static frame of every screen as markup at build time. */
import { renderToStaticMarkup } from 'react-dom/server'
import { memoryHistory } from '../../ui/router/page-history.ts'
import { Router } from '../../ui/router/router.ts'
import { RouterContext } from '../../ui/router/use-router.ts'
import { type ScreenName, screens, viewsOf } from '../shell/screens.ts'
import { Status, StatusStrip } from '../shell/status-strip.tsx'
import { WaitingTopBar } from '../shell/top-bar.tsx'
import { ViewTabs } from '../shell/views.tsx'
import styles from '../shell/shell.module.css'
import { WaitingScreen } from './waiting-screen.tsx'

export function prerenderFrames(): Readonly<Record<string, string>> {
  const frames: Record<string, string> = {}
  for (const { to, name } of screens) {
    frames[to.slice(1)] = renderToStaticMarkup(
      <RouterContext value={new Router({ history: memoryHistory(to) })}>
        <WaitingFrame name={name} />
      </RouterContext>,
    )
  }
  // The address of an earlier version.
  return { ...frames, flow: frames['orders'] ?? '' }
}

const nothing = (): void => undefined

/** The frame depends on the path only. Views are in the parameters, so none is chosen. */
function WaitingFrame({ name }: { readonly name: ScreenName }) {
  const views = viewsOf[name]
  return (
    <div className={styles.frame}>
      <WaitingTopBar />
      <StatusStrip screen={name} isFailing={false}>
        {views !== undefined && <ViewTabs of={name} views={views} onChange={nothing} />}
        <Status isFailing={false} lastFault="Starting" resources={[]} pending={0} locked={false} />
      </StatusStrip>
      <main className={styles.main}>
        <WaitingScreen name={name} />
      </main>
    </div>
  )
}
