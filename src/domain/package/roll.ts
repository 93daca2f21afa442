/** Rolling held legs: each closed and opened again at a later expiry, at its strike or some strikes away. */
import { abs, cmp, eq, neg, sub } from '../decimal.ts'
import { type Instrument, type InstrumentName, shortName } from '../instrument.ts'
import type { ListedChains } from '../listed-universe.ts'
import { type HeldSize, type PackageResult, packageOfPositions } from './package-of-positions.ts'

/** `next`: each leg to the first expiry after its own. */
export type RollTarget = 'next' | number

export interface RolledLeg {
  readonly from: HeldSize
  /** Undefined where nothing listed can stand for it. */
  readonly to: Instrument | undefined
  /** Why not, or what differs. */
  readonly note: string | undefined
}

const later = (expiries: readonly number[], afterMs: number, target: RollTarget): number | undefined =>
  target === 'next' ? expiries.find(expiryMs => expiryMs > afterMs) : expiries.find(expiryMs => expiryMs === target)

type OptionName = Extract<InstrumentName, { product: 'option' }>

/** The option of the expiry at the same strike (the nearest listed one where it is not), `steps` strikes up. */
function rolledOption(name: OptionName, expiryMs: number, steps: number, listed: ListedChains): Omit<RolledLeg, 'from'> {
  const side = listed.chain(name.base, expiryMs).flatMap(row => {
    const instrument = row[name.right]
    return instrument === undefined ? [] : [{ strike: row.strike, instrument }]
  })
  const [first] = side
  if (first === undefined) return { to: undefined, note: `no ${name.right} is listed there` }
  const nearest = side.reduce(
    (best, each) => (cmp(abs(sub(each.strike, name.strike)), abs(sub(best.strike, name.strike))) < 0 ? each : best),
    first,
  )
  const index = side.indexOf(nearest) + steps
  const chosen = side[index]
  if (chosen === undefined) return { to: undefined, note: 'no strike is listed that far' }
  const note = eq(nearest.strike, name.strike) ? undefined : `strike ${name.strike} is not listed there: from ${nearest.strike}`
  return { to: chosen.instrument, note }
}

/** No order can open what does not trade. */
const onlyTrading = (rolled: Omit<RolledLeg, 'from'>): Omit<RolledLeg, 'from'> =>
  rolled.to === undefined || rolled.to.status === 'active'
    ? rolled
    : { to: undefined, note: `${shortName(rolled.to.symbol)} is ${rolled.to.status === 'suspended' ? 'suspended' : 'not trading'}` }

const datedFutures = (base: string, listed: ListedChains, expiryOf: (instrument: Instrument) => number | undefined) =>
  listed.futures(base).flatMap(instrument => {
    const expiryMs = expiryOf(instrument)
    return expiryMs === undefined ? [] : [{ expiryMs, instrument }]
  })

export interface RollInputs {
  readonly legs: readonly (HeldSize & { readonly parsed: InstrumentName | undefined })[]
  readonly target: RollTarget
  /** Strikes up (down where negative) from where each option is. */
  readonly steps: number
  readonly listed: ListedChains
  readonly expiryOf: (instrument: Instrument) => number | undefined
}

/** What each leg becomes. */
export function rollLegs({ legs, target, steps, listed, expiryOf }: RollInputs): RolledLeg[] {
  return legs.map(({ symbol, size, parsed }): RolledLeg => {
    const from = { symbol, size }
    if (parsed === undefined || !('expiryMs' in parsed)) return { from, to: undefined, note: 'no expiry' }
    const futures = parsed.product === 'future' ? datedFutures(parsed.base, listed, expiryOf) : []
    const expiries = parsed.product === 'future' ? futures.map(each => each.expiryMs) : listed.expiries(parsed.base)
    const expiryMs = later(expiries, parsed.expiryMs, target)
    if (expiryMs === undefined) return { from, to: undefined, note: 'no such expiry is listed' }
    const rolled =
      parsed.product === 'option'
        ? rolledOption(parsed, expiryMs, steps, listed)
        : { to: futures.find(each => each.expiryMs === expiryMs)?.instrument, note: undefined }
    if (rolled.to?.symbol === symbol) return { from, to: undefined, note: 'it is there already' }
    return { from, ...onlyTrading(rolled) }
  })
}

/** One package that closes what is rolled and opens what it becomes; legs that meet are one. */
export function rollPackage(rolled: readonly RolledLeg[]): PackageResult {
  const moved = rolled.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]))
  if (moved.length === 0) return { ok: false, problem: 'None of these legs can be rolled there.' }
  const legs: HeldSize[] = moved.flatMap(({ from, to }): HeldSize[] => [
    { symbol: from.symbol, size: neg(from.size) },
    { symbol: to.symbol, size: from.size },
  ])
  return packageOfPositions(legs, 'hold')
}
