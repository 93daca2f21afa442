/**
 * Request guard against foreign pages and DNS rebinding: the Host must be a known name, and a write must come from our
 * own pages or from no page at all.
 */
import { credentialsHeader, venueHeader } from '../../core/contract/header-names.ts'
import { problem } from './answers.ts'
import { isLoopbackHost } from './env.ts'
import type { SecurityLog } from './security-log.ts'

export type Refusal = { readonly status: 403 | 421; readonly message: string }

export interface AccessRules {
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins?: readonly string[]
  readonly venueKey: string
  readonly securityLog?: SecurityLog | undefined
  /** Returns why a socket message is refused, which closes the socket. Undefined if it may pass. */
  readonly refuseMessage?: ((text: string) => string | undefined) | undefined
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

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
      message:
        'This server does not answer under that host name. Use http://127.0.0.1, or add the name to ALLOWED_HOSTS.',
    }
  }
  const origin = request.headers.get('origin')
  if (origin === null || origin === admitted || !writes.has(request.method)) return undefined
  const ours = URL.canParse(origin) && new URL(origin).host === host
  return ours ? undefined : { status: 403, message: "Writes are taken from this server's own pages only." }
}

const hostnameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined

/** Why a request to the control desk is refused: only this machine may use it, and not through a proxy. */
export function refuseControl(request: Pick<Request, 'headers'>): Refusal | undefined {
  const host = request.headers.get('host')
  const isLocal = host === null || isLoopbackHost(hostnameOf(host) ?? '')
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].some(name => request.headers.has(name))
  return isLocal && !isPassedOn ? undefined : { status: 403, message: 'The control desk answers on this machine only.' }
}

/**
 * Binds pages to their venue. A page left open while the server restarts in front of another venue would send it the
 * first one's token and show wrong figures. So the page names its venue in each request and socket address, and a
 * mismatch is refused. Programs need not name one; a browser page that sends a token must, or it is of an earlier
 * version.
 */

export function venueKeyOf(exchangeUrl: URL | undefined): string {
  if (exchangeUrl === undefined) return 'sandbox'
  return `${exchangeUrl.host}${exchangeUrl.pathname.replace(/\/+$/, '')}`
}

export function refuseOtherVenue({ headers }: Pick<Request, 'headers'>, venueKey: string): Response | undefined {
  const named = headers.get(venueHeader)
  const isOldPage = named === null && headers.has('sec-fetch-site') && headers.has(credentialsHeader)
  if (named === venueKey || (named === null && !isOldPage)) return undefined
  return problem(409, otherVenueText, { [venueHeader]: venueKey })
}

const otherVenueText = 'this page belongs to another venue: nothing was passed on; reload it'

export function namesOtherVenue(target: string | undefined, venueKey: string): boolean {
  const [, query = ''] = (target ?? '').split('?', 2)
  const named = new URLSearchParams(query).get('venue')
  return named !== null && named !== venueKey
}
