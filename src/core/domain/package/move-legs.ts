/**
 * Moves legs to other listed strikes or expiries, together or wider and narrower. A joint move is refused if any leg
 * has no target, so that the structure keeps its shape.
 */
import { abs, cmp, type Decimal, eq, sub, toNumber } from '../decimal.ts'
import type { ListedChains } from '../instrument-index.ts'
import { parseInstrumentName } from '../instrument.ts'
import type { PackageLeg } from './package-leg.ts'

export type Move = { readonly along: 'strike' | 'expiry'; readonly steps: 1 | -1 }

export function movedSymbol(
  symbol: string,
  move: Move,
  listed: ListedChains,
  taken: ReadonlySet<string> = nothingTaken,
): string | undefined {
  const next = oneOn(symbol, move, listed)
  return next === undefined || !taken.has(next) ? next : movedSymbol(next, move, listed, taken)
}

const nothingTaken: ReadonlySet<string> = new Set()

function oneOn(symbol: string, move: Move, listed: ListedChains): string | undefined {
  const name = parseInstrumentName(symbol)
  if (name?.product === 'future')
    return move.along === 'expiry' ? movedFuture(name.base, symbol, move.steps, listed) : undefined
  if (name?.product !== 'option') return undefined
  const right = name.right
  if (move.along === 'strike') {
    const strikes = listed.chain(name.base, name.expiryMs).filter(row => row[right] !== undefined)
    const at = strikes.findIndex(row => row[right]?.symbol === symbol)
    return at < 0 ? undefined : strikes[at + move.steps]?.[right]?.symbol
  }
  const expiries = listed.expiries(name.base)
  const at = expiries.indexOf(name.expiryMs)
  const expiryMs = at < 0 ? undefined : expiries[at + move.steps]
  if (expiryMs === undefined) return undefined
  const strikes = listed.chain(name.base, expiryMs).filter(row => row[right] !== undefined)
  return nearest(strikes, name.strike)?.[right]?.symbol
}

function movedFuture(base: string, symbol: string, steps: 1 | -1, listed: ListedChains): string | undefined {
  const futures = listed.futures(base)
  const at = futures.findIndex(future => future.symbol === symbol)
  return at < 0 ? undefined : futures[at + steps]?.symbol
}

export function nearest<Row extends { readonly strike: Decimal }>(
  rows: readonly Row[],
  price: Decimal,
): Row | undefined {
  let best: Row | undefined
  for (const row of rows) {
    if (best === undefined || cmp(abs(sub(row.strike, price)), abs(sub(best.strike, price))) < 0) best = row
  }
  return best
}

type Moves = ReadonlyMap<string, string>
const none: Moves = new Map()

/** Moves all movable legs by one step (options; futures by expiry). Empty if any has no target. */
export function shiftAll(symbols: readonly string[], move: Move, listed: ListedChains): Moves {
  const movable = symbols.filter(symbol => isMovable(symbol, move))
  return together(movable.map(symbol => [symbol, movedSymbol(symbol, move, listed)]))
}

const isMovable = (symbol: string, move: Move): boolean => {
  const product = parseInstrumentName(symbol)?.product
  return product === 'option' || (product === 'future' && move.along === 'expiry')
}

const together = (moves: readonly (readonly [string, string | undefined])[]): Moves =>
  moves.every(([, to]) => to !== undefined)
    ? new Map(moves.flatMap(([from, to]) => (to === undefined ? [] : [[from, to] as const])))
    : none

/** Wider: options below the middle strike move down, those above it up. Narrower: the reverse. */
export function spreadStrikes(symbols: readonly string[], way: 'wider' | 'narrower', listed: ListedChains): Moves {
  const options = symbols.flatMap(symbol => {
    const name = parseInstrumentName(symbol)
    return name?.product === 'option' ? [{ symbol, strike: name.strike }] : []
  })
  const strikes = options.map(option => option.strike).sort(cmp)
  const [low, high] = [strikes[0], strikes.at(-1)]
  if (low === undefined || high === undefined || cmp(low, high) === 0) return none
  const outward = way === 'wider' ? 1 : -1
  return together(
    options.flatMap(({ symbol, strike }) => {
      const side = cmp(sub(strike, low), sub(high, strike))
      if (side === 0) return []
      const steps = (side * outward) as 1 | -1
      return [[symbol, movedSymbol(symbol, { along: 'strike', steps }, listed)] as const]
    }),
  )
}

/**
 * Strike handles on the payoff chart: one per strike, with all its option legs. A handle moves only to strikes listed
 * for all its legs. `all` moves the others by the same distance, `mirror` the opposite one in reverse, each to the
 * nearest listed strike. Legs never merge: a leg skips an occupied strike or stays.
 */
export type DragMode = 'one' | 'all' | 'mirror'

export interface StrikeHandle {
  readonly strike: Decimal
  readonly symbols: readonly string[]
}

