/** Prices at which packages of a trade were opened and closed, from its steps. */
import { add, type Decimal, div, eq, roundPrice, sum } from '../decimal.ts'
import { packageOfPositions, type PositionPackage } from '../package/package-of-positions.ts'
import type { StepLeg, TradeStep } from './trade-steps.ts'
import type { Trade } from './trade.ts'

const pricePlaces = 8

export interface PackagePrice {
  readonly legs: PositionPackage['legs']
  /** Number of packages. For a single instrument its signed size. */
  readonly quantity: Decimal
  /** Per package, debit positive; for a single instrument its own price. */
  readonly price: Decimal
}

function merged(legs: readonly StepLeg[]): StepLeg[] {
  const found = new Map<string, StepLeg>()
  for (const leg of legs) {
    const known = found.get(leg.symbol)
    found.set(
      leg.symbol,
      known === undefined ? leg : { ...leg, size: add(known.size, leg.size), value: add(known.value, leg.value) },
    )
  }
  return [...found.values()]
}

export function packagePriceOf(given: readonly StepLeg[]): PackagePrice | undefined {
  const legs = merged(given)
  const packed = packageOfPositions(legs, 'hold')
  const [first, ...more] = legs
  if (!packed.ok || first === undefined) return undefined
  const quantity = more.length === 0 ? first.size : packed.value.quantity
  return {
    legs: packed.value.legs,
    quantity,
    price: roundPrice(div(sum(legs.map(leg => leg.value)), quantity), pricePlaces),
  }
}

const openedOf = (steps: readonly TradeStep[]): StepLeg[] => steps.flatMap(step => step.opened)
const closedOf = (steps: readonly TradeStep[]): StepLeg[] => steps.flatMap(step => step.closed)

/** First opening price; later rolls are in the steps. */
export function boughtAt({ steps }: Pick<Trade, 'steps'>): PackagePrice | undefined {
  const firstRoll = steps.findIndex(step => step.kind === 'roll')
  return packagePriceOf(openedOf(firstRoll < 0 ? steps : steps.slice(0, firstRoll)))
}

/** Closing price after the last roll. Undefined if part of the end is unknown or belongs to another trade. */
export function endedAt(trade: Pick<Trade, 'steps' | 'unsettled' | 'isContinued'>): PackagePrice | undefined {
  const { steps, unsettled, isContinued } = trade
  if (unsettled.length > 0 || isContinued) return undefined
  const lastRoll = steps.findLastIndex(step => step.kind === 'roll')
  const end = packagePriceOf(closedOf(steps.slice(lastRoll + 1)))
  const whole = lastRoll < 0 ? boughtAt(trade) : end
  return end !== undefined && whole !== undefined && eq(end.quantity, whole.quantity) ? end : undefined
}
