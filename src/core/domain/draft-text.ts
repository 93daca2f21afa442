/**
 * A structure as one line of text to paste, share and copy: `A@1/B@-1 x10 @120 buy`. Legs come first, in buyer's form;
 * a single instrument needs no `@1`. Quantity, price and side follow in any order and are optional. The price is per
 * package and signed. Instruments are not looked up.
 */
import { type Decimal, sign } from './decimal.ts'
import { joinedSymbol, parseJoinedSymbol, type Side } from './order.ts'
import { numberText, parseTypedNumber } from './typed-number.ts'

export interface DraftText {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side?: Side | undefined
  /** Packages, above zero. */
  readonly quantity?: Decimal | undefined
  /** Per package, in the quote asset, signed. */
  readonly price?: Decimal | undefined
}

const maxLength = 4000

const legsOf = (text: string): DraftText['legs'] | undefined => {
  const joined = parseJoinedSymbol(text)
  if (joined !== undefined) return joined.every(leg => leg.ratio !== 0) ? joined : undefined
  return /[@/]/.test(text) ? undefined : [{ symbol: text, ratio: 1 }]
}

const word = /^(?:[x×](?<quantity>.+)|@(?<price>.+)|(?<side>buy|sell))$/i

export function parseDraftText(line: string): DraftText | undefined {
  if (line.length > maxLength) return undefined
  const [first, ...rest] = line.trim().split(/\s+/)
  const legs = first === undefined || first === '' ? undefined : legsOf(first)
  if (legs === undefined) return undefined
  const found: { quantity?: Decimal; price?: Decimal; side?: Side } = {}
  for (const part of rest) {
    const groups = word.exec(part)?.groups
    const quantity = groups?.['quantity'] === undefined ? undefined : parseTypedNumber(groups['quantity'])
    const price = groups?.['price'] === undefined ? undefined : parseTypedNumber(groups['price'])
    const side = groups?.['side']?.toLowerCase() as Side | undefined
    if (quantity !== undefined && found.quantity === undefined && sign(quantity) > 0) found.quantity = quantity
    else if (price !== undefined && found.price === undefined) found.price = price
    else if (side !== undefined && found.side === undefined) found.side = side
    else return undefined
  }
  return { legs, ...found }
}

export function printDraftText(draft: DraftText): string {
  const parts = [joinedSymbol(draft.legs)]
  if (draft.quantity !== undefined) parts.push(`x${numberText(draft.quantity)}`)
  if (draft.price !== undefined) parts.push(`@${numberText(draft.price)}`)
  if (draft.side !== undefined) parts.push(draft.side)
  return parts.join(' ')
}
