/** The whole page before the program runs: the bar with the screens, the screen's panels, the foot. */
import { StatusBar } from '../shell/status-bar.tsx'
import { WaitingTopBar } from '../shell/top-bar.tsx'
import type { ScreenName } from '../shell/screens.ts'
import styles from '../shell/shell.module.css'
import { WaitingScreen } from './waiting-screen.tsx'

export function WaitingFrame({ name }: { readonly name: ScreenName }) {
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
