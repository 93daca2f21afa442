import type { Decimal } from '../decimal.ts'
import type { Direction } from './match.ts'
import type { ExpirySymbol, StrikeSymbol, TemplateForm } from './template.ts'
import type { StructureLeg, Underlying } from './tidy-legs.ts'

export interface Placement {
  readonly base: string
  /** Ascending, with the count from `countNeeded`. */
  readonly strikes: readonly Decimal[]
  /** Ms, ascending, with the count from `countNeeded`. */
  readonly expiries: readonly number[]
  readonly direction: Direction
  /** Instrument used as the underlying beside options. */
  readonly underlying: { readonly product: Underlying; readonly expiry?: number }
}

const rank = (symbol: StrikeSymbol | ExpirySymbol | undefined): number =>
  symbol === undefined ? 0 : Number.parseInt(symbol.slice(1), 10)

export function countNeeded(form: TemplateForm): { readonly strikes: number; readonly expiries: number } {
  return {
    strikes: Math.max(...form.legs.map(leg => rank(leg.strike))),
    expiries: Math.max(...form.legs.map(leg => rank(leg.expiry))),
  }
}

export function instantiate(form: TemplateForm, placement: Placement): StructureLeg[] {
  const { base, strikes, expiries, underlying } = placement
  const sign = placement.direction === 'long' ? 1 : -1
  const lacking = countNeeded(form)
  if (strikes.length < lacking.strikes || expiries.length < lacking.expiries)
    throw new Error('too few strikes or expiries')
  return form.legs.map((leg): StructureLeg => {
    const expiry = expiries[rank(leg.expiry) - 1]
    const strike = strikes[rank(leg.strike) - 1]
    const ratio = leg.ratio * sign
    if (leg.kind === 'U')
      return expiry === undefined
        ? { kind: 'U', base, ratio, ...underlying }
        : { kind: 'U', base, ratio, product: 'future', expiry }
    return {
      kind: leg.kind,
      base,
      ratio,
      ...(strike === undefined ? {} : { strike }),
      ...(expiry === undefined ? {} : { expiry }),
    }
  })
}

/** Offsets of a structure's strikes from the money, ascending, in units of a distance that the trader chooses. */
export type Rights = 'put' | 'call' | 'both'

export function rightsOf(form: TemplateForm): Rights[] {
  return Array.from({ length: countNeeded(form).strikes }, (_, index) => {
    const kinds = new Set(form.legs.filter(leg => leg.strike === `K${index + 1}`).map(leg => leg.kind))
    return kinds.size > 1 ? 'both' : kinds.has('P') ? 'put' : 'call'
  })
}

/** Distance of the first, second, … strike from the body. */
const outward = [1, 1.6, 2.2, 2.8] as const
const nth = (index: number): number => outward[index] ?? index + 1

/** For one right: wings surround a body, other structures extend outwards from the money. */
function oneRight(form: TemplateForm, count: number, right: Rights): number[] {
  const sign = right === 'put' ? -1 : 1
  if (form.constraint === 'unequal_wings') return sign > 0 ? [-1, 0, 1.6] : [-1.6, 0, 1]
  if (form.constraint !== 'none' && form.constraint !== 'any_ratio')
    return count === 3 ? [-1, 0, 1] : [-1.2, -0.5, 0.5, 1.2]
  const steps = Array.from({ length: count }, (_, index) => (index === 0 ? 0 : nth(index - 1)))
  return sign > 0 ? steps : steps.map(step => (step === 0 ? 0 : -step)).reverse()
}

export function strikeOffsets(form: TemplateForm): readonly number[] {
  const rights = rightsOf(form)
  const [first] = rights
  if (first === undefined) return []
  if (rights.length === 1) return [0]
  if (rights.every(right => right === 'both')) return [-1, 1]
  if (new Set(rights).size === 1) return oneRight(form, rights.length, first)
  const body = rights.indexOf('both')
  if (body >= 0)
    return rights.map((_, index) => (index === body ? 0 : Math.sign(index - body) * nth(Math.abs(index - body) - 1)))
  // Puts are below the money, calls above. With calls below puts (guts), only the order counts.
  const turn = rights.findIndex((right, index) => index > 0 && right !== rights[index - 1])
  return rights.map((_, index) => (index < turn ? -nth(turn - 1 - index) : nth(index - turn)))
}
