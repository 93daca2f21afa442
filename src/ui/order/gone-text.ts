/** Why an order is not sent once more: what it trades is no more. */
import type { Intent } from '../../domain/intent.ts'
import { symbolOfIntent } from '../../domain/intent-symbol.ts'
import { hasExpired, symbolsIn } from '../../domain/order-ends.ts'

export const goneText = (intent: Intent, nowMs: number): string | undefined =>
  hasExpired(symbolsIn(symbolOfIntent(intent)), nowMs) ? 'A leg of it has expired' : undefined
