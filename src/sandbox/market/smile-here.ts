/** SSVI until pricing has it. */
export interface SsviParams {
  readonly rho: number
  readonly eta: number
  readonly gamma: number
}
export function ssviTotalVariance(k: number, theta: number, { rho, eta, gamma }: SsviParams): number {
  const phi = eta / (theta ** gamma * (1 + theta) ** (1 - gamma))
  const x = phi * k
  return 0.5 * theta * (1 + rho * x + Math.sqrt((x + rho) ** 2 + 1 - rho * rho))
}
