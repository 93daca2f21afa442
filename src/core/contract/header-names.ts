/** Header names, apart from the endpoint table: the page's first requests are sent before that table has loaded. */

/** Header with the token. The underscore comes from the contract; some proxies silently drop such headers. */
export const credentialsHeader = 'credentials_secret'

/**
 * Headers from the page to its own server, which no venue receives: the venue the page was served for, and the number
 * of the trader's confirmation (1, 2, …). The latter separates the browser's own retry from a second order of the
 * trader.
 */
export const venueHeader = 'legwork-venue'
export const sendHeader = 'legwork-send'
