/** Computes how many strikes and underlyings make a universe of a given size. */
import {
  type Base,
  type ExpiryClass,
  expiryClass,
  furtherBases,
  listedExpiries,
  mainBases,
  type Tenors,
} from './bases.ts'

export interface Plan {
  readonly bases: readonly Base[]
  readonly strikesPerSide: number
}

/** Sample days, one a week for a quarter, on which the universe must have the requested size. */
const sampleDays = Array.from({ length: 14 }, (_, week) => 20_000 + 7 * week)
const comfortable = 20
const widest = 200

const classesByTenors = new Map<Tenors, readonly (readonly ExpiryClass[])[]>()

function listedClasses(tenors: Tenors | undefined, sample: number): readonly ExpiryClass[] {
  if (tenors === undefined) return []
  const known = classesByTenors.get(tenors) ?? sampleDays.map(day => listedExpiries(day, tenors).map(expiryClass))
  classesByTenors.set(tenors, known)
  return known[sample] ?? []
}

export const strikesOf = (base: Base, strikesPerSide: number): number =>
  Math.max(2, Math.round(strikesPerSide * (base.options?.breadth ?? 0)))

function strikesOfExpiry(base: Base, expiry: ExpiryClass, perSide: number): number {
  const below = Math.min(perSide, Math.max(0, Math.round(base.anchor / strikeStep(base, expiry, perSide)) - 1))
  return below + 1 + perSide
}

/** Smallest number listed on any sample day; strikes that follow the index are extra. */
const estimate = (plan: Plan): number => Math.min(...sampleDays.map((_, sample) => estimateOn(sample, plan)))

function estimateOn(sample: number, { bases, strikesPerSide }: Plan): number {
  const optionsOf = (base: Base): number => {
    const perSide = strikesOf(base, strikesPerSide)
    return listedClasses(base.options?.tenors, sample).reduce(
      (total, expiry) => total + 2 * strikesOfExpiry(base, expiry, perSide),
      0,
    )
  }
  return bases.reduce((total, base) => total + 2 + listedClasses(base.futures, sample).length + optionsOf(base), 0)
}

/** A few expiries of the two largest bases, for simulations that create thousands of markets. */
const tiny: Tenors = { daily: 1, weekly: 7, monthly: 0, quarterly: 100 }
const tinyBases: readonly Base[] = mainBases.map(base => {
  const isLarge = base.index < 2
  return {
    ...base,
    futures: isLarge ? tiny : undefined,
    options: isLarge && base.options !== undefined ? { ...base.options, tenors: tiny } : undefined,
  }
})

/** The smallest plan with about `instruments`: first longer chains, then more underlyings, then longer chains again. */
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
  while (strikesPerSide < widest && estimate({ bases, strikesPerSide }) < instruments) strikesPerSide += 1
  return { bases, strikesPerSide }
}

const finer: Readonly<Record<ExpiryClass, readonly ExpiryClass[]>> = {
  quarterly: ['quarterly', 'monthly', 'weekly', 'daily'],
  monthly: ['monthly', 'weekly', 'daily'],
  weekly: ['weekly', 'daily'],
  daily: ['daily'],
}

/** Strike step of an expiry: its class's, or a finer one if strikes would reach below zero. */
export function strikeStep(base: Base, expiry: ExpiryClass, count: number): number {
  const steps = base.options?.strikeSteps
  if (steps === undefined) return 0
  const fitting = finer[expiry].find(each => steps[each] * count <= 0.8 * base.anchor)
  return steps[fitting ?? 'daily']
}
