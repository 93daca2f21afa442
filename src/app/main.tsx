/** Where the page starts: preferences before the first paint, then the api, then the screens. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import '@fontsource-variable/inter'
import '../ui/theme/theme.css'
import '../ui/theme/base.css'
import { startApi } from '../api/start-api.ts'
import { startRegistry } from '../model/orders/use-registry.ts'
import { startPointerSpot } from '../ui/arming/pointer-spot.ts'
import { preloadGrid } from '../ui/grid/data-grid.tsx'
import { startPreferences } from '../ui/theme/preferences.ts'
import { UiProvider } from '../ui/ui-provider.tsx'
import { router } from './router.tsx'

startPreferences()
startPointerSpot()
startApi()
startRegistry()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>
  </StrictMode>,
)
// After the frame is on the screen: nearly every screen has a table.
setTimeout(preloadGrid)
