/**
 * Finds the payoff with whole slopes closest to a drawing, with kinks at listed strikes and few legs. Dynamic
 * programming over strikes by slope, distance from the drawing and number of legs: the best path to each state
 * continues, and paths worse than the best known answer are dropped. So no package with these ratios is closer.
 */
import { cmp, type Decimal, toNumber } from '../../domain/decimal.ts'
import type { ChainStrike } from '../../domain/instrument-index.ts'
import { quotedPrice } from './quoted.ts'
import type { Shape, SolveMarket } from './same-payoff.ts'

export interface Kink {
  readonly strike: Decimal
  readonly value: Decimal
}

export interface DrawnPayoff {
  readonly base: string
  readonly expiryMs: number
  readonly kinks: readonly Kink[]
  /** Whole-number slopes below the first and above the last kink. */
  readonly low: number
  readonly high: number
}

export interface FitLimits {
  readonly most: number
  readonly mostRatio: number
  /** Largest multiple of the drawing for which slopes are made whole. */
  readonly mostTimes: number
}

export interface Fit {
  readonly shape: Shape
  readonly times: number
  readonly deviation: number
}

interface Point {
  readonly strike: Decimal
  readonly row: ChainStrike
  readonly at: number
  readonly value: number
}

export function fitShape(
  drawing: DrawnPayoff,
  rows: readonly ChainStrike[],
  market: SolveMarket,
  limits: FitLimits,
): Fit | undefined {
  const points = pointsOf(drawing, rows)
  if (points.length < 2) return undefined
  const gap = Math.min(...points.slice(1).map((point, at) => point.at - (points[at]?.at ?? 0)))
  const canBend = bendsAllowed(points, market)
  let best: (Path & { readonly times: number }) | undefined
  const deviationOf = ({ furthest, times }: { readonly furthest: number; readonly times: number }): number =>
    furthest / times
  const steepest = Math.max(...points.slice(1).map((point, at) => slopeBetween(points[at] ?? point, point)))
  // A peak bends by up to twice the steepest slope.
  const mostTimes = Math.max(1, Math.min(limits.mostTimes, Math.floor(limits.mostRatio / 2 / steepest)))
  for (let times = 1; times <= mostTimes; times += 1) {
    const tooFar = best === undefined ? Infinity : deviationOf(best) * times * (1 - 1e-9)
    const path = nearestPath(points, {
      ...limits,
      low: drawing.low * times,
      high: drawing.high * times,
      times,
      gap,
      tooFar,
      canBend,
    })
    if (path !== undefined) best = { ...path, times }
  }
  const bends = best === undefined ? new Map<Decimal, number>() : bendsOf(best, points)
  if (best === undefined || bends.size === 0) return undefined
  const { base, expiryMs, high } = drawing
  const { times } = best
  return { shape: { base, expiryMs, bends, slope: high * times }, times, deviation: deviationOf(best) }
}

const slopeBetween = (a: Point, b: Point): number => Math.abs((b.value - a.value) / (b.at - a.at))

function pointsOf({ kinks }: DrawnPayoff, rows: readonly ChainStrike[]): readonly Point[] {
  const [first, last] = [kinks[0], kinks.at(-1)]
  if (first === undefined || last === undefined) return []
  const spanned = rows.filter(row => cmp(row.strike, first.strike) >= 0 && cmp(row.strike, last.strike) <= 0)
  return spanned.map(row => {
    const at = toNumber(row.strike)
    const next = Math.max(
      1,
      kinks.findIndex(kink => toNumber(kink.strike) >= at),
    )
    const [from, to] = [kinks[next - 1] ?? first, kinks[next] ?? last]
    const [x0, x1, y0, y1] = [from.strike, to.strike, from.value, to.value].map(toNumber) as [
      number,
      number,
      number,
      number,
    ]
    return { strike: row.strike, row, at, value: y0 + ((y1 - y0) * (at - x0)) / (x1 - x0) }
  })
}

