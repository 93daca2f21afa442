/** What a structure template is made of (conventions 9), and the short words in which the table of templates is written. */

/** Call, put, or the underlying itself: spot, perpetual or future of the same base. */
export type LegKind = 'C' | 'P' | 'U'
export type StrikeSymbol = 'K1' | 'K2' | 'K3' | 'K4'
export type ExpirySymbol = 'T1' | 'T2'

/**
 * A leg in the buyer's form. K1 < K2 < …, T1 < T2, without gaps. Options have both symbols; an underlying beside options has none (any
 * spot, perpetual or future will do), underlyings among themselves have an expiry only.
 */
export interface TemplateLeg {
  readonly kind: LegKind
  readonly ratio: number
  readonly strike?: StrikeSymbol
  readonly expiry?: ExpirySymbol
}

/**
 * Beyond the pattern. Wings are the outermost differences of strikes: K2-K1 against the last strike less the one before.
 * `any_ratio`: the magnitudes written are an example; any two unequal ones without a common factor belong here.
 */
export type Constraint = 'none' | 'equal_wings' | 'unequal_wings' | 'equal_wings_else_broken' | 'any_ratio'

export interface TemplateForm {
  readonly legs: readonly TemplateLeg[]
  readonly constraint: Constraint
  /** Where forms of one template have names of their own. */
  readonly name?: string
  readonly soldName?: string
}

export type View = 'bullish' | 'bearish' | 'neutral' | 'volatility'

export interface StructureTemplate {
  /** As numbered in conventions 9. */
  readonly number: number
  readonly name: string
  readonly soldName: string
  /** Short name that traders of such venues use. */
  readonly code?: string
  /** What the buyer expects; `neutral` of little movement, `volatility` of much. */
  readonly view: View
  /** Is it a body between wings, so that the effect is written as "sells …, buys wings"? */
  readonly winged?: true
  readonly forms: readonly TemplateForm[]
}

/** @example form(call(1, 'K1'), call(-1, 'K2')) // a call spread */
export const call = (ratio: number, strike: StrikeSymbol, expiry: ExpirySymbol = 'T1'): TemplateLeg => ({
  kind: 'C',
  ratio,
  strike,
  expiry,
})
/** @example form(put(1, 'K2'), put(-1, 'K1')) // a put spread */
export const put = (ratio: number, strike: StrikeSymbol, expiry: ExpirySymbol = 'T1'): TemplateLeg => ({ kind: 'P', ratio, strike, expiry })
export const underlying = (ratio: number, expiry?: ExpirySymbol): TemplateLeg => ({
  kind: 'U',
  ratio,
  ...(expiry === undefined ? {} : { expiry }),
})

/** @example form(call(1, 'K1'), put(1, 'K1')) // a straddle */
export const form = (...legs: TemplateLeg[]): TemplateForm => ({ legs, constraint: 'none' })
export const constrained = (constraint: Constraint, ...legs: TemplateLeg[]): TemplateForm => ({ legs, constraint })
/** A form with names of its own; sold, its name is "short …" by default. */
export const named = (name: string, each: TemplateForm, soldName = `short ${name}`): TemplateForm => ({ ...each, name, soldName })
