/** What is wrong with a price that cannot be meant, and the button that sets it right. */
import { type Decimal, abs, canonical } from '../../domain/decimal.ts'
import { effectOf } from '../../domain/normalise.ts'
import type { Side } from '../../domain/order.ts'
import type { PriceFault } from '../../domain/price-fault.ts'
import { formatNumber } from '../format/format-decimal.ts'
import { exactText } from './effect-words.ts'
import { extremeText } from './extreme-words.ts'

export interface FaultText {
  readonly title: string
  /** "Make it 3,000 credit". */
  readonly mend: string | undefined
}

/** "3,000 credit". */
function amountText(side: Side, price: Decimal): string {
  const effect = effectOf(side, price)
  return effect === 'even' ? effect : `${exactText(abs(canonical(price)))} ${effect}`
}

const percentText = (percent: number): string => (Number.isFinite(percent) ? `${Math.round(percent)} %` : 'Far')

interface Judged {
  readonly side: Side
  /** Per package, signed as bought; undefined where there is none to judge. */
  readonly price: Decimal | undefined
}

export function priceFaultText(fault: PriceFault, { side, price }: Judged): FaultText {
  if (fault.kind === 'no_estimate')
    return { title: 'No price to judge: the order book is empty or not known, and not every leg has a quote', mend: undefined }
  const mend = fault.mended === undefined ? undefined : `Make it ${amountText(side, fault.mended)}`
  const yours = price === undefined ? 'no price' : amountText(side, price)
  const verb = price !== undefined && effectOf(side, price) === 'credit' ? 'receive' : 'pay'
  switch (fault.kind) {
    case 'wrong_way':
      return { title: `Wrong way round: ${yours}, where the legs are worth ${amountText(side, fault.mid)}`, mend }
    case 'sure_loss':
      return {
        title: `Guaranteed loss: worth at ${side === 'buy' ? 'most' : 'least'} ${extremeText(fault.bound)} at expiry, and you ${verb} ${price === undefined ? '' : exactText(abs(canonical(price)))}`,
        mend,
      }
    case 'beyond_legs':
      return { title: `${percentText(fault.percent)} worse than the legs one by one (${amountText(side, fault.natural)})`, mend }
    case 'beyond_model': {
      const effect = (side === 'buy') === fault.worth >= 0 ? 'debit' : 'credit'
      return { title: `${percentText(fault.percent)} worse than the model (${formatNumber(Math.abs(fault.worth))} ${effect})`, mend }
    }
  }
}
