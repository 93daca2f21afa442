/** Kinds of order for tests, to spread into an order. They also fit the wire, where sizes and prices are text. */

/** Rests in the book until its receive window ends. */
export const firmLimit = { market_id: '0', type: 'LIMIT', time_in_force: 'GTC' } as const

/** Trades immediately at any price; the rest is cancelled. */
export const firmAtMarket = { market_id: '0', type: 'MARKET', time_in_force: 'IOC' } as const
