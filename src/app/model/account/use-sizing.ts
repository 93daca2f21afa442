/**
 * The size of an order from its risk limits, by the present account and market. A limit with a missing input is named,
 * never ignored.
 */
import { useState } from 'react'
import { bookLines, underlyingPrices } from '../../../core/account/lines.ts'
import { marginLegs } from '../../../core/account/margin-model.ts'
import type { Surfaces } from '../../../core/account/surfaces.ts'
import { type TopSizes, useTopSizes } from '../../api/market/top-sizes.ts'
import { dec, type Decimal, div, toNumber } from '../../../core/domain/decimal.ts'
import { type Instrument, parseInstrumentName, shortName } from '../../../core/domain/instrument.ts'
import type { OrderEntry } from '../../../core/domain/package/order-entry.ts'
import { sideSign } from '../../../core/domain/order.ts'
import { type PackageLeg, packageSize } from '../../../core/domain/package/package-leg.ts'
import {
  type RiskLimit,
  type RiskLimits,
  riskLimits,
  type RiskSize,
  type SizingState,
} from '../../../core/domain/risk-size.ts'
import type { PortfolioLine } from '../../../core/pricing/portfolio/net-greeks.ts'
import { stressTable } from '../../../core/pricing/portfolio/stress.ts'
import { unitGreeks } from '../../../core/pricing/portfolio/unit-greeks.ts'
import {
  boundAtMost,
  largestWithin,
  losesAtMost,
  type SizeLimit,
  stressedAtWorst,
  takesAtMost,
} from '../../../core/pricing/solve/size-from-risk.ts'
import { useMarket } from '../market/use-market.ts'
import { useAccountChoices } from './account-choices.ts'
import { marginMarks, useMargin } from './use-margin.ts'
import { leastOf } from './use-order-funds.ts'
import { type Portfolio, usePortfolio } from './use-portfolio.ts'

interface SizingInputs {
  readonly entry: Pick<OrderEntry, 'legs' | 'side'>
  readonly instruments: readonly (Instrument | undefined)[]
  readonly isReducing: boolean
  /** Per package, signed as bought. */
  readonly price: Decimal | undefined
}

type Excess = SizeLimit<RiskLimit>['excess']
type Check = Excess | string

const moves = [-0.3, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.3]
const shifts = [-0.2, -0.1, 0, 0.1, 0.2]

const noSymbols: readonly string[] = []

export function useSizing({ entry, instruments, isReducing, price }: SizingInputs): SizingState {
  const [isOpen, setOpen] = useState(false)
  const { legs, side } = entry
  const portfolio = usePortfolio()
  const { quotes, surfaces } = useMarket()
  const { account } = useMargin(portfolio)
  const equityKind = useAccountChoices().equity
  const sizes = useTopSizes(isOpen ? legs.map(leg => leg.symbol) : noSymbols)
  const checkOf = (limit: RiskLimit, most: Decimal): Check => {
    if (price === undefined || side === undefined) return 'A leg has no quote and no price is typed.'
    if (limit === 'loss') {
      const least = leastOf({ legs, side, price, isReducing })
      const equity = portfolio.totals.equity[equityKind].value
      if (equity === undefined) return 'Equity is not known.'
      return least === undefined
        ? 'The worst outcome is not known.'
        : losesAtMost(least, (toNumber(most) / 100) * toNumber(equity))
    }
    const executed = legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sideSign(side) }))
    if (limit === 'stress') return stressCheck(executed, portfolio, surfaces, toNumber(most))
    if (limit === 'depth') return depthCheck(executed, sizes, most)
    const known = marginLegs(legs, marginMarks(portfolio.positionRows ?? [], quotes.data, surfaces))
    if (account === undefined || known === undefined)
      return 'The margin is not known: the venue does not say how it margins, or a price is missing.'
    return boundAtMost(account, { side, price: toNumber(price), legs: known }, toNumber(most) / 100)
  }
  const solve = (limits: RiskLimits): RiskSize => {
    const known = legs.flatMap(({ ratio }, at) => {
      const instrument = instruments[at]
      return instrument === undefined ? [] : [{ ratio, instrument }]
    })
    const size = known.length < legs.length ? undefined : packageSize(known)
    if (size === undefined)
      return { kind: 'unknown', why: legs.length === 0 ? 'There are no legs.' : 'No size is valid for these legs.' }
    if (quotes.freshness === 'stale' || quotes.freshness === 'unknown')
      return { kind: 'unknown', why: 'The quotes are old.' }
    const checks: SizeLimit<RiskLimit>[] = []
    for (const name of riskLimits) {
      const most = limits[name]
      const excess = most === undefined ? undefined : checkOf(name, most)
      if (typeof excess === 'string') return { kind: 'unknown', why: excess }
      if (excess !== undefined) checks.push({ name, excess })
    }
    return { kind: 'size', ...largestWithin(size, checks) }
  }
  return { isOpen, setOpen, solve, agoMs: quotes.receivedAgoMs }
}

