/** Paths that the page's head script requests early, shared with the code that uses them. Free of schemas. */
export const earlyPaths = {
  positions: '/v1/api/positions',
  balances: '/v1/api/balances',
  openOrders: '/v1/api/openOrders',
  listing: '/v1/api/exchangeInfo',
  summary: '/v1/market_data/tradeable_entity/all/summary',
} as const
