/**
 * What a screen hands over with an order to be reviewed: plain data, kept with the intent. Read defensively: an intent kept by another
 * version of the app may carry anything.
 */

export interface ReviewFact {
  readonly term: string
  readonly value: string
}

export interface ReviewContext {
  readonly facts: readonly ReviewFact[]
  readonly warnings: readonly string[]
}

const isFact = (value: unknown): value is ReviewFact =>
  typeof value === 'object' && value !== null && 'term' in value && typeof value.term === 'string' && 'value' in value && typeof value.value === 'string'

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Facts and warnings of a context; whatever else is there is left out. */
export function readReviewContext(context: { readonly [name: string]: unknown }): ReviewContext {
  return {
    facts: list(context['facts']).filter(isFact),
    warnings: list(context['warnings']).filter(warning => typeof warning === 'string'),
  }
}
