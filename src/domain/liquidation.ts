/**
 * What the venue did by force because the account no longer covered its margin. The venue's own reason for an end goes first; where it only
 * shows an order that nobody here sent, the id it gave that order tells.
 */

/** The venue's word for an order that it ended in a liquidation. */
export const isLiquidationReason = (reason: string | undefined): boolean => reason === 'liquidation'

interface KnownOrder {
  readonly client_order_id?: string | undefined
  /** What it was called when it was sent from here; empty or absent for an order of another program or of the venue. */
  readonly title?: string | undefined
}

/** Did the venue place this order, to close a position of the account? */
export const isForcedClose = ({ client_order_id = '', title = '' }: KnownOrder): boolean =>
  title === '' && client_order_id.startsWith('liquidation-')