function lineOf({ symbol, ratio }: PackageLeg, surfaces: Surfaces): PortfolioLine | undefined {
  const name = parseInstrumentName(symbol)
  if (name === undefined) return undefined
  const unit = unitGreeks(symbol, surfaces.of(name.base), surfaces.atMs)
  const underlying = surfaces.underlying(name.base)
  if (!unit.isPriced || underlying === undefined) return undefined
  const option = name.product === 'option' ? name : undefined
  // A dated future keeps its distance from the index, so its own price is not needed.
  const mark = toNumber(underlying.price)
  return {
    symbol,
    name: shortName(symbol),
    base: name.base,
    kind: option?.right ?? 'linear',
    strike: option === undefined ? undefined : toNumber(option.strike),
    expiryMs: 'expiryMs' in name ? name.expiryMs : undefined,
    size: ratio,
    mark,
    entry: mark,
    greeks: undefined,
    priced: unit.inputs,
  }
}

function stressCheck(
  legs: readonly PackageLeg[],
  { positionRows, gap }: Portfolio,
  surfaces: Surfaces,
  worst: number,
): Check {
  if (positionRows === undefined || gap !== undefined) return 'The positions are not known in full.'
  const lines = legs.map(leg => lineOf(leg, surfaces))
  const missing = legs.find((_, at) => lines[at] === undefined)
  if (missing !== undefined) return `${shortName(missing.symbol)} cannot be priced.`
  const own = lines.filter(line => line !== undefined)
  const held = bookLines(positionRows)
  const underlyings = underlyingPrices([...new Set([...held, ...own].map(line => line.base))], surfaces)
  const tableOf = (of: readonly PortfolioLine[]) =>
    stressTable(of, base => underlyings.get(base), { moves, shifts, nowMs: surfaces.atMs, laterMs: 0 })
  const [book, one] = [tableOf(held), tableOf(own)]
  const leftOut = [...book.leftOut, ...one.leftOut][0]
  return leftOut === undefined
    ? stressedAtWorst(book.values, one.values, -Math.abs(worst))
    : `${leftOut} cannot be priced.`
}

function depthCheck(legs: readonly PackageLeg[], sizes: ReadonlyMap<string, TopSizes>, percent: Decimal): Check {
  const quoted = legs.map(({ symbol, ratio }) => sizes.get(symbol)?.[ratio > 0 ? 'ask' : 'bid'])
  const missing = legs.find((_, at) => quoted[at] === undefined)
  if (missing !== undefined) return `The size quoted for ${shortName(missing.symbol)} is not known yet.`
  const known = legs.flatMap(({ ratio }, at) => {
    const size = quoted[at]
    return size === undefined ? [] : [{ ratio, quoted: size }]
  })
  return takesAtMost(known, div(percent, dec(100)))
}
