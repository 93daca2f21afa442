/** Funds left after an order: by the venue's margin rules if known, else from balances and the order's worst case. */
import type { OrderFunds } from '../domain/account.ts'
import { type Decimal, decimalFromNumber, div, gt, isZero, roundToStep, toNumber, zero } from '../domain/decimal.ts'
import type { OrderMargin } from '../pricing/margin/order-margin.ts'

export interface BalanceInputs {
  readonly available: Decimal | undefined
  readonly asset: string
  readonly quantity: Decimal
  /** Worst result per package, including the price; negative for a loss. Undefined if unknown. */
  readonly least: number | 'unlimited' | undefined
  readonly step: Decimal | undefined
}

/** A loss per package is a float: it counts to this part of a unit. */
const perUnit = 1e9

export function fundsOfBalances({ available, asset, quantity, least, step }: BalanceInputs): OrderFunds | undefined {
  if (available === undefined) return undefined
  const known = { basis: 'balances', asset, available, whileOpen: undefined } as const
  if (least === undefined || least === 'unlimited')
    return { ...known, after: undefined, short: undefined, largest: undefined }
  const perPackage = -least > 1 / perUnit ? -least : 0
  const after = toNumber(available) - perPackage * toNumber(quantity)
  const cost = decimalFromNumber(Math.round(perPackage * perUnit) / perUnit)
  const short = after < 0 ? -after : undefined
  if (cost === undefined || isZero(cost) || step === undefined) return { ...known, after, short, largest: undefined }
  return {
    ...known,
    after,
    short,
    largest: gt(available, zero) ? roundToStep(div(available, cost), step, 'down') : zero,
  }
}

/** Half a cent: smaller amounts are not displayed. */
const unseen = 0.005

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
