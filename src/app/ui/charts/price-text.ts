import { formatNumber } from '../format/format-decimal.ts'

/** Decimals of a price: four, or enough for three digits of a smaller one. */
function smallPlaces(price: number): number {
  const size = Math.abs(price)
  return size >= 0.01 || size < 1e-17 ? 4 : 2 + Math.ceil(-Math.log10(size))
}

export const priceText = (price: number): string =>
  formatNumber(price, { places: Math.abs(price) >= 1000 ? 0 : Math.abs(price) >= 10 ? 2 : smallPlaces(price) })

/** An exact price (a strike, a break-even): to the cent, or finer if small, without trailing zeros. */
export const exactPriceText = (price: number): string =>
  // Always has a fraction, so that trailing zeros before the point are kept.
  formatNumber(price, { places: Math.abs(price) >= 10 ? 2 : Math.max(6, smallPlaces(price)) }).replace(/\.?0+$/, '')

export const reviewPriceText = (price: number): string =>
  Math.abs(price) >= 10 ? formatNumber(price) : exactPriceText(price)
