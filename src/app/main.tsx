/** The program, once the frame is on the screen: the choices of the reader, then the api, then the screens in place of the frame. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/theme/sheets.ts'
import { prefetchAccount } from '../api/account/account-hooks.ts'
import { prefetchSummary } from '../api/market/market-hooks.ts'
import { startApi } from '../api/start-api.ts'
import { startRegistry } from '../model/orders/use-registry.ts'
import { startPointerSpot } from '../ui/arming/pointer-spot.ts'
import { preloadOverlays } from '../ui/controls/overlay.tsx'
import { preloadPayoff } from '../features/builder/later-panels.tsx'
import { preloadOutcomes } from '../features/ticket/order-outcome.tsx'
import { startPreferences } from '../ui/theme/preferences.ts'
import { UiProvider } from '../ui/commands/ui-provider.tsx'
import { keepFocus } from './keep-focus.ts'
import { pageHost } from './page-host.ts'
import { Screens } from './router.tsx'
import { screenLoaded } from './screen.tsx'
import { screenPath } from './screen-path.ts'
import { type ScreenName, screens } from './shell/screens.ts'

startPreferences()
startPointerSpot()
startApi(pageHost.api)
startRegistry()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

/** After the first picture, for what the trader is likely to open next. */
const laterMs = 3_000
/** The longest that the frame stands for a screen whose code is on the way. */
const codeMs = 2_000
/** The longest that a screen whose code is there waits for its first figures, so as to be drawn once with them and not twice. */
const figuresMs = 150

const paused = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Begins to ask for the first figures of a screen, and ends when they are there. */
async function firstFigures(screen: ScreenName): Promise<void> {
  if (screen !== 'Portfolio' && screen !== 'Build' && screen !== 'Markets') return
  const summary = prefetchSummary()
  await (screen === 'Portfolio' ? prefetchAccount() : summary)
}

const isDraftNamed = (): boolean => /[?&]legs=/.test(location.search + location.hash)

/** The screens, once the code of the first of them is there: until then the frame in the page shows what they would. */
async function show(place: HTMLElement): Promise<void> {
  const first = screens.find(screen => screenPath().startsWith(screen.to)) ?? screens[0]
  const figures = firstFigures(first.name)
  // A draft in the address is looked at by its payoff.
  if (first.name === 'Build' && isDraftNamed()) void preloadPayoff()
  await Promise.race([screenLoaded(first.name), paused(codeMs)])
  await Promise.race([figures, paused(figuresMs)])
  keepFocus(place)
  createRoot(place).render(
    <StrictMode>
      <UiProvider>
        <Screens />
      </UiProvider>
    </StrictMode>,
  )
  // Every screen opens dialogs; what the first one shows goes first.
  setTimeout(() => void Promise.all([preloadOverlays(), preloadOutcomes()]), laterMs)
}
void show(root)
