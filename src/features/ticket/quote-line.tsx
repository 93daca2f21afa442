/** What has become of the quote that is being taken, beside the question whether to send. */
import { canonical, gte } from '../../domain/decimal.ts'
import type { NewOrder } from '../../domain/order.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { exactText } from '../../ui/order/effect-words.ts'
import type { QuoteWatch } from './use-quote-watch.ts'

export function QuoteLine({ watch, order }: { readonly watch: QuoteWatch; readonly order: Pick<NewOrder, 'quantity' | 'price'> }) {
  const { now, isOld } = watch
  if (now === undefined) return <Banner tone="info" title="Looking whether the quote still stands." />
  if (isOld) return <Banner tone="warning" title="The quotes are not fresh: whether this one still stands is not known." />
  switch (now.kind) {
    case 'worse':
      return (
        <Banner
          tone="warning"
          testId="quote-moved"
          title={`The quote moved: the best is now ${exactText(canonical(now.best.price), true)}.`}
        >
          No size left at {order.price === undefined ? 'your price' : exactText(order.price, true)}; it may not fill.
        </Banner>
      )
    case 'gone':
      return (
        <Banner tone="warning" testId="quote-moved" title="The quote is gone: nobody quotes this side now.">
          It may not fill.
        </Banner>
      )
    default: {
      const enough = gte(now.quantity, order.quantity)
      const title = now.kind === 'better' ? `Quote improved to ${exactText(canonical(now.best.price), true)}` : 'Quote still good'
      return (
        <Banner tone={enough ? 'ok' : 'info'} title={title}>
          {enough
            ? 'Full size available.'
            : `${exactText(canonical(now.quantity))} of ${exactText(order.quantity)} available; the rest is cancelled.`}
        </Banner>
      )
    }
  }
}
