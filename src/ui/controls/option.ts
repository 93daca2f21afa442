/** One choice of a Select or a Segmented. */
export interface Option<T extends string = string> {
  readonly value: T
  readonly label: string
  readonly hint?: string | undefined
  readonly disabled?: boolean | undefined
}

/** Choices of plain words, each its own label. */
export const optionsOf = <T extends string>(values: readonly T[]): Option<T>[] => values.map(value => ({ value, label: value }))
