/**
 * Rows of Flow: an RFQ with its structure, fair value on our surface, and the effect of answering it on the own book.
 */
import type { FlowRfq } from '../../api/feed/rfq-flow.ts'
import { marginLegs, type MarkOf } from '../../../core/account/margin-model.ts'
import type { Surfaces } from '../../../core/account/surfaces.ts'
import { toNumber } from '../../../core/domain/decimal.ts'
import { parseInstrumentName } from '../../../core/domain/instrument.ts'
import { opposite, parseJoinedSymbol, sideSign } from '../../../core/domain/order.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { type TradePhrase, tradePhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import type { ReferencePrice } from '../../../core/pricing/market/reference-price.ts'
import { type MarginAccount, orderMargin } from '../../../core/pricing/margin/order-margin.ts'
import { packageWorth } from '../../../core/pricing/portfolio/package-guard.ts'
import { type Greeks, greeksOfSize, sumGreeks, unitGreeks } from '../../../core/pricing/portfolio/unit-greeks.ts'

export interface FlowRow<Rfq extends FlowRfq = FlowRfq> {
  readonly rfq: Rfq
  readonly id: string
  readonly legs: readonly PackageLeg[]
  readonly base: string | undefined
  readonly structure: string
  readonly isOwn: boolean
  /** The structure as named is the reverse of the listed legs. */
  readonly isTurned: boolean
  readonly underlying: ReferencePrice | undefined
  /** USD of underlying per package, times the size. */
  readonly notional: number | undefined
  /**
   * Value of one package as listed, signed as bought. Undefined if the surface cannot price it. Lazy, like the figures
   * below.
   */
  readonly fairPerPackage: number | undefined
  /** `fairPerPackage` per structure as named. */
  readonly fair: number | undefined
  readonly greeks: Greeks | undefined
  /** Added delta per 1 % of the underlying, coins. */
  readonly gamma: number | undefined
  /** Added margin in USD; undefined if the venue's rules or an input are unknown. */
  readonly margin: number | undefined
}

export interface FlowInputs {
  readonly surfaces: Surfaces
  readonly isOwn: (rfq: FlowRfq) => boolean
  readonly account: MarginAccount | undefined
  readonly markOf: MarkOf
}

const lazy = <Value>(compute: () => Value): (() => Value) => {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: compute() }).value
}

export const legsOfSymbol = (symbol: string): readonly PackageLeg[] =>
  parseJoinedSymbol(symbol) ?? [{ symbol, ratio: 1 }]

export function baseOf(legs: readonly PackageLeg[]): string | undefined {
  const bases = legs.map(leg => parseInstrumentName(leg.symbol)?.base)
  return bases.includes(undefined) ? undefined : [...new Set(bases)].join(' and ')
}

function structureOf([only, more]: readonly PackageLeg[], phrase: TradePhrase): string {
  const name = only !== undefined && more === undefined ? parseInstrumentName(only.symbol) : undefined
  return name === undefined ? phrase.name : name.product === 'option' ? name.right : name.product
}

interface RfqTerms {
  readonly legs: readonly PackageLeg[]
  readonly base: string | undefined
  readonly structure: string
  readonly perStructure: number
}

/** An RFQ's legs are parsed once, not with every quote. */
const known = new WeakMap<FlowRfq, RfqTerms>()

function readOf(rfq: FlowRfq): RfqTerms {
  const before = known.get(rfq)
  if (before !== undefined) return before
  const legs = legsOfSymbol(rfq.symbol)
  const phrase = tradePhrase(legs, rfq.side)
  const perStructure = (phrase.side === rfq.side ? 1 : -1) / phrase.times
  const read = { legs, base: baseOf(legs), structure: structureOf(legs, phrase), perStructure }
  known.set(rfq, read)
  return read
}

export function flowRow<Rfq extends FlowRfq>(rfq: Rfq, { surfaces, isOwn, account, markOf }: FlowInputs): FlowRow<Rfq> {
  const { legs, base, structure, perStructure } = readOf(rfq)
  const surface = base === undefined ? undefined : surfaces.of(base)
  const side = opposite(rfq.side)
  const quantity = toNumber(rfq.quantity)
  const worth = lazy(() => (surface === undefined ? undefined : packageWorth(legs, surface, surfaces.atMs)))
  const greeks = lazy(() => {
    const size = sideSign(side) * quantity
    const sum = sumGreeks(
      legs.map(leg => greeksOfSize(unitGreeks(leg.symbol, surface, surfaces.atMs), leg.ratio * size)),
    )
    return sum.priced === sum.of ? sum.greeks : undefined
  })
  const margin = lazy(() => {
    const [price, priced] = [worth(), marginLegs(legs, markOf)]
    if (account === undefined || price === undefined || priced === undefined) return undefined
    const change = orderMargin(account, { side, quantity, price, legs: priced })
    return change === undefined ? undefined : change.filled.bound - change.before.bound
  })
  const underlying = base === undefined ? undefined : surfaces.underlying(base)
  const underlyingPrice = underlying === undefined ? undefined : toNumber(underlying.price)
  const units = Math.max(...legs.map(leg => Math.abs(leg.ratio)))
  return {
    rfq,
    id: rfq.id,
    legs,
    base,
    structure,
    isOwn: isOwn(rfq),
    isTurned: perStructure < 0,
    underlying,
    notional: underlyingPrice === undefined ? undefined : underlyingPrice * quantity * units,
    get fairPerPackage() {
      return worth()
    },
    get fair() {
      const price = worth()
      return price === undefined ? undefined : price * perStructure
    },
    get greeks() {
      return greeks()
    },
    get gamma() {
      const change = greeks()
      return change === undefined || underlyingPrice === undefined ? undefined : (change.gamma * underlyingPrice) / 100
    },
    get margin() {
      return margin()
    },
  }
}

export interface FlowFilters {
  readonly base: string
  readonly structure: string
  /** Minimum notional, USD. */
  readonly least: string
}

export const noFilters: FlowFilters = { base: '', structure: '', least: '' }

/** A row without a known USD size fails any minimum. */
export const passes = ({ base, structure, least }: FlowFilters, row: FlowRow): boolean =>
  (base === '' || row.base === base) &&
  (structure === '' || row.structure === structure) &&
  (least === '' || (row.notional !== undefined && row.notional >= Number.parseInt(least, 10)))
