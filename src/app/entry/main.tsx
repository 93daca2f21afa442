/** Starts the program after the static frame is painted: preferences, then the api, then the screens. */
import { StrictMode } from 'react'
import { createRoot } from './create-root.ts'
import '../ui/theme/sheets.ts'
import { prefetchAccount } from '../api/account/account-hooks.ts'
import { prefetchSummary } from '../api/market/market-hooks.ts'
import { startApi } from '../api/start-api.ts'
import { startRegistry } from '../model/orders/use-registry.ts'
import { startPointerSpot } from '../ui/arming/pointer-spot.ts'
import { startPreferences } from '../ui/theme/preferences.ts'
import { afterUsable, waitForUsable } from '../ui/after-usable.ts'
import { UiProvider } from '../ui/commands/ui-provider.tsx'
import { keepFocus } from './keep-focus.ts'
import { pageHost } from './page-host.ts'
import { Screens } from './router.tsx'
import { screenPath } from './screen-path.ts'
import { screens } from './shell/screens.ts'

function requestFigures(): void {
  const path = screenPath()
  const first = screens.find(screen => path.startsWith(screen.to)) ?? screens[0]
  if (first.name === 'Portfolio') void prefetchAccount()
  if (first.name === 'Portfolio' || first.name === 'Build' || first.name === 'Markets') void prefetchSummary()
}

/**
 * Called once all code is evaluated. With developer tools attached, a request made during evaluation costs 0.1 s (bench
 * `start`, 1×): its stack is recorded, for which the whole program is parsed again.
 */
export function start(): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  waitForUsable()
  startPreferences()
  startPointerSpot()
  startApi({ ...pageHost.api, whenUsable: afterUsable() })
  startRegistry()
  requestFigures()
  keepFocus(root)
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <Screens />
      </UiProvider>
    </StrictMode>,
  )
}
