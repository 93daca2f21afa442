/** How an order's life can end, in the venue's words (venue extensions, "Details the contract leaves open"). */

const endReasons = new Set([
  'user_cancelled',
  'immediate_with_insufficient_liquidity',
  'timeout',
  'insufficient_account_balance',
  'liquidation',
  'supervisory',
])

/** Whether a reason is one by which a live order ends; any other tells why something was not done. */
export const isEndReason = (reason: string): boolean => endReasons.has(reason)
