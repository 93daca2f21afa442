/** News of the account, as the trader reads it. */
export type NoticeKind = 'fill' | 'rejected' | 'ended' | 'liquidation' | 'cash'

export interface Notice {
  /** The same for the same event in every tab. */
  readonly id: string
  readonly kind: NoticeKind
  readonly tone: 'ok' | 'warning' | 'neutral' | 'danger'
  readonly title: string
  readonly body: string
  /** Empty where it is of no order. */
  readonly clientOrderId: string
  /** A notice stands in place of an earlier one of the same group: what the earlier one said is in it. */
  readonly group?: string | undefined
}
