const heights = { normal: 28, compact: 22 } as const

/** For rows with two lines, as on a phone. */
export const twoLinesPx = 44

export const rowHeightOf = (density: keyof typeof heights): number => heights[density]
