/** A price that cannot be meant, and the one button that sets it right. */
import type { ReactNode } from 'react'
import type { Decimal } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import type { PriceFault } from '../../domain/price-entry.ts'
import { Banner } from '../controls/banner.tsx'
import { Button } from '../controls/button.tsx'
import { priceFaultText } from './price-fault-text.ts'

interface PriceBlockProps {
  readonly fault: PriceFault
  /** Per package, signed as bought; undefined where there is none to judge. */
  readonly price: Decimal | undefined
  readonly side: Side
  /** Undefined where the price cannot be set from here. */
  readonly mendTo: ((price: Decimal) => void) | undefined
  /** What it takes to go on all the same. */
  readonly children: ReactNode
  /** At the market: the price is the worst that it is estimated to fill at. */
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
      title={isEstimate && price !== undefined ? `At its worst estimated price: ${title}` : title}
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
