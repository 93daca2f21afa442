/** Estimate for an order without a price: average, worst price and unfilled rest. The slot has a fixed size. */
import type { ReactNode } from 'react'
import { type Decimal, isZero } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../core/domain/effect-label.ts'
import type { MarketEstimate } from '../../../core/domain/market-estimate.ts'
import type { Side } from '../../../core/domain/order.ts'
import { averagePriceShown } from '../format/amounts.ts'
import { dash } from '../format/format-decimal.ts'
import { maskAmount } from '../format/privacy.ts'
import styles from './market-estimate-slot.module.css'

interface MarketEstimateSlotProps {
  readonly side: Side
  readonly estimate: MarketEstimate | undefined
  readonly isPackage: boolean
}

interface Figures {
  readonly fill: string
  readonly worst: string
  readonly left: string
  readonly note: string
  readonly tone: 'plain' | 'warning' | 'danger'
}

const noBook = {
  waiting: 'Reading the order book',
  none: 'No order book shown',
  empty: 'Nothing rests in the order book',
} as const

export function estimateFigures({ side, estimate, isPackage }: MarketEstimateSlotProps): Figures {
  const text = (price: Decimal): string => effectLabel(side, averagePriceShown(price) ?? price).text
  const unknown = { fill: dash, worst: dash, left: dash }
  if (estimate === undefined)
    return { ...unknown, note: 'Fills at the best available prices; no price limit.', tone: 'plain' }
  if (estimate.kind === 'book') {
    const { average, worst, unfilled, left } = estimate
    const short = !isZero(unfilled)
    return {
      fill: text(average),
      worst: effectLabel(side, worst).text,
      left: maskAmount(exactText(left)),
      note: short
        ? `${maskAmount(exactText(unfilled))} beyond the depth seen: fills at any price or is cancelled.`
        : 'By the order book now; no price limit.',
      tone: short ? 'warning' : 'plain',
    }
  }
  const { natural, why } = estimate
  if (natural === undefined)
    return {
      ...unknown,
      note: `${noBook[why]}, and no quote: nothing to judge it by. The review blocks it.`,
      tone: 'danger',
    }
  const basis = isPackage ? 'by the legs one by one; a package may find none' : 'by the best quote'
  return { ...unknown, fill: text(natural), note: `${noBook[why]}: ${basis}.`, tone: 'warning' }
}

export function MarketEstimateSlot(props: MarketEstimateSlotProps) {
  const { fill, worst, left, note, tone } = estimateFigures(props)
  return (
    <div className={styles.slot} data-tone={tone} data-testid="market-estimate">
      <dl className={styles.figures}>
        <Figure term="Estimated fill">{fill}</Figure>
        <Figure term="Worst price">{worst}</Figure>
        <Figure term="Depth left">{left}</Figure>
      </dl>
      <p className={styles.note} title={note}>
        {note}
      </p>
    </div>
  )
}

function Figure({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
