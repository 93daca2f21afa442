/**
 * The page on a static host of whatever kind, for one venue, to which it speaks directly: the file beside the page names the venue, and nothing starts
 * before that was read and checked. Screens lie behind a `#`, since such a host knows one address.
 */
import { fetchVenueFile } from '../api/venue/venue-file.ts'
import { speakTo } from '../api/venue/venue.ts'
import { hashHistory } from '../ui/router/page-history.ts'
import { showCannotStart } from './cannot-start.ts'
import type { PageHost } from './page-host.ts'

const read = await fetchVenueFile(document)
if (!read.ok) {
  showCannotStart(read.problem)
  throw new Error(read.problem)
}
speakTo(read.venue)

export const pageHost: PageHost = { api: {}, history: hashHistory() }
