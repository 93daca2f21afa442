/**
 * The address of an endpoint as its venue knows it, for a token's `uri`: where this page's server passes calls on, the venue's own host stands
 * in place of the page's. Without the query.
 */
const isLoopback = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)

/** `served`: the host of the venue behind the page's server, or `sandbox` for the exchange in it. */
export function venueUri(address: string, pageUrl: string, served: string): string {
  const page = new URL(pageUrl)
  const { protocol, host, pathname } = new URL(address, page)
  if (host !== page.host || served === 'sandbox') return `${protocol}//${host}${pathname}`
  const isSocket = protocol.startsWith('ws')
  const scheme = `${isSocket ? 'ws' : 'http'}${isLoopback(served) ? '' : 's'}`
  return `${scheme}://${served}${pathname}`
}
