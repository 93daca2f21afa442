/** Delta to the price of the underlying, beside that to the forward which every screen shows: the forward moves with it in proportion. */
import { type PortfolioLine, modelLeg } from './portfolio-line.ts'

/** Coins of the whole position; undefined where it has no greeks. */
export function spotDelta(line: PortfolioLine, underlying: number): number | undefined {
  const leg = modelLeg(line, underlying)
  return line.greeks === undefined || leg === undefined ? undefined : line.greeks.delta * (leg.forwardRatio ?? 1)
}
