import { formatNumber } from '../format/format-decimal.ts'

/** A price that the pointer happens to be at: as many decimals as its size makes worth reading. */
export const priceText = (price: number): string =>
  formatNumber(price, { places: Math.abs(price) >= 1000 ? 0 : Math.abs(price) >= 10 ? 2 : 4 })

/** A price that means something (a strike, a break-even): to the cent, or finer where it is small, without needless zeros. */
export const exactPriceText = (price: number): string =>
  // There is always a fraction, so that no zero before the point can be taken for needless.
  formatNumber(price, { places: Math.abs(price) >= 10 ? 2 : 6 }).replace(/\.?0+$/, '')
