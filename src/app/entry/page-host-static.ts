/**
 * Host module for one venue on a static host, called directly: venue.json names it, and nothing starts before it was
 * read and checked. Screens use hash addresses.
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
