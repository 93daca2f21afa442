import type { Intent } from '../../../../core/domain/intent.ts'
import { isBeforeSending } from '../../../../core/domain/intent.ts'
import { phrasedIntent, priceWords } from '../../../../core/domain/trade-story/trade-words.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'

/** Descriptions of the orders that amended others, by the client id of the replaced order. */
export const replacements = (intents: readonly Intent[]): ReadonlyMap<string, string> =>
  new Map(
    intents.flatMap(intent => {
      const { amends } = intent.context
      if (amends === undefined || isBeforeSending(intent) || intent.state.kind === 'rejected') return []
      const phrased = phrasedIntent(intent)
      const price = priceWords({ ...phrased, price: intent.order.price })
      return [[amends.clientOrderId, [shownPhrase(phrased), price].filter(Boolean).join(', ')] as const]
    }),
  )
