/** What a row of the blotter is given; its details are given the same. */
import type { QuotesSeen } from '../../../domain/journal-order.ts'
import type { Intent } from '../../../domain/intent.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'

export interface RfqRowProps {
  readonly card: RfqCard
  /** Of an RFQ that this browser sent. */
  readonly intent: Intent | undefined
  readonly quotes: QuotesSeen | undefined
  /** Shown in the drawer. */
  readonly active: boolean
  /** What the keys act on. */
  readonly selected: boolean
  readonly isOpen: boolean
  readonly bookIntervalMs: number
  readonly onToggle: (id: string) => void
  readonly onOpen: (clientOrderId: string) => void
}
