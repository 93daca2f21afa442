/** What an order leaves available, or what is missing, with the largest affordable size. */
import type { OrderFunds } from '../../../core/domain/account.ts'
import { decimalFromNumber, formatDecimal, isZero, toNumber, zero } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import type { OrderFact } from '../../../core/domain/order-context.ts'
import { formatNumber } from '../format/format-decimal.ts'

const basisText = {
  scenario_margin: 'scenario margin',
  balances: 'from balances; margin not reported by the venue',
  coins: 'to deliver',
} as const

const moneyText = (value: OrderFunds['available']): string =>
  typeof value === 'number' ? formatNumber(value) : formatDecimal(value)

export function fundsFact({ basis, asset, available, after, whileOpen }: OrderFunds): OrderFact {
  const now = moneyText(available)
  if (after === undefined)
    return { term: 'Available', value: `${now} ${asset}; after: depends on the venue’s margin (no worst case)` }
  const open = whileOpen === undefined ? '' : `, ${formatNumber(whileOpen)} while it is open`
  const when = basis === 'balances' ? ' at worst' : open
  return { term: 'Available → after', value: `${now} → ${formatNumber(after)} ${asset}${when} (${basisText[basis]})` }
}

export function fundsLine({ asset, available, after, largest }: OrderFunds): string {
  const whole = (value: OrderFunds['available']): string =>
    formatNumber(typeof value === 'number' ? value : toNumber(value), { places: 0 })
  const size = largest === undefined ? '' : isZero(largest) ? ', no size fits' : `, largest size ${exactText(largest)}`
  return `Available ${whole(available)}${after === undefined ? '' : ` → ${whole(after)}`} ${asset}${size}`
}

function largestText({ largest }: OrderFunds): string | undefined {
  if (largest === undefined) return undefined
  return isZero(largest) ? 'no size fits' : `largest size that passes: ${exactText(largest)}`
}

export function fundsWarning(funds: OrderFunds): string | undefined {
  const { short, basis, asset } = funds
  if (short === undefined) return undefined
  const largest = largestText(funds)
  const size = largest === undefined ? '' : `; ${largest}`
  if (basis === 'coins') return `Short by ${exactText(decimalFromNumber(short) ?? zero)} ${asset} to deliver${size}.`
  return basis === 'balances'
    ? `Short by ${formatNumber(short)} ${asset} at worst${size} (${basisText.balances}).`
    : `Short by ${formatNumber(short)} ${asset} of initial margin${size}.`
}
