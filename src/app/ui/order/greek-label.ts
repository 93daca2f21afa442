/** A perpetual or future counts as one coin, an option by Black-76: the same on every screen. */
export const deltaTitle = 'Delta in coins, to the forward of each expiry (a future or perpetual is its size)'
