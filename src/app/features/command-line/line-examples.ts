/** Lines to try, made from the present market: listed strikes around the forward of the usual expiry. Pure. */
import { toNumber } from '../../../core/domain/decimal.ts'
import { usualBase, usualExpiry } from '../../../core/domain/instrument-index.ts'
import { shortExpiry } from '../../../core/domain/instrument.ts'
import { type LineMarket, type LineView, previewOf, readLines } from './structure-line.ts'

/** Strikes by their distance from the one nearest to the forward, in listed strikes. */
const shapes: readonly (readonly [name: string, places: readonly number[]])[] = [
  ['iron condor', [-4, -2, 2, 4]],
  ['strangle', [-2, 2]],
  ['call spread', [0, 2]],
  ['straddle', [0]],
]

const mostExamples = 3

export function lineExamples(market: LineMarket, view: LineView): readonly string[] {
  const bases = market.index.bases()
  const base = [view.base, usualBase, ...bases].find(each => each !== undefined && bases.includes(each)) ?? ''
  const expiryMs = usualExpiry(
    market.index.expiries(base).filter(each => each > market.surfaces.atMs),
    market.surfaces.atMs,
  )
  const forward = expiryMs === undefined ? undefined : market.surfaces.of(base)?.expiries.get(expiryMs)?.forward?.price
  if (expiryMs === undefined || forward === undefined) return []
  const strikes = market.index.chain(base, expiryMs).map(({ strike }) => toNumber(strike))
  const distance = (at: number): number => Math.abs((strikes[at] ?? Number.POSITIVE_INFINITY) - forward)
  const nearest = strikes.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0)
  const day = shortExpiry(expiryMs).toLowerCase()
  const lines = shapes.flatMap(([name, places]) => {
    const chosen = places.map(place => strikes[nearest + place])
    return chosen.includes(undefined) ? [] : [`buy 1 ${base.toLowerCase()} ${day} ${chosen.join('/')} ${name}`]
  })
  return lines.filter(line => isGood(line, market, view)).slice(0, mostExamples)
}

function isGood(line: string, market: LineMarket, view: LineView): boolean {
  const [first] = readLines(line, market, view)
  if (first === undefined || !first.read.ok) return false
  const { net, fault, sizeNote } = previewOf(first.read.value, market)
  return net.mid !== undefined && fault === undefined && sizeNote === undefined
}
