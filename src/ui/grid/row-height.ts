/** Height of a table's rows by density, px: those of `--row-height`. */
const heights = { normal: 28, compact: 22 } as const

export const rowHeightOf = (density: keyof typeof heights): number => heights[density]

/** Height of a line, px, with which the letters of a row so high stand where the grid library sets them. */
export const lineHeightOf = (rowPx: number): number => (rowPx === heights.compact ? rowPx + 2 : rowPx - 2)
