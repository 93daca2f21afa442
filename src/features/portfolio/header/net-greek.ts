/** The header's greeks: apart from what explains them, whose code comes when one is pressed. */
import type { NetGreeks } from '../../../pricing/portfolio/net-greeks.ts'

export type GreekFigure = 'delta' | 'gamma' | 'vega' | 'theta'

/** In the unit that the header shows it in; undefined: nothing of it is priced. */
export function netOf(net: NetGreeks, which: GreekFigure): number | undefined {
  if (which === 'delta') return net.deltaUsd
  if (which === 'gamma') return net.gammaUsd
  return which === 'vega' ? net.vegaPerVolPoint : net.thetaPerDay
}
