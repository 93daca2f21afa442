/** Rolls legs: closes each and reopens it at a later expiry, at the same strike or some strikes away. */
import { abs, cmp, eq, neg, sub } from '../decimal.ts'
import type { ListedChains } from '../instrument-index.ts'
import type { Instrument, InstrumentName } from '../instrument.ts'
import { haltText } from '../order-ends.ts'
import { type HeldSize, packageOfPositions, type PackageResult } from './package-of-positions.ts'

/** `next`: each leg to the first expiry after its own. */
export type RollTarget = 'next' | number

export interface RolledLeg {
  readonly from: HeldSize
  readonly to: Instrument | undefined
  /** Reason if impossible, or the difference from the request. */
  readonly note: string | undefined
}

const later = (expiries: readonly number[], afterMs: number, target: RollTarget): number | undefined =>
  target === 'next' ? expiries.find(expiryMs => expiryMs > afterMs) : expiries.find(expiryMs => expiryMs === target)

type OptionName = Extract<InstrumentName, { product: 'option' }>
type DatedName = Extract<InstrumentName, { expiryMs: number }>

function rolledOption(
  name: OptionName,
  expiryMs: number,
  steps: number,
  listed: ListedChains,
): Omit<RolledLeg, 'from'> {
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
  const note = eq(nearest.strike, name.strike)
    ? undefined
    : `strike ${name.strike} is not listed there: from ${nearest.strike}`
  return { to: chosen.instrument, note }
}

function onlyTrading(rolled: Omit<RolledLeg, 'from'>): Omit<RolledLeg, 'from'> {
  const halted = rolled.to === undefined ? undefined : haltText(rolled.to)
  return halted === undefined ? rolled : { to: undefined, note: halted }
}

/** Reason why a position cannot be closed. Undefined if it can, or if it is not listed. */
function whyHeld(name: DatedName, symbol: string, { listed, nowMs }: RollInputs): string | undefined {
  if (name.expiryMs <= nowMs) return 'it has expired'
  const options = name.product === 'option' ? listed.chain(name.base, name.expiryMs).map(row => row[name.right]) : []
  const held = [...options, ...listed.futures(name.base)].find(each => each?.symbol === symbol)
  return held === undefined ? undefined : haltText(held)
}

const datedFutures = (base: string, listed: ListedChains, expiryOf: (instrument: Instrument) => number | undefined) =>
  listed.futures(base).flatMap(instrument => {
    const expiryMs = expiryOf(instrument)
    return expiryMs === undefined ? [] : [{ expiryMs, instrument }]
  })

export interface RollInputs {
  readonly legs: readonly (HeldSize & { readonly parsed: InstrumentName | undefined })[]
  readonly target: RollTarget
  /** Strikes up; negative is down. */
  readonly steps: number
  readonly listed: ListedChains
  readonly expiryOf: (instrument: Instrument) => number | undefined
  readonly nowMs: number
}

export function rollLegs(inputs: RollInputs): RolledLeg[] {
  const { legs, target, steps, listed, expiryOf } = inputs
  return legs.map(({ symbol, size, parsed }): RolledLeg => {
    const from = { symbol, size }
    if (parsed === undefined || !('expiryMs' in parsed)) return { from, to: undefined, note: 'no expiry' }
    const why = whyHeld(parsed, symbol, inputs)
    if (why !== undefined) return { from, to: undefined, note: why }
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

export function rollPackage(rolled: readonly RolledLeg[]): PackageResult {
  const moved = rolled.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]))
  if (moved.length === 0) return { ok: false, problem: 'None of these legs can be rolled there.' }
  const legs: HeldSize[] = moved.flatMap(({ from, to }): HeldSize[] => [
    { symbol: from.symbol, size: neg(from.size) },
    { symbol: to.symbol, size: from.size },
  ])
  return packageOfPositions(legs, 'hold')
}