/** The lowest strike first. */
export function strikeHandles(legs: readonly PackageLeg[]): StrikeHandle[] {
  const handles: { strike: Decimal; symbols: string[] }[] = []
  for (const { symbol } of legs) {
    const name = parseInstrumentName(symbol)
    if (name?.product !== 'option') continue
    const known = handles.find(handle => eq(handle.strike, name.strike))
    if (known === undefined) handles.push({ strike: name.strike, symbols: [symbol] })
    else known.symbols.push(symbol)
  }
  return handles.sort((a, b) => cmp(a.strike, b.strike))
}

/**
 * Returns the handles in their order at the start of the drag, at their current strikes. Handles never swap or vanish
 * if two meet. Merged legs are identified by index.
 */
export function draggedHandles(legs: readonly PackageLeg[], origin: readonly PackageLeg[]): StrikeHandle[] {
  const now = strikeHandles(legs)
  return strikeHandles(origin).map((handle, index) => {
    const at = origin.findIndex(leg => handle.symbols.includes(leg.symbol))
    const symbol = legs.length === origin.length ? legs[at]?.symbol : undefined
    const own = symbol === undefined ? undefined : now.find(each => each.symbols.includes(symbol))
    return own ?? now[Math.min(index, now.length - 1)] ?? handle
  })
}

export const strikesFor = (handle: StrikeHandle, listed: ListedChains): number[] =>
  listedFor(handle, listed).map(({ strike }) => toNumber(strike))

interface ListedStrike {
  readonly strike: Decimal
  /** In the order of the handle's legs. */
  readonly symbols: readonly string[]
}

function listedFor({ symbols }: StrikeHandle, listed: ListedChains): ListedStrike[] {
  const lists = symbols.map(symbol => {
    const name = parseInstrumentName(symbol)
    if (name?.product !== 'option') return []
    return listed.chain(name.base, name.expiryMs).flatMap(row => {
      const instrument = row[name.right]
      return instrument === undefined ? [] : [{ strike: row.strike, symbol: instrument.symbol }]
    })
  })
  const [first = [], ...others] = lists
  return first.flatMap(({ strike, symbol }) => {
    const beside = others.map(list => list.find(each => eq(each.strike, strike))?.symbol)
    const all = [symbol, ...beside].flatMap(one => (one === undefined ? [] : [one]))
    return all.length === symbols.length ? [{ strike, symbols: all }] : []
  })
}

function nearestListed(strikes: readonly ListedStrike[], price: number): ListedStrike | undefined {
  const away = (one: ListedStrike): number => Math.abs(toNumber(one.strike) - price)
  return strikes.reduce<ListedStrike | undefined>(
    (best, one) => (best === undefined || away(one) < away(best) ? one : best),
    undefined,
  )
}

function moveTo(
  legs: readonly PackageLeg[],
  at: number,
  to: ListedStrike,
  mode: DragMode,
  listed: ListedChains,
): readonly PackageLeg[] {
  const handles = strikeHandles(legs)
  const grabbed = handles[at]
  if (grabbed === undefined) return legs
  const moved = toNumber(to.strike) - toNumber(grabbed.strike)
  const renamed = new Map(grabbed.symbols.map((symbol, index) => [symbol, to.symbols[index] ?? symbol]))
  for (const [index, handle] of handles.entries()) {
    const isOpposite = index === handles.length - 1 - at
    if (index === at || mode === 'one' || (mode === 'mirror' && !isOpposite)) continue
    const target = nearestListed(listedFor(handle, listed), toNumber(handle.strike) + (mode === 'all' ? moved : -moved))
    for (const [leg, symbol] of handle.symbols.entries()) renamed.set(symbol, target?.symbols[leg] ?? symbol)
  }
  return legs.map(leg => ({ ...leg, symbol: renamed.get(leg.symbol) ?? leg.symbol }))
}

export function draggedLegs(
  legs: readonly PackageLeg[],
  at: number,
  price: number,
  mode: DragMode,
  listed: ListedChains,
): readonly PackageLeg[] {
  const handle = strikeHandles(legs)[at]
  const byDistance = (a: ListedStrike, b: ListedStrike): number =>
    Math.abs(toNumber(a.strike) - price) - Math.abs(toNumber(b.strike) - price)
  return firstApart(legs, at, handle === undefined ? [] : listedFor(handle, listed).sort(byDistance), mode, listed)
}

function firstApart(
  legs: readonly PackageLeg[],
  at: number,
  strikes: readonly ListedStrike[],
  mode: DragMode,
  listed: ListedChains,
): readonly PackageLeg[] {
  for (const to of strikes) {
    const moved = moveTo(legs, at, to, mode, listed)
    if (new Set(moved.map(leg => leg.symbol)).size === legs.length) return moved
  }
  return legs
}

export function steppedLegs(
  legs: readonly PackageLeg[],
  at: number,
  step: 1 | -1,
  mode: DragMode,
  listed: ListedChains,
): readonly PackageLeg[] {
  const handle = strikeHandles(legs)[at]
  if (handle === undefined) return legs
  const strikes = listedFor(handle, listed)
  const here = strikes.findIndex(each => eq(each.strike, handle.strike))
  const ahead = here < 0 ? [] : step > 0 ? strikes.slice(here + 1) : strikes.slice(0, here).reverse()
  return firstApart(legs, at, ahead, mode, listed)
}
