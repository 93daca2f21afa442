/** Letters for large figures, the largest first. */
export const letterScales = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const
