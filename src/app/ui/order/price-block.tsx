import type { ReactNode } from 'react'
import { capital } from '../../../core/domain/words.ts'
import { abs, canonical, type Decimal } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'
import type { PriceFault } from '../../../core/domain/price-entry.ts'
import { Banner } from '../controls/banner.tsx'
import { Button } from '../controls/button.tsx'
import { effectLabel, exactText, payVerb } from '../../../core/domain/effect-label.ts'
import { effectOf } from '../../../core/domain/normalise.ts'
import { formatNumber } from '../format/format-decimal.ts'
import { extremeText } from './extreme-text.ts'

interface PriceBlockProps {
  readonly fault: PriceFault
  /** Per package, signed as bought; undefined if there is nothing to check. */
  readonly price: Decimal | undefined
  readonly side: Side
  readonly mendTo: ((price: Decimal) => void) | undefined
  readonly children: ReactNode
  readonly isEstimate?: boolean | undefined
}

export function PriceBlock({ fault, price, side, mendTo, children, isEstimate = false }: PriceBlockProps) {
  const { title, mend } = priceFaultText(fault, { side, price })
  const { mended } = fault
  const canMend = mend !== undefined && mendTo !== undefined && mended !== undefined
  return (
    <Banner
      tone="danger"
      testId="price-block"
      title={
        isEstimate && price !== undefined && fault.kind !== 'beyond_depth'
          ? `At its worst estimated price: ${title}`
          : title
      }
      action={
        canMend ? (
          <Button size="sm" variant="primary" onClick={() => mendTo(mended)}>
            {mend}
          </Button>
        ) : undefined
      }
    >
      {children}
    </Banner>
  )
}

interface FaultText {
  readonly title: string
  readonly mend: string | undefined
}

/** "pay 300", "receive 3,000"; for zero "pay nothing". */
function amountText(side: Side, price: Decimal): string {
  const { effect, text: words } = effectLabel(side, canonical(price))
  return effect === 'even' ? 'pay nothing' : words
}

/** Larger percentages, against a value close to zero, are not shown. */
const mostPercent = 1_000
const percentText = (percent: number): string => (percent <= mostPercent ? `${Math.round(percent)} %` : 'Far')

interface SidedPrice {
  readonly side: Side
  readonly price: Decimal | undefined
}

export function priceFaultText(fault: PriceFault, { side, price }: SidedPrice): FaultText {
  if (fault.kind === 'no_estimate')
    return {
      title: 'No price to judge: the order book is empty or not known, and not every leg has a quote',
      mend: undefined,
    }
  if (fault.kind === 'beyond_depth')
    return {
      title: `Larger than the depth seen: ${exactText(fault.unfilled)} may fill at any price, or be cancelled`,
      mend: undefined,
    }
  const mend = fault.mended === undefined ? undefined : `${capital(amountText(side, fault.mended))} instead`
  const yours = price === undefined ? 'give no price' : amountText(side, price)
  const verb = (price === undefined ? undefined : payVerb(effectOf(side, price))) ?? 'pay'
  switch (fault.kind) {
    case 'wrong_way':
      return { title: `Wrong way round: you ${yours}, where at the leg mid you ${amountText(side, fault.mid)}`, mend }
    case 'sure_loss':
      return {
        title: `Guaranteed loss: worth at ${side === 'buy' ? 'most' : 'least'} ${extremeText(fault.bound)} at expiry, and you ${verb} ${price === undefined ? '' : exactText(abs(canonical(price)))}`,
        mend,
      }
    case 'beyond_legs':
      return {
        title: `${percentText(fault.percent)} worse than the legs one by one, where you ${amountText(side, fault.natural)}`,
        mend,
      }
    case 'beyond_model': {
      const verb = payVerb((side === 'buy') === fault.modelValue >= 0 ? 'debit' : 'credit')
      return {
        title: `${percentText(fault.percent)} worse than the model, where you ${verb} ${formatNumber(Math.abs(fault.modelValue))}`,
        mend,
      }
    }
  }
}
