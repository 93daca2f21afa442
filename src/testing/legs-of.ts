/** Legs by symbol and ratio, in the order they are written in. */
export const legsOf = (ratios: Readonly<Record<string, number>>): { symbol: string; ratio: number }[] =>
  Object.entries(ratios).map(([symbol, ratio]) => ({ symbol, ratio }))
