/**
 * The plan of a trade as P&L levels: the maximum of its legs at expiry, and alerts on exactly these legs. A part of the
 * maximum is a target, a loss of the credit a stop, a net mid its own level. For an open trade by the current cost plus
 * the realised result; for a closed one as first opened.
 */
import { alertLegs } from '../../../core/account/alerts/structure-figures.ts'
import type { Alert } from '../../../core/domain/alert.ts'
import {
  add,
  dec,
  type Decimal,
  decimalFromNumber,
  div,
  formatDecimal,
  isZero,
  mul,
  roundTo,
  sign,
  sub,
  sum,
  toNumber,
  zero,
} from '../../../core/domain/decimal.ts'
import { packageOfPositions } from '../../../core/domain/package/package-of-positions.ts'
import { tradeRealised } from '../../../core/domain/trades/closed-trades.ts'
import type { Trade } from '../../../core/domain/trades/trade.ts'
import { mostProfit } from '../../../core/pricing/package-legs.ts'

export interface PlanLevel {
  readonly id: string
  readonly kind: 'most' | 'target' | 'stop' | 'net'
  readonly label: string
  /** P&L of the whole trade, in its quote asset. */
  readonly pnl: Decimal
}

interface PlannedLeg {
  readonly symbol: string
  readonly size: Decimal
  readonly cost: Decimal
}

interface PlanBasis {
  readonly legs: readonly PlannedLeg[]
  readonly base: Decimal
}

/** Undefined if it was rolled, increased after a partial close, or has an unknown start. */
function plannedOf(trade: Trade): PlanBasis | undefined {
  const { legs, steps, rolls, isContinued, unsettled } = trade
  if (unsettled.length > 0) return undefined
  if (legs.length > 0) return { legs, base: tradeRealised(trade) }
  const firstClosing = steps.findIndex(step => step.closed.length > 0)
  if (rolls > 0 || isContinued || steps.slice(firstClosing).some(step => step.opened.length > 0)) return undefined
  const opened = new Map<string, PlannedLeg>()
  for (const { symbol, size, value } of steps.flatMap(step => step.opened)) {
    const known = opened.get(symbol) ?? { symbol, size: zero, cost: zero }
    opened.set(symbol, { symbol, size: add(known.size, size), cost: add(known.cost, value) })
  }
  return { legs: [...opened.values()].filter(leg => !isZero(leg.size)), base: zero }
}

const keyOf = (legs: readonly { readonly symbol: string; readonly ratio: number }[]): string =>
  legs
    .map(leg => `${leg.symbol}@${leg.ratio}`)
    .sort()
    .join('/')

const percent = dec('100')
const cents = (value: Decimal): Decimal => roundTo(value, 2)

function levelOf(
  { id, kind, direction, level }: Alert,
  most: Decimal | undefined,
  cost: Decimal,
  quantity: Decimal,
): PlanLevel | undefined {
  if (kind === 'most' && direction === 'above' && most !== undefined)
    return {
      id,
      kind: 'target',
      label: `Target, ${formatDecimal(level)} % of the most`,
      pnl: div(mul(most, level), percent),
    }
  // A credit is a negative cost.
  if (kind === 'loss' && direction === 'above' && sign(cost) < 0)
    return { id, kind: 'stop', label: `Stop, a loss of ${formatDecimal(level)} × the credit`, pnl: mul(cost, level) }
  if (kind === 'net')
    return { id, kind: 'net', label: `Net mid ${formatDecimal(level)}`, pnl: sub(mul(level, quantity), cost) }
  return undefined
}

export function planOf(trade: Trade, alerts: readonly Alert[]): readonly PlanLevel[] {
  const planned = plannedOf(trade)
  if (planned === undefined || planned.legs.length === 0) return []
  const { legs, base } = planned
  const cost = sum(legs.map(leg => leg.cost))
  const entered = legs.map(({ symbol, size, cost: paid }) => ({
    symbol,
    size: toNumber(size),
    entry: toNumber(div(paid, size)),
  }))
  const greatest = mostProfit(entered)
  const most = greatest === undefined ? undefined : decimalFromNumber(greatest)
  const packed = packageOfPositions(legs, 'hold')
  const own = packed.ok ? keyOf(packed.value.legs) : undefined
  const quantity = packed.ok ? packed.value.quantity : zero
  const levels = alerts
    .filter(
      alert =>
        ['most', 'loss', 'net'].includes(alert.kind) && own !== undefined && keyOf(alertLegs(alert.subject)) === own,
    )
    .flatMap(alert => levelOf(alert, most, cost, quantity) ?? [])
  const all: PlanLevel[] =
    most === undefined ? levels : [{ id: 'most', kind: 'most', label: 'The most at expiry', pnl: most }, ...levels]
  return all.map(level => ({ ...level, pnl: cents(add(base, level.pnl)) }))
}
