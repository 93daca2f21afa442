import { formatNumber } from '../format/format-decimal.ts'

/** Decimals of a price: four, or as many as show three digits of one that is smaller still. */
function smallPlaces(price: number): number {
  const size = Math.abs(price)
  return size >= 0.01 || size < 1e-17 ? 4 : 2 + Math.ceil(-Math.log10(size))
}

/** A price that the pointer happens to be at: as many decimals as its size makes worth reading. */
export const priceText = (price: number): string =>
  formatNumber(price, { places: Math.abs(price) >= 1000 ? 0 : Math.abs(price) >= 10 ? 2 : smallPlaces(price) })

/** A price that means something (a strike, a break-even): to the cent, or finer where it is small, without needless zeros. */
export const exactPriceText = (price: number): string =>
  // There is always a fraction, so that no zero before the point can be taken for needless.
  formatNumber(price, { places: Math.abs(price) >= 10 ? 2 : Math.max(6, smallPlaces(price)) }).replace(/\.?0+$/, '')

/** The same in a review, where money is written with its cents. */
export const reviewPriceText = (price: number): string => (Math.abs(price) >= 10 ? formatNumber(price) : exactPriceText(price))
