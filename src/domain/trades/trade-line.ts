/**
 * What a trade had made at each sample since its first fill: the cash of its fills and funding until then, and what was open of it at the venue's marks of
 * that sample; before fees, in its quote asset. A sample that lacks the mark of an open leg is a gap, never zero. Where all marks are there, the lines of an
 * account's trades and its loose funding add up to what the account had made.
 */
import { add, type Decimal, isZero, gt, lt, mul, zero } from '../decimal.ts'
import type { Sample } from '../sample.ts'
import type { Trade, TradeFlow } from './trade.ts'

/** A leg that was open at a moment, at the venue's mark of that moment. */
export interface MarkedLeg {
  readonly symbol: string
  /** Signed. */
  readonly size: Decimal
  readonly mark: Decimal
}

export interface LinePoint {
  readonly atMs: number
  /** Undefined where a mark is missing. */
  readonly pnl: Decimal | undefined
  /** Symbols of open legs without a mark. */
  readonly unmarked: readonly string[]
}

/** The best or the worst point of a trade among those that are known. */
export interface TradeExtreme {
  readonly atMs: number
  readonly pnl: Decimal
  /** None where nothing was open: at the end of the trade. */
  readonly legs: readonly MarkedLeg[]
}

export interface TradeLine {
  /** By rising time, from its first fill; the last one is its end, once it is closed. */
  readonly points: readonly LinePoint[]
  /** Undefined while no point is known; of equal ones the first. */
  readonly best: TradeExtreme | undefined
  readonly worst: TradeExtreme | undefined
}

/** A sample, as a line needs it. */
export type MarkedSample = Pick<Sample, 'atMs' | 'positions'>

/** What a trade holds and has in cash while its flows are gone through. */
class Standing {
  readonly #flows: readonly TradeFlow[]
  readonly #sizes = new Map<string, Decimal>()
  #cash: Decimal = zero
  #next = 0

  constructor(flows: readonly TradeFlow[]) {
    this.#flows = flows
  }

  /** Takes all flows until then; times only rise. */
  moveTo(atMs: number): void {
    for (let flow = this.#flows[this.#next]; flow !== undefined && (flow.atMs ?? 0) <= atMs; flow = this.#flows[this.#next]) {
      this.#cash = add(this.#cash, flow.cash)
      const size = add(this.#sizes.get(flow.symbol) ?? zero, flow.size)
      if (isZero(size)) this.#sizes.delete(flow.symbol)
      else this.#sizes.set(flow.symbol, size)
      this.#next += 1
    }
  }

  at(atMs: number, marks: ReadonlyMap<string, Decimal>): { readonly point: LinePoint; readonly legs: readonly MarkedLeg[] } {
    this.moveTo(atMs)
    const legs: MarkedLeg[] = []
    const unmarked: string[] = []
    let pnl = this.#cash
    for (const [symbol, size] of this.#sizes) {
      const mark = marks.get(symbol)
      if (mark === undefined) unmarked.push(symbol)
      else {
        legs.push({ symbol, size, mark })
        pnl = add(pnl, mul(size, mark))
      }
    }
    return { point: { atMs, pnl: unmarked.length === 0 ? pnl : undefined, unmarked }, legs }
  }
}

const noMarks: ReadonlyMap<string, Decimal> = new Map()
const marksOf = ({ positions }: MarkedSample): ReadonlyMap<string, Decimal> =>
  positions === undefined ? noMarks : new Map(positions.map(each => [each.symbol, each.mark_price]))

type LinedTrade = Pick<Trade, 'flows' | 'openedMs' | 'closedMs' | 'unsettled'>

/** `samples` by rising time; what was held when the account was first seen counts from its entry, at every sample. */
export function tradeLine({ flows, openedMs, closedMs, unsettled }: LinedTrade, samples: readonly MarkedSample[]): TradeLine {
  const standing = new Standing(flows)
  const points: LinePoint[] = []
  let best: TradeExtreme | undefined
  let worst: TradeExtreme | undefined
  const take = (atMs: number, marks: ReadonlyMap<string, Decimal>): void => {
    const { point, legs } = standing.at(atMs, marks)
    points.push(point)
    if (point.pnl === undefined) return
    const here = { atMs, pnl: point.pnl, legs }
    if (best === undefined || gt(here.pnl, best.pnl)) best = here
    if (worst === undefined || lt(here.pnl, worst.pnl)) worst = here
  }
  for (const sample of samples) {
    if (sample.atMs < (openedMs ?? 0) || (closedMs !== undefined && sample.atMs >= closedMs)) continue
    take(sample.atMs, marksOf(sample))
  }
  // What it came to needs no mark; where an end is not known, neither is that.
  if (closedMs !== undefined && unsettled.length === 0) take(closedMs, noMarks)
  return { points, best, worst }
}
