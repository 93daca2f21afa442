/** How many strikes and underlyings a universe of about a given size has. */
import { type Base, furtherBases, mainBases } from './bases.ts'
import { type ExpiryClass, type Tenors, listedExpiries } from './calendar.ts'

export interface Plan {
  readonly bases: readonly Base[]
  /** Strikes on each side of the money of a chain of full breadth. */
  readonly strikesPerSide: number
}

/** Any day will do to count with. */
const sampleDay = 20_000
const comfortable = 20
const widest = 80

const expiryCount = (tenors: Tenors | undefined): number => (tenors === undefined ? 0 : listedExpiries(sampleDay, tenors).length)

export const strikesOf = (base: Base, strikesPerSide: number): number =>
  Math.max(2, Math.round(strikesPerSide * (base.options?.breadth ?? 0)))

/** Strikes that follow the index while an expiry is listed make short chains about so many strikes longer. */
const followed = 6

function estimate({ bases, strikesPerSide }: Plan): number {
  const more = strikesPerSide < comfortable ? followed : 0
  return bases
    .map(base => 2 + expiryCount(base.futures) + expiryCount(base.options?.tenors) * 2 * (2 * strikesOf(base, strikesPerSide) + 1 + more))
    .reduce((total, count) => total + count, 0)
}

/** A few expiries of the two largest only: for simulations that begin thousands of markets. */
const tiny: Tenors = { daily: 1, weekly: 7, monthly: 0, quarterly: 100 }
const tinyBases: readonly Base[] = mainBases.map(base => {
  const isLarge = base.index < 2
  return {
    ...base,
    futures: isLarge ? tiny : undefined,
    options: isLarge && base.options !== undefined ? { ...base.options, tenors: tiny } : undefined,
  }
})

/** The smallest plan with about `instruments` of them: first longer chains, then more underlyings, then longer chains again. */
export function planFor(instruments: number): Plan {
  if (instruments < 1_000) return { bases: tinyBases, strikesPerSide: Math.max(2, Math.round(instruments / 50)) }
  for (let strikesPerSide = 10; strikesPerSide < comfortable; strikesPerSide += 1) {
    const plan = { bases: mainBases, strikesPerSide }
    if (estimate(plan) >= instruments) return plan
  }
  for (let more = 0; more < furtherBases.length; more += 1) {
    const plan = { bases: [...mainBases, ...furtherBases.slice(0, more)], strikesPerSide: comfortable }
    if (estimate(plan) >= instruments) return plan
  }
  const bases = [...mainBases, ...furtherBases]
  let strikesPerSide = comfortable
  // Long chains of cheap assets are cut off at zero.
  while (strikesPerSide < widest && estimate({ bases, strikesPerSide }) < 1.06 * instruments) strikesPerSide += 1
  return { bases, strikesPerSide }
}

const finer: Readonly<Record<ExpiryClass, readonly ExpiryClass[]>> = {
  quarterly: ['quarterly', 'monthly', 'weekly', 'daily'],
  monthly: ['monthly', 'weekly', 'daily'],
  weekly: ['weekly', 'daily'],
  daily: ['daily'],
}

/** Distance of strikes of an expiry: its class's, or a finer one where so many strikes would reach below zero. */
export function strikeStep(base: Base, expiry: ExpiryClass, count: number): number {
  const steps = base.options?.strikeSteps
  if (steps === undefined) return 0
  const fitting = finer[expiry].find(each => steps[each] * count <= 0.8 * base.anchor)
  return steps[fitting ?? 'daily']
}
