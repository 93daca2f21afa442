/** Renders the static frame of every screen as markup at build time. */
import { renderToStaticMarkup } from 'react-dom/server'
import { memoryHistory } from '../../ui/router/page-history.ts'
import { Router } from '../../ui/router/router.ts'
import { RouterContext } from '../../ui/router/use-router.ts'
import { type ScreenName, screens } from '../shell/screens.ts'
import { StatusBar } from '../shell/status-bar.tsx'
import { WaitingTopBar } from '../shell/top-bar.tsx'
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
  return frames
}

function WaitingFrame({ name }: { readonly name: ScreenName }) {
  return (
    <div className={styles.frame}>
      <WaitingTopBar />
      <main className={styles.main}>
        <WaitingScreen name={name} />
      </main>
      <div className={styles.foot}>
        <StatusBar lastFault="Starting" resources={[]} pending={0} locked={false} />
      </div>
    </div>
  )
}
