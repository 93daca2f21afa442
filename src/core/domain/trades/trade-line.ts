/**
 * Result of a trade at each sample since its first fill, before fees, in its quote asset: the cash of its fills and
 * funding, and its open legs at the venue's marks. A sample without the mark of an open leg is a gap, never zero. With
 * all marks, the lines of all trades and the loose funding add up to the account's result.
 */
import { add, type Decimal, isZero, gt, lt, mul, zero } from '../decimal.ts'
import type { Sample } from '../sample.ts'
import type { Trade, TradeFlow } from './trade.ts'

/** An open leg with the venue's mark at that time. */
export interface MarkedLeg {
  readonly symbol: string
  /** Signed. */
  readonly size: Decimal
  readonly mark: Decimal
}

export interface LinePoint {
  readonly atMs: number
  readonly pnl: Decimal | undefined
  readonly unmarked: readonly string[]
}

export interface TradeExtreme {
  readonly atMs: number
  readonly pnl: Decimal
  readonly legs: readonly MarkedLeg[]
}

export interface TradeLine {
  /** Ascending in time from the first fill. The last point of a closed trade is its end. */
  readonly points: readonly LinePoint[]
  /** Undefined until a point is known. The first of equal ones. */
  readonly best: TradeExtreme | undefined
  readonly worst: TradeExtreme | undefined
}

export type MarkedSample = Pick<Sample, 'atMs' | 'positions'>

class Standing {
  readonly #flows: readonly TradeFlow[]
  readonly #sizes = new Map<string, Decimal>()
  #cash: Decimal = zero
  #next = 0

  constructor(flows: readonly TradeFlow[]) {
    this.#flows = flows
  }

  moveTo(atMs: number): void {
    for (
      let flow = this.#flows[this.#next];
      flow !== undefined && (flow.atMs ?? 0) <= atMs;
      flow = this.#flows[this.#next]
    ) {
      this.#cash = add(this.#cash, flow.cash)
      const size = add(this.#sizes.get(flow.symbol) ?? zero, flow.size)
      if (isZero(size)) this.#sizes.delete(flow.symbol)
      else this.#sizes.set(flow.symbol, size)
      this.#next += 1
    }
  }

  at(
    atMs: number,
    marks: ReadonlyMap<string, Decimal>,
  ): { readonly point: LinePoint; readonly legs: readonly MarkedLeg[] } {
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

/** `samples` ascend in time. Initial positions count from their entry, at every sample. */
export function tradeLine(
  { flows, openedMs, closedMs, unsettled }: LinedTrade,
  samples: readonly MarkedSample[],
): TradeLine {
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
  // The final result needs no mark, but a known end.
  if (closedMs !== undefined && unsettled.length === 0) take(closedMs, noMarks)
  return { points, best, worst }
}
