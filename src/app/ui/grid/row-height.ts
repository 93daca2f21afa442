const heights = { normal: 28, compact: 22 } as const

export const twoLinesPx = 44

export const rowHeightOf = (density: keyof typeof heights): number => heights[density]
