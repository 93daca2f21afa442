/** Height of a table's rows by density, px: those of `--row-height`. */
const heights = { normal: 28, compact: 22 } as const

export const rowHeightOf = (density: keyof typeof heights): number => heights[density]
