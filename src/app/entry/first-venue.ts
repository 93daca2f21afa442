/** Shows the venue's name in the bar before the program has loaded, if the served page includes it. */
import { readStored } from '../api/browser/stored.ts'
import { servedVenue, venueSettingsKey } from '../api/venue/served-venue.ts'
import { stripHostile } from '../../core/domain/safe-text.ts'
import { isStaticPage } from './screen-path.ts'

export function nameVenue(): void {
  // A file or setting may name another venue, which only the program knows.
  if (isStaticPage() || readStored('local', venueSettingsKey) !== undefined) return
  const mark = document.querySelector<HTMLElement>('[data-venue-to-come]')
  if (mark === null) return
  const served = servedVenue()
  const isSandbox = served === 'sandbox'
  mark.className = (isSandbox ? mark.dataset['sandbox'] : mark.dataset['venue']) ?? ''
  mark.textContent = isSandbox ? 'SANDBOX' : stripHostile(served, 120)
  mark.dataset['testid'] = 'environment'
}
