/**
 * Moving legs to other listed instruments: a strike or an expiry on, all together or wider and narrower. A leg that has nowhere to go
 * keeps all of a joint move from happening, so that a structure keeps its shape.
 */
import type { ListedChains } from '../listed-universe.ts'
import { type Decimal, abs, cmp, sub } from '../decimal.ts'
import { parseInstrumentName } from '../instrument.ts'

export type Move = { readonly along: 'strike' | 'expiry'; readonly steps: 1 | -1 }

/** The symbol one listed strike or expiry on, past those in `taken`; undefined when there is none. */
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
  if (name?.product === 'future') return move.along === 'expiry' ? movedFuture(name.base, symbol, move.steps, listed) : undefined
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

/** The listed strike nearest to a price; the lower of two as near. */
export function nearest<Row extends { readonly strike: Decimal }>(rows: readonly Row[], price: Decimal): Row | undefined {
  let best: Row | undefined
  for (const row of rows) {
    if (best === undefined || cmp(abs(sub(row.strike, price)), abs(sub(best.strike, price))) < 0) best = row
  }
  return best
}

type Moves = ReadonlyMap<string, string>
const none: Moves = new Map()

/** All legs that can move along (options; futures by expiry), one step; empty when one of them has nowhere to go. */
export function shiftAll(symbols: readonly string[], move: Move, listed: ListedChains): Moves {
  const movable = symbols.filter(symbol => isMovable(symbol, move))
  return together(movable.map(symbol => [symbol, movedSymbol(symbol, move, listed)]))
}

const isMovable = (symbol: string, move: Move): boolean => {
  const product = parseInstrumentName(symbol)?.product
  return product === 'option' || (product === 'future' && move.along === 'expiry')
}

const together = (moves: readonly (readonly [string, string | undefined])[]): Moves =>
  moves.every(([, to]) => to !== undefined) ? new Map(moves.flatMap(([from, to]) => (to === undefined ? [] : [[from, to] as const]))) : none

/** Options below the middle of the strikes one strike down and those above one up (wider), or towards each other (narrower). */
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
