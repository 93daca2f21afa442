/** Why an order is not sent again: a leg of it does not trade. */
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { Intent } from '../../domain/intent.ts'
import { notTradingText, symbolsIn } from '../../domain/order-ends.ts'
import { symbolOfIntent } from '../../domain/phrase/order-phrase.ts'

export const goneText = (intent: Intent, nowMs: number, listing: Pick<InstrumentIndex, 'bySymbol'> | undefined): string | undefined =>
  notTradingText(symbolsIn(symbolOfIntent(intent)), nowMs, listing)
