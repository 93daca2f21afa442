/** What greeks are to, said the same wherever they stand. */

/** Of a perpetual or a future one a coin, of an option by Black-76: one and the same reference on every screen, hedges included. */
export const deltaTitle = 'Delta in coins, to the forward of each expiry (a future or perpetual is its size)'
