/**
 * Strikes from one strike and a width: "dec 100 cs 10 wide". Accepted only if every strike is listed in one unit of the
 * width.
 */
import { abs, add, dec, type Decimal, eq, mul, sub } from '../../domain/decimal.ts'
import type { StrikeWord } from '../../domain/phrase/phrase-words.ts'
import { byWidth, type Phrase } from '../../domain/phrase/phrase.ts'
import type { Listing, Shares } from './phrase-legs.ts'

const refused = (why: string): Shares => ({ ok: false, why })
const units = [dec('1'), dec('1000')]

export function withWidth(
  { width, structure }: Phrase,
  shares: Extract<Shares, { ok: true }>,
  { isStrike }: Listing,
): Shares {
  if (width === undefined) return shares
  const steps = byWidth[structure?.name ?? '']
  const prices = shares.strikes.flatMap(word => (word.kind === 'price' ? word.value : []))
  const [first] = prices
  if (steps === undefined || first === undefined || prices.length < shares.strikes.length)
    return refused(
      `“${width.text}” from which strike, and of what? It is read of a call spread, a put spread and an iron fly at a price.`,
    )
  const widths = units.map(unit => mul(width.value, unit))
  if (prices.length > 1)
    return prices.length === steps.length && widths.some(each => isWide(prices, each))
      ? shares
      : refused(`“${width.text}” is not how far apart ${prices.join('/')} are.`)
  const listed = widths
    .map(each => steps.map(step => add(first, mul(each, dec(step)))))
    .filter(all => all.every(isStrike))
  const [only, other] = listed
  if (only === undefined) return refused(`“${width.text}” from ${first}: those strikes are not listed.`)
  if (other !== undefined) return refused(`Is “${width.text}” ${only.join('/')} or ${other.join('/')}?`)
  return {
    ...shares,
    separate: false,
    strikes: only.map((value): StrikeWord => ({ kind: 'price', text: value, value, inThousands: false })),
  }
}

const isWide = (prices: readonly Decimal[], width: Decimal): boolean =>
  prices.every((price, at) => at === 0 || eq(abs(sub(price, prices[at - 1] ?? price)), width))
