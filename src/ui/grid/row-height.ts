/** Height of a table's rows by density, px: those of `--row-height`. */
const heights = { normal: 28, compact: 22 } as const

/** Where a row has two lines, as on a phone. */
export const twoLinesPx = 44

export const rowHeightOf = (density: keyof typeof heights): number => heights[density]
