import type { ReactNode } from 'react'
import { Page } from '../../ui/panel/page.tsx'
import { WaitingPanes } from '../../ui/panel/waiting-panes.tsx'
import type { ScreenName } from '../shell/screens.ts'
import { waitingScreens } from './waiting-screens.ts'
import styles from './waiting.module.css'

export function WaitingScreen({ name }: { readonly name: ScreenName }): ReactNode {
  const { hasTotals, isOfAccount, panes } = waitingScreens[name]
  return (
    <Page title={name}>
      <div className={styles.screen} data-of-account={isOfAccount}>
        {hasTotals && <section className={styles.totals} aria-label="Totals" aria-busy="true" />}
        {panes !== undefined && <WaitingPanes split={panes} />}
      </div>
    </Page>
  )
}
