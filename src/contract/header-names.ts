/** Names of headers, apart from the table of endpoints: the page's first requests set out before that table is there. */

/** Header that carries the token. The underscore is the contract's; some proxies drop such headers silently. */
export const credentialsHeader = 'credentials_secret'

/**
 * Headers that our own page sends to our own server, and that no venue sees: which venue the page was served for, and which confirmation of
 * the trader's an order comes from (1, 2, …), by which a repetition of the browser's own is told from one of the trader's.
 */
export const venueHeader = 'legwork-venue'
export const sendHeader = 'legwork-send'
