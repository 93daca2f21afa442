/**
 * Whether balances cover an order at its worst. It is the order by itself, by what the legs can lose at expiry: venues that margin a whole portfolio may ask less,
 * and only the venue decides; so it is called what it is and blocks nothing.
 */
import { type Decimal, dec, mul, toNumber } from '../../domain/decimal.ts'
import { formatDecimal, formatNumber } from '../../ui/format/format-decimal.ts'
import { exactText } from '../../ui/order/effect-words.ts'
import type { OrderFact } from '../../domain/order-context.ts'

export interface FundsInputs {
  /** Of the asset that the order is paid in; undefined where the venue has not said. */
  readonly available: Decimal | undefined
  readonly asset: string
  readonly quantity: Decimal
  /** Per package, the price included: below zero is a loss; undefined where it is not known. */
  readonly least: number | 'unlimited' | undefined
  /** What sizes of it are multiples of. */
  readonly step: Decimal | undefined
}

export interface Funds {
  readonly facts: readonly OrderFact[]
  /** More than there is. */
  readonly warning: string | undefined
}

const basis = 'from balances; margin not reported by the venue'

export function fundsOf({ available, asset, quantity, least, step }: FundsInputs): Funds {
  if (available === undefined) return { facts: [], warning: undefined }
  const now = `${formatDecimal(available)} ${asset}`
  if (least === undefined || least === 'unlimited')
    return { facts: [{ term: 'Available', value: `${now}; after: depends on the venue’s margin (no worst case)` }], warning: undefined }
  const perPackage = Math.max(0, -least)
  const needed = perPackage * toNumber(quantity)
  const after = toNumber(available) - needed
  const facts = [{ term: 'Available → after', value: `${formatDecimal(available)} → ${formatNumber(after)} ${asset} at worst (${basis})` }]
  if (after >= 0) return { facts, warning: undefined }
  const steps = step === undefined || perPackage === 0 ? 0 : Math.floor(toNumber(available) / perPackage / toNumber(step))
  const largest =
    step === undefined || steps <= 0 ? 'no size fits' : `largest size that passes: ${exactText(mul(step, dec(String(steps))))}`
  return { facts, warning: `Short by ${formatNumber(-after)} ${asset} at worst; ${largest} (${basis}).` }
}
