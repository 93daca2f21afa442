/** What an order leaves available: by the rules of the venue where they are known, else by what balances say of the order at its worst. */
import type { OrderFunds } from '../domain/account.ts'
import { type Decimal, decimalFromNumber, div, gt, isZero, roundToStep, toNumber, zero } from '../domain/decimal.ts'
import type { OrderMargin } from '../pricing/margin/order-margin.ts'

export interface BalanceInputs {
  /** Of the asset that the order is paid in; undefined where the venue has not said. */
  readonly available: Decimal | undefined
  readonly asset: string
  readonly quantity: Decimal
  /** Per package, the price included: below zero is a loss; undefined where it is not known. */
  readonly least: number | 'unlimited' | undefined
  /** What sizes of it are multiples of. */
  readonly step: Decimal | undefined
}

/** What arithmetic on floats leaves of nothing: no loss. */
const residueDigits = 9
const residue = 10 ** -residueDigits

/** Undefined where balances do not say what is available. */
export function fundsOfBalances({ available, asset, quantity, least, step }: BalanceInputs): OrderFunds | undefined {
  if (available === undefined) return undefined
  const known = { basis: 'balances', asset, available, whileOpen: undefined } as const
  if (least === undefined || least === 'unlimited') return { ...known, after: undefined, short: undefined, largest: undefined }
  const perPackage = -least > residue ? -least : 0
  const after = toNumber(available) - perPackage * toNumber(quantity)
  const cost = decimalFromNumber(Number(perPackage.toFixed(residueDigits)))
  if (cost === undefined || isZero(cost) || step === undefined)
    return { ...known, after, short: after < 0 ? -after : undefined, largest: undefined }
  const largest = gt(available, zero) ? roundToStep(div(available, cost), step, 'down') : zero
  return { ...known, after, short: after < 0 ? -after : undefined, largest }
}

/** Half a cent: what no text shows. */
const unseen = 0.005

/** Weighed as the venue weighs it: filled or not, whichever is worse. */
export function fundsOfMargin({
  before,
  working,
  filled,
  passes,
  largest,
}: OrderMargin & { readonly largest: Decimal | undefined }): OrderFunds {
  return {
    basis: 'scenario_margin',
    asset: 'USD',
    available: before.available,
    after: filled.available,
    whileOpen: working.available < filled.available - unseen ? working.available : undefined,
    short: passes ? undefined : -working.available,
    largest,
  }
}
