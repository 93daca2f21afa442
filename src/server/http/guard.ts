/**
 * Who may speak to this server. A page of another site can make a browser send requests here, and DNS rebinding can make its name point
 * here: so the Host must be a name we know, and a write must come from our own pages or from no page at all.
 */
import { credentialsHeader, venueHeader } from '../../contract/header-names.ts'
import { problem } from './answers.ts'
import { isLoopbackHost } from './env.ts'
import type { SecurityLog } from './security-log.ts'

export type Refusal = { readonly status: 403 | 421; readonly message: string }

/** Whose requests and sockets are taken. */
export interface LetIn {
  readonly allowedHosts: readonly string[]
  /** Pages of other origins that may call the exchange. */
  readonly allowedOrigins?: readonly string[]
  readonly venueKey: string
  /** Where refused upgrades and logins of sockets are logged. */
  readonly securityLog?: SecurityLog | undefined
  /** Why a message of a socket is refused, which ends it; undefined where it may pass. */
  readonly refuseMessage?: ((text: string) => string | undefined) | undefined
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Why a request is refused; undefined when it may pass. `admitted`: the origin of another host's page that may do what it asks. */
export function refuseRequest(
  request: Pick<Request, 'method' | 'headers'>,
  allowedHosts: readonly string[],
  admitted?: string,
): Refusal | undefined {
  const host = request.headers.get('host')
  const hostname = host === null ? undefined : hostnameOf(host)
  const known = hostname !== undefined && (isLoopbackHost(hostname) || allowedHosts.includes(hostname))
  if (!known) {
    return {
      status: 421,
      message: 'This server does not answer under that host name. Use http://127.0.0.1, or add the name to ALLOWED_HOSTS.',
    }
  }
  const origin = request.headers.get('origin')
  if (origin === null || origin === admitted || !writes.has(request.method)) return undefined
  const ours = URL.canParse(origin) && new URL(origin).host === host
  return ours ? undefined : { status: 403, message: "Writes are taken from this server's own pages only." }
}

const hostnameOf = (host: string): string | undefined => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined)

/**
 * Why a request to the control desk of the sandbox is refused: it is only for this machine, under any host name, and
 * not for requests from a proxy.
 */
export function refuseControl(request: Pick<Request, 'headers'>): Refusal | undefined {
  const host = request.headers.get('host')
  const isLocal = host === null || isLoopbackHost(hostnameOf(host) ?? '')
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].some(name => request.headers.has(name))
  return isLocal && !isPassedOn ? undefined : { status: 403, message: 'The control desk answers on this machine only.' }
}

/**
 * A page belongs to the venue that it was served for. One that is still open when this server comes back in front of another venue would
 * send the token of the first to the second, and show the figures of the second as the first's: so the page names its venue with each
 * request and with its socket's address, and another than ours is refused. Programs need not name one; a browser's page that sends a
 * token must, since one that does not is a page of an earlier version.
 */

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
