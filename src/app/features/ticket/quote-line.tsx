/** The current state of the quote being taken, in the review. */
import { abs, type Decimal, eq, gte } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../core/domain/effect-label.ts'
import type { NewOrder } from '../../../core/domain/order.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { maskAmount } from '../../ui/format/privacy.ts'
import { availableText } from '../../ui/order/full-size-text.ts'
import type { QuoteWatch } from './use-quote-watch.ts'

interface QuoteLineProps {
  readonly watch: QuoteWatch
  readonly order: Pick<NewOrder, 'quantity' | 'price'>
}

export function QuoteLine({ watch, order }: QuoteLineProps) {
  const { now, isQuoteOld, fill, quote } = watch
  if (now === undefined) return <Banner tone="info" title="Checking the quote." />
  if (isQuoteOld) return <Banner tone="warning" title="The quotes are old: this one may be gone." />
  const cash = (price: Decimal): string => {
    const { effect, text } = effectLabel(quote.side, price)
    return effect === 'even' ? 'pay nothing' : text
  }
  switch (now.kind) {
    case 'worse':
      return (
        <Banner
          tone="warning"
          testId="quote-moved"
          title={`The quote moved: at the best you now ${cash(now.best.price)}.`}
        >
          No size left at {order.price === undefined ? 'your price' : exactText(abs(order.price))}; it may not fill.
        </Banner>
      )
    case 'gone':
      return (
        <Banner tone="warning" testId="quote-moved" title="The quote is gone: nobody quotes this side now.">
          It may not fill.
        </Banner>
      )
    default: {
      const isSweep = fill !== undefined && !eq(fill.average, fill.worst)
      const improved = now.kind === 'better' && !isSweep
      const title = improved ? 'Quote improved' : 'Quote still good'
      if (fill === undefined || gte(now.quantity, order.quantity))
        return (
          <Banner tone="ok" title={title}>
            {fill !== undefined && `${availableText(quote.side, order.quantity, fill)}.`}
          </Banner>
        )
      const [filled, whole, rest] = [fill.filled, order.quantity, fill.unfilled].map(size =>
        maskAmount(exactText(size)),
      )
      return (
        <Banner tone="info" title={`${filled} of ${whole} is quoted at ${exactText(abs(quote.price))} or better.`}>
          The other {rest} is not traded.
        </Banner>
      )
    }
  }
}
