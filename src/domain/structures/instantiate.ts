/** A template's form at real strikes and expiries. */
import type { Decimal } from '../decimal.ts'
import type { Direction } from './match.ts'
import type { ExpirySymbol, StrikeSymbol, TemplateForm } from './template.ts'
import type { StructureLeg, Underlying } from './tidy-legs.ts'

export interface Placement {
  readonly base: string
  /** Ascending, as many as `needs` says. */
  readonly strikes: readonly Decimal[]
  /** ms, ascending, as many as `needs` says. */
  readonly expiries: readonly number[]
  readonly direction: Direction
  /** What stands for the underlying beside options. */
  readonly underlying: { readonly product: Underlying; readonly expiry?: number }
}

const rank = (symbol: StrikeSymbol | ExpirySymbol | undefined): number => (symbol === undefined ? 0 : Number.parseInt(symbol.slice(1), 10))

/** How many strikes and expiries a form takes. */
export function needs(form: TemplateForm): { readonly strikes: number; readonly expiries: number } {
  return { strikes: Math.max(...form.legs.map(leg => rank(leg.strike))), expiries: Math.max(...form.legs.map(leg => rank(leg.expiry))) }
}

/** The legs of a form, bought or sold. Throws where the placement lacks a strike or an expiry. */
export function instantiate(form: TemplateForm, placement: Placement): StructureLeg[] {
  const { base, strikes, expiries, underlying } = placement
  const sign = placement.direction === 'long' ? 1 : -1
  const lacking = needs(form)
  if (strikes.length < lacking.strikes || expiries.length < lacking.expiries) throw new Error('too few strikes or expiries')
  return form.legs.map((leg): StructureLeg => {
    const expiry = expiries[rank(leg.expiry) - 1]
    const strike = strikes[rank(leg.strike) - 1]
    const ratio = leg.ratio * sign
    if (leg.kind === 'U')
      return expiry === undefined ? { kind: 'U', base, ratio, ...underlying } : { kind: 'U', base, ratio, product: 'future', expiry }
    return { kind: leg.kind, base, ratio, ...(strike === undefined ? {} : { strike }), ...(expiry === undefined ? {} : { expiry }) }
  })
}