function bendsAllowed(points: readonly Point[], market: SolveMarket): (at: number, bend: number) => boolean {
  const known = new Map<number, boolean>()
  return (at, bend) => {
    const key = at * 4096 + bend
    const before = known.get(key)
    if (before !== undefined) return before
    const row = points[at]?.row
    const isAllowed = [row?.call, row?.put].some(one => one !== undefined && 'price' in quotedPrice(one, bend, market))
    known.set(key, isAllowed)
    return isAllowed
  }
}

interface Path {
  readonly slope: number
  readonly legs: number
  readonly distance: number
  readonly furthest: number
  readonly before: Path | undefined
}

interface Search extends FitLimits {
  readonly low: number
  readonly high: number
  readonly times: number
  readonly gap: number
  readonly tooFar: number
  readonly canBend: (at: number, bend: number) => boolean
}

function nearestPath(points: readonly Point[], search: Search): Path | undefined {
  const { times, gap, tooFar } = search
  const highest = times * Math.max(...points.map(point => Math.abs(point.value - (points[0]?.value ?? 0)))) + 1e-6
  for (let room = (gap * times) / 16; ; room *= 2) {
    const found = pathWithin(points, search, Math.min(room, tooFar))
    if (found !== undefined || room >= Math.min(tooFar, highest)) return found
  }
}

/** Distances are compared to a thousandth. */
const keyOf = (slope: number, legs: number, distance: number): number =>
  (Math.round(distance * 1e3) * 1024 + (slope + 512)) * 16 + legs

interface Stretch {
  readonly run: number
  readonly rise: number
  readonly room: number
}

/** Slopes that stay within the room over a stretch, as far as legs are left for them and for the final slope. */
function slopesFrom(
  { slope, legs, distance }: Path,
  stretch: Stretch | undefined,
  { most, mostRatio, high }: Search,
): readonly number[] {
  if (stretch === undefined || legs >= most) return stretch === undefined ? [high] : [slope]
  if (legs === most - 1) return slope === high ? [slope] : [slope, high]
  const { run, rise, room } = stretch
  const from = Math.max(slope - mostRatio, Math.ceil((rise - room - distance) / run))
  const to = Math.min(slope + mostRatio, Math.floor((rise + room - distance) / run))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

function pathWithin(points: readonly Point[], search: Search, room: number): Path | undefined {
  const { low, times, tooFar, most, mostRatio, canBend } = search
  let paths: Iterable<Path> = [{ slope: low, legs: 0, distance: 0, furthest: 0, before: undefined }]
  for (let at = 0; at < points.length; at += 1) {
    const [here, next] = [points[at], points[at + 1]]
    if (here === undefined) continue
    const reached = new Map<number, Path>()
    const [run, rise] = next === undefined ? [0, 0] : [next.at - here.at, (next.value - here.value) * times]
    for (const path of paths) {
      for (const slope of slopesFrom(path, next === undefined ? undefined : { run, rise, room }, search)) {
        const bend = slope - path.slope
        const legs = bend === 0 ? path.legs : path.legs + 1
        if (legs > most || (bend !== 0 && (Math.abs(bend) > mostRatio || !canBend(at, bend)))) continue
        const distance = path.distance + slope * run - rise
        const furthest = Math.max(path.furthest, Math.abs(distance))
        if (furthest >= tooFar || Math.abs(distance) > room) continue
        const key = keyOf(slope, legs, distance)
        const known = reached.get(key)
        if (known === undefined || furthest < known.furthest)
          reached.set(key, { slope, legs, distance, furthest, before: path })
      }
    }
    paths = reached.values()
  }
  let best: Path | undefined
  for (const path of paths) {
    const isBetter =
      best === undefined || path.furthest < best.furthest || (path.furthest === best.furthest && path.legs < best.legs)
    if (isBetter) best = path
  }
  return best
}

function bendsOf(path: Path, points: readonly Point[]): ReadonlyMap<Decimal, number> {
  const bends = new Map<Decimal, number>()
  let later: Path | undefined = path
  for (let at = points.length - 1; at >= 0 && later?.before !== undefined; at -= 1) {
    const bend: number = later.slope - later.before.slope
    const strike = points[at]?.strike
    if (bend !== 0 && strike !== undefined) bends.set(strike, bend)
    later = later.before
  }
  return new Map([...bends].reverse())
}
