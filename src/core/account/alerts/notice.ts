export type NoticeKind = 'fill' | 'rejected' | 'ended' | 'liquidation' | 'cash'

export interface Notice {
  /** The same for the same event in every tab. */
  readonly id: string
  readonly kind: NoticeKind
  readonly tone: 'ok' | 'warning' | 'neutral' | 'danger'
  readonly title: string
  readonly body: string
  readonly clientOrderId: string
  /** A notice replaces an earlier one of the same group and repeats its content. */
  readonly group?: string | undefined
}
