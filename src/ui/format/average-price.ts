/** Average fill prices, told alike wherever they stand. */
import { abs, canonical, cmp, dec, type Decimal, roundTo } from '../../domain/decimal.ts'

/** Rounded to 4 places, below 1 to 8, so that a small price is not told as none; without needless zeros; undefined where nothing was filled. */
export const averagePriceShown = (price: Decimal | undefined): Decimal | undefined =>
  price === undefined ? undefined : canonical(roundTo(price, cmp(abs(price), dec('1')) < 0 ? 8 : 4))
