/** What a closing is called: by what is held, so that selling a long straddle is not "short straddle". */
import { canonical, type Decimal, roundTo, sub } from '../../domain/decimal.ts'
import { exactText } from '../../domain/effect-label.ts'
import { shortName } from '../../domain/instrument.ts'
import type { Closing, Roll } from '../../domain/package/closing.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { structureLabel } from './structure-label.ts'

const lower = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** "Sell to close straddle ETH 25DEC26" of legs as executed; "Close iron condor …" where some are bought and some sold. */
export function closingTitle(legs: readonly PackageLeg[]): string {
  const held = structureLabel(legs.map(leg => ({ ...leg, ratio: -leg.ratio })))
  const [only, ...more] = legs
  const isSold = legs.every(leg => leg.ratio < 0)
  const verb = isSold ? 'Sell to close' : legs.every(leg => leg.ratio > 0) ? 'Buy to close' : 'Close'
  if (only !== undefined && more.length === 0) return `${verb} ${shortName(only.symbol)}`
  return `${verb} ${lower(held.title.replace(/^(?:Long|Short) /, ''))}`
}

/** "Roll to iron condor BTC 25DEC26": by what it opens in place of what it closes. */
export const rollTitle = (opens: readonly PackageLeg[]): string => `Roll to ${lower(structureLabel(opens).title)}`

/** "Closes 3 positions and opens 3 in their place." */
export const rollText = ({ closes }: Roll): string =>
  closes === 1 ? 'Closes 1 position and opens 1 in its place.' : `Closes ${closes} positions and opens ${closes} in their place.`

/** "10 of 10 held, nothing is left"; "4 of 10 held, leaves 6". */
export function closesText({ held, isBeyond, isWhole }: Closing, quantity: Decimal): string {
  const [asked, has] = [exactText(quantity), exactText(held)]
  if (isBeyond) return `only ${has} of ${asked}: the rest would open the opposite`
  return `${asked} of ${has} held, ${isWhole ? 'nothing is left' : `leaves ${exactText(canonical(roundTo(sub(held, quantity), 8)))}`}`
}
