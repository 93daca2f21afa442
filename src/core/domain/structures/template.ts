/** Building blocks of structure templates (conventions 9). */

/** Call, put, or underlying: spot, perpetual or future of the same base. */
export type LegKind = 'C' | 'P' | 'U'
export type StrikeSymbol = 'K1' | 'K2' | 'K3' | 'K4'
export type ExpirySymbol = 'T1' | 'T2'

/**
 * A leg in the buyer's form. K1 < K2 < …, T1 < T2, without gaps. Options have both symbols. An underlying beside
 * options has none (any product matches); underlyings by themselves have an expiry only.
 */
export interface TemplateLeg {
  readonly kind: LegKind
  readonly ratio: number
  readonly strike?: StrikeSymbol
  readonly expiry?: ExpirySymbol
}

/**
 * Wings are the outermost strike differences: K2-K1, and the last strike less the one before. `any_ratio`: any two
 * unequal ratios without a common factor match.
 */
export type Constraint = 'none' | 'equal_wings' | 'unequal_wings' | 'equal_wings_else_broken' | 'any_ratio'

export interface TemplateForm {
  readonly legs: readonly TemplateLeg[]
  readonly constraint: Constraint
  readonly name?: string
  readonly soldName?: string
}

export type View = 'bullish' | 'bearish' | 'neutral' | 'volatility'

export interface StructureTemplate {
  readonly number: number
  readonly name: string
  readonly soldName: string
  readonly code?: string
  /** The buyer's expectation. `neutral`: little movement; `volatility`: much. */
  readonly view: View
  /** True for a body between wings. The effect then reads "sells …, buys wings". */
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
export const put = (ratio: number, strike: StrikeSymbol, expiry: ExpirySymbol = 'T1'): TemplateLeg => ({
  kind: 'P',
  ratio,
  strike,
  expiry,
})
export const underlying = (ratio: number, expiry?: ExpirySymbol): TemplateLeg => ({
  kind: 'U',
  ratio,
  ...(expiry === undefined ? {} : { expiry }),
})

/** @example form(call(1, 'K1'), put(1, 'K1')) // a straddle */
export const form = (...legs: TemplateLeg[]): TemplateForm => ({ legs, constraint: 'none' })
export const constrained = (constraint: Constraint, ...legs: TemplateLeg[]): TemplateForm => ({ legs, constraint })
/** A form with its own name. The default name when sold is "short …". */
export const named = (name: string, each: TemplateForm, soldName = `short ${name}`): TemplateForm => ({
  ...each,
  name,
  soldName,
})
