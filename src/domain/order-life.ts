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

/** Whether a cancel state says that the order is over: none, nothing said, and one on its way are no end. */
export const isEndState = (cancelState: string): boolean =>
  cancelState !== '' && cancelState !== 'none' && !cancelState.startsWith('pending_')
