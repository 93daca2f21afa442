/** Compares the best quote with own earlier RFQs of its kind. */
import { useMemo } from 'react'
import { useSentOrders } from '../../../api/journal/journal-hooks.ts'
import type { JournalOrder } from '../../../../core/domain/journal-order.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { quoteAgainstOwn } from '../../../../core/pricing/quality/quote-against-own.ts'
import { formatNumber } from '../../../ui/format/format-decimal.ts'

const spanMs = 90 * dayMs

export function QuoteJudged({ rfq }: { readonly rfq: JournalOrder }) {
  const orders = useSentOrders(rfq.sentAtMs - spanMs)
  const judged = useMemo(() => (orders === undefined ? undefined : quoteAgainstOwn(rfq, orders)), [rfq, orders])
  if (judged === undefined) return null
  const size = formatNumber(Math.abs(judged.worse), { places: 1 })
  const text =
    size === formatNumber(0, { places: 1 }) ? 'as good as' : `${size} vol ${judged.worse > 0 ? 'worse' : 'better'} than`
  return (
    <p
      className="muted"
      data-testid="quote-judged"
      title="Best quotes against the mid of the legs when they came, in vol points: on average"
    >
      The best quote so far is {text} your last {judged.count} of this kind.
    </p>
  )
}
