/**
 * A page belongs to the venue that it was served for. One that is still open when this server comes back in front of another venue would
 * send the token of the first to the second, and show the figures of the second as the first's: so the page names its venue with each
 * request and with its socket's address, and another than ours is refused. Programs need not name one; a browser's page that sends a
 * token must, since one that does not is a page of an earlier version.
 */
import { credentialsHeader, venueHeader } from '../contract/header-names.ts'
import { problem } from './problem.ts'

/** What names a venue: its host, and its path where it has one. */
export function venueKeyOf(exchangeUrl: URL | undefined): string {
  if (exchangeUrl === undefined) return 'sandbox'
  return `${exchangeUrl.host}${exchangeUrl.pathname.replace(/\/+$/, '')}`
}

/** The refusal of a request from the page of another venue; undefined for any other. */
export function refuseOtherVenue({ headers }: Pick<Request, 'headers'>, venueKey: string): Response | undefined {
  const named = headers.get(venueHeader)
  const isOldPage = named === null && headers.has('sec-fetch-site') && headers.has(credentialsHeader)
  if (named === venueKey || (named === null && !isOldPage)) return undefined
  return problem(409, otherVenueText, { [venueHeader]: venueKey })
}

const otherVenueText = 'this page belongs to another venue: nothing was passed on; reload it'

/** Does a socket's address name another venue? Browsers send no header of ours with an upgrade. */
export function namesOtherVenue(target: string | undefined, venueKey: string): boolean {
  const [, query = ''] = (target ?? '').split('?', 2)
  const named = new URLSearchParams(query).get('venue')
  return named !== null && named !== venueKey
}
