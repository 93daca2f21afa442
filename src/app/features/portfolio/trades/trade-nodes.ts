/**
 * Tree of the trades: under each base its trades by expiry and opening time, then earlier holdings, then those not by
 * this app. An instrument's rows add up to its position.
 */
import { compareNames } from '../../../../core/domain/compare-names.ts'
import { add, type Decimal, div, isZero, lt, max, one, zero } from '../../../../core/domain/decimal.ts'
import { compareBases, expiryOf, legText, parseInstrumentName, shortName } from '../../../../core/domain/instrument.ts'
import { packageOfPositions } from '../../../../core/domain/package/package-of-positions.ts'
import type { Lot } from '../../../../core/domain/lot.ts'
import type { TradeBook } from '../../../../core/domain/trades/trade-book.ts'
import type { Trade } from '../../../../core/domain/trades/trade.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { type PositionsPackage, type PositionsRow, unknownGroup } from '../rows/positions-row.ts'
import { shownStep } from '../../../../core/account/position-rows.ts'
import { type PackagePrice, packagePriceOf } from '../../../../core/domain/trades/trade-prices.ts'
import { effectText, heldPhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { counted } from '../../../../core/domain/words.ts'
import { stepLabel, stepName } from './step-text.ts'

function shortLabel(pack: PackagePrice): string {
  const base = parseInstrumentName(pack.legs[0]?.symbol ?? '')?.base
  const label = heldPhrase(pack.legs).text
  return base !== undefined && label.startsWith(`${base} `) ? label.slice(base.length + 1) : label
}

/** Rows without legs: nothing of the trade is open, so they cannot be ticked or closed. */
function chainRows({ id, steps }: Pick<Trade, 'id' | 'steps'>): PositionsRow[] {
  let running: Decimal = zero
  return steps.map((step, at): PositionsRow => {
    running = add(running, step.realised)
    const [into, out] = [packagePriceOf(step.opened), packagePriceOf(step.closed)]
    const { figures, coverage } = unknownGroup([])
    const label = stepLabel(step, into)
    const pack = into ?? out
    return {
      id: `trade ${id} step ${at}`,
      kind: 'step',
      depth: 2,
      label: stepName(step),
      note: pack === undefined ? undefined : shortLabel(pack),
      tip: [label, out === undefined ? '' : `out at ${out.price}`, into === undefined ? '' : `in at ${into.price}`]
        .filter(Boolean)
        .join(', '),
      isOpen: undefined,
      legs: [],
      figures: { ...figures, size: pack?.quantity, entry: into?.price, shownStep: shownStep(undefined) },
      coverage,
      trade: { openedMs: step.atMs, realised: step.realised, pnl: running, ofMost: undefined },
    }
  })
}

export interface TradeLegNode {
  readonly id: string
  readonly symbol: string
  readonly size: Decimal
  readonly lot: Lot | undefined
  readonly depth: number
  readonly note: string | undefined
  readonly tip: string
  readonly trade: Trade | undefined
}

export interface TradeGroupNode {
  readonly id: string
  readonly kind: 'base' | 'structure' | 'rest'
  readonly depth: number
  readonly label: string
  readonly note: string | undefined
  readonly tip: string
  readonly base: string
  readonly pack: PositionsPackage | undefined
  readonly trade: Trade | undefined
  readonly steps?: readonly PositionsRow[] | undefined
  readonly children: readonly TradeNode[]
}

export type TradeNode = TradeGroupNode | TradeLegNode
export const isTradeGroup = (node: TradeNode): node is TradeGroupNode => 'children' in node

const baseOf = (symbol: string): string => parseInstrumentName(symbol)?.base ?? symbol
/** 0 without an expiry: such legs come first. */
const expiryOrFirst = (symbol: string): number => expiryOf(symbol) ?? 0

/** `isShort` is for the note beside a name; the tip has whole words. */
function historyText({ rolls, isFromBefore, unsettled, legs }: Trade, isShort: boolean): string[] {
  return [
    ...(rolls === 0 ? [] : [rolls === 1 ? 'rolled' : `rolled ${rolls} times`]),
    ...(isFromBefore ? ['opened before recording'] : []),
    ...(unsettled.length > 0 ? ['a settlement price is not known'] : []),
    ...(legs.some(leg => leg.isEstimated) ? [isShort ? 'est.' : 'legs estimated'] : []),
  ]
}

const openedText = ({ openedMs, orders }: Trade): string => {
  const since = openedMs === undefined ? 'Opened before recording' : `Opened ${formatZoned(openedMs, 'dateMinutes')}`
  return orders.length < 2 ? since : `${since}, ${orders.length} orders`
}

const isChain = ({ kind, rolls }: Trade): boolean => kind === 'trade' && rolls > 0

const legNode = (trade: Trade, at: number, depth: number): TradeLegNode => {
  const leg = trade.legs[at] as Trade['legs'][number]
  const isAlone = trade.legs.length === 1 && !isChain(trade)
  const history = (isShort: boolean) => (isAlone && trade.kind === 'trade' ? historyText(trade, isShort) : [])
  return {
    id: `${trade.id} ${leg.symbol}`,
    symbol: leg.symbol,
    size: leg.size,
    lot: leg,
    depth,
    note: isChain(trade) ? 'now' : history(true).join(' · ') || undefined,
    tip: [leg.symbol, ...(isAlone ? [openedText(trade)] : []), ...history(false)].join('. '),
    trade: isAlone ? trade : undefined,
  }
}

const bySymbol = (a: { readonly symbol: string }, b: { readonly symbol: string }): number =>
  expiryOrFirst(a.symbol) - expiryOrFirst(b.symbol) || compareNames(a.symbol, b.symbol)

/** Ratios of legs of these sizes; separate legs if they have no common ratio. */
function legsOfSizes(sizes: readonly { readonly symbol: string; readonly size: Decimal }[]) {
  const packed = packageOfPositions(sizes, 'hold')
  const legs = packed.ok
    ? packed.value.legs
    : sizes.map(({ symbol, size }) => ({ symbol, ratio: size.startsWith('-') ? -1 : 1 }))
  return { packed, legs }
}

interface ClosedInPart {
  readonly opened: ReturnType<typeof heldPhrase>
  /** What was closed, in words. */
  readonly closed: readonly string[]
  /** The sizes left make no number of packages. */
  readonly isUneven: boolean
}

/**
 * A trade that has lost legs, or parts of some, keeps the name under which it was opened. Undefined if it has all of
 * them in the ratio of its opening, or was rolled.
 */
function closedInPart({ legs, rolls, steps }: Trade): ClosedInPart | undefined {
  const opened = new Map<string, Decimal>()
  for (const { symbol, size } of steps.flatMap(step => step.opened))
    opened.set(symbol, add(opened.get(symbol) ?? zero, size))
  const lost = [...opened.keys()].filter(symbol => !legs.some(leg => leg.symbol === symbol))
  const shares = legs.map(({ symbol, size }) => {
    const whole = opened.get(symbol) ?? zero
    return { symbol, share: isZero(whole) ? one : div(size, whole) }
  })
  const most = shares.reduce((a, { share }) => max(a, share), zero)
  const partly = shares.filter(({ share }) => lt(share, most))
  if (rolls > 0 || (lost.length === 0 && partly.length === 0)) return undefined
  const sizes = [...opened].map(([symbol, size]) => ({ symbol, size })).filter(each => !isZero(each.size))
  const isOneExpiry = new Set(sizes.map(({ symbol }) => expiryOf(symbol))).size === 1
  const nameOf = isOneExpiry ? legText : shortName
  return {
    opened: heldPhrase(legsOfSizes(sizes).legs),
    closed: [
      ...(lost.length === 0 ? [] : [`without ${lost.map(nameOf).join(', ')}`]),
      ...(partly.length === 0 ? [] : [`${partly.map(({ symbol }) => nameOf(symbol)).join(', ')} closed in part`]),
    ],
    isUneven: partly.length > 0,
  }
}

function tradeNode(given: Trade): TradeNode {
  const trade = { ...given, legs: given.legs.toSorted(bySymbol) }
  if (trade.legs.length === 1 && !isChain(trade)) return legNode(trade, 0, 1)
  const sizes = trade.legs.map(({ symbol, size }) => ({ symbol, size }))
  const { packed, legs } = legsOfSizes(sizes)
  const phrase = heldPhrase(legs)
  const inPart = closedInPart(trade)
  const history = (isShort: boolean) => [...(inPart?.closed ?? []), ...historyText(trade, isShort)]
  const [only, ...more] = sizes
  const alone = more.length === 0 ? only : undefined
  return {
    id: `trade ${trade.id}`,
    kind: 'structure',
    depth: 1,
    label: alone === undefined ? (inPart?.opened.name ?? phrase.name) : shortName(alone.symbol),
    note: [
      ...(alone === undefined ? [inPart?.isUneven === true ? inPart.opened.strikes : phrase.strikes] : []),
      ...history(true),
    ]
      .filter(Boolean)
      .join(' · '),
    tip: [effectText(legs), openedText(trade), ...history(false)].filter(Boolean).join('. '),
    base: [...new Set(sizes.map(({ symbol }) => baseOf(symbol)))].join('/'),
    pack:
      alone !== undefined
        ? { legs: [{ symbol: alone.symbol, ratio: 1 }], quantity: alone.size }
        : packed.ok && inPart?.isUneven !== true
          ? packed.value
          : undefined,
    trade,
    steps: isChain(trade) ? chainRows(trade) : undefined,
    children: trade.legs.map((_, at) => legNode(trade, at, 2)),
  }
}

const firstExpiry = ({ legs }: Trade): number =>
  Math.min(...legs.map(leg => expiryOf(leg.symbol) ?? Number.POSITIVE_INFINITY))

function compareTrades(a: Trade, b: Trade): number {
  const [first, second] = [firstExpiry(a), firstExpiry(b)].map(each => (Number.isFinite(each) ? each : 0)) as [
    number,
    number,
  ]
  return first - second || (a.openedMs ?? 0) - (b.openedMs ?? 0)
}

function restNode(
  base: string,
  about: { id: string; label: string; tip: string },
  legs: readonly TradeLegNode[],
): TradeGroupNode[] {
  if (legs.length === 0) return []
  return [
    {
      ...about,
      id: `${about.id} ${base}`,
      kind: 'rest',
      depth: 1,
      note: counted(legs.length, 'leg'),
      base,
      pack: undefined,
      trade: undefined,
      children: legs.toSorted(bySymbol),
    },
  ]
}

const before = {
  id: 'before',
  label: 'Opened before recording',
  tip: 'Held when this browser first saw the account. Entries are the venue’s of that time.',
}
const foreign = {
  id: 'unexplained',
  label: 'Not by this app',
  tip: 'At the venue, without a fill that this browser saw. Its cost is unknown.',
}

/** `accepts` selects instruments: a trade is shown whole if one of its legs is selected. */
export function arrangeTrades(
  { open, proof = [] }: Pick<TradeBook, 'open' | 'proof'>,
  accepts: (symbol: string) => boolean,
): TradeGroupNode[] {
  const byBase = new Map<string, { trades: Trade[]; before: TradeLegNode[]; unexplained: TradeLegNode[] }>()
  const into = (base: string) => {
    const group = byBase.get(base) ?? { trades: [], before: [], unexplained: [] }
    byBase.set(base, group)
    return group
  }
  for (const trade of open) {
    if (!trade.legs.some(leg => accepts(leg.symbol))) continue
    const base = [...new Set(trade.legs.map(leg => baseOf(leg.symbol)))].sort().join('/')
    if (trade.kind === 'trade') into(base).trades.push(trade)
    else into(base).before.push(legNode(trade, 0, 2))
  }
  for (const { symbol, unexplained: size } of proof) {
    if (isZero(size) || !accepts(symbol)) continue
    const id = `unexplained ${symbol}`
    const tip = `${shortName(symbol)}: no fill that this browser saw explains ${size}`
    into(baseOf(symbol)).unexplained.push({
      id,
      symbol,
      size,
      lot: undefined,
      depth: 2,
      note: undefined,
      tip,
      trade: undefined,
    })
  }
  return [...byBase]
    .sort(([a], [b]) => compareBases(a, b))
    .map(([base, group]): TradeGroupNode => {
      const trades = group.trades.toSorted(compareTrades).map(tradeNode)
      return {
        id: `trades ${base}`,
        kind: 'base',
        depth: 0,
        label: base,
        note: counted(trades.length, 'trade'),
        tip: `All trades on ${base}`,
        base,
        pack: undefined,
        trade: undefined,
        children: [...trades, ...restNode(base, before, group.before), ...restNode(base, foreign, group.unexplained)],
      }
    })
}
