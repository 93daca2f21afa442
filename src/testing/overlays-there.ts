/** For tests of what opens dialogs and drawers: their code is there before the first test, as it is on a page a few seconds old. */
import { beforeAll } from 'vitest'
import { preloadOverlays } from '../ui/controls/overlay.tsx'

beforeAll(preloadOverlays)
