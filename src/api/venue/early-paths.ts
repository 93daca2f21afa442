/** Where the first figures come from: asked for by the script in the page's head, and looked for by what draws them. Free of schemas. */
export const earlyPaths = {
  positions: '/v1/api/positions',
  balances: '/v1/api/balances',
  openOrders: '/v1/api/openOrders',
  listing: '/v1/api/exchangeInfo',
  summary: '/v1/market_data/tradeable_entity/all/summary',
} as const
