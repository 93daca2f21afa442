/** What the bare numbers of a phrase are: after "buy" or "sell" the size, else strikes while the structure lacks them, then the price. */
import type { Decimal } from '../../domain/decimal.ts'
import { type Bare, type Phrase, type PhrasePrice, isAmbiguous, whichNumber } from '../../domain/phrase/phrase.ts'
import { type DateWord, type StrikeWord, readStrike } from '../../domain/phrase/phrase-words.ts'
import { needs } from '../../domain/structures/instantiate.ts'

export type Shares =
  | {
      readonly ok: true
      readonly size: Decimal | undefined
      readonly strikes: readonly StrikeWord[]
      /** Each strike is a word of its own. */
      readonly separate: boolean
      readonly price: PhrasePrice | undefined
    }
  | { readonly ok: false; readonly why: string }

const refused = (why: string): Shares => ({ ok: false, why })

/** Strikes that a phrase still lacks. */
function lacking({ structure, strikes }: Phrase): number {
  const [form] = structure?.forms ?? []
  if (form === undefined) return 0
  const wanted = needs(form).strikes
  const isEnough = strikes.length > 0 && strikes.every(word => word.kind !== 'price')
  return isEnough ? 0 : Math.max(0, wanted - strikes.length)
}

/** What the listing says: that a word is an expiry, or could be a strike. */
export interface Listing {
  readonly isDay: (word: DateWord) => boolean
  readonly isStrike: (value: Decimal) => boolean
}

export function shareNumbers(phrase: Phrase, listing: Listing): Shares {
  const { bare, strikes } = phrase
  const [first, ...others] = bare
  const lead = first?.isLeading === true && phrase.size === undefined ? first : undefined
  if (first?.dayOf !== undefined && listing.isDay(first.dayOf))
    return refused(`Is “${first.text}” the size or a day? Write x${first.text}, or ${first.dayOf.text} in one word.`)
  const rest = lead === undefined ? bare : others
  const lacks = lacking(phrase)
  if (lacks === 0 || rest.length >= lacks) return shared(phrase, lead, rest.slice(0, lacks), rest.slice(lacks))
  // "buy 100 call": the only number is its strike.
  if (bare.length >= lacks && first?.dayOf === undefined) return shared(phrase, undefined, bare.slice(0, lacks), bare.slice(lacks))
  // "sell 10 strangle": so many, at strikes that are not said.
  const isSize = lead === undefined || (lead.isAfterSide && !listing.isStrike(lead.value))
  if (rest.length === 0 && strikes.length === 0 && isSize) return shared(phrase, lead, [], [])
  const said = [...strikes, ...bare].map(each => each.text).join(', ')
  const name = phrase.structure?.name ?? 'structure'
  const wanted = lacks + strikes.length
  return refused(`The ${name} takes ${wanted} strikes, not ${strikes.length + bare.length}: “${said}”.`)
}

function shared(phrase: Phrase, size: Bare | undefined, strikes: readonly Bare[], rest: readonly Bare[]): Shares {
  const [price, more] = rest
  const extra = phrase.price === undefined ? more : price
  if (price !== undefined && isAmbiguous(price.text)) return refused(whichNumber(price.text).why)
  if (extra !== undefined) return refused(`What is “${extra.text}”? Write x${extra.text} for the size, @${extra.text} for the price.`)
  return {
    ok: true,
    size: phrase.size ?? size?.value,
    strikes: [...phrase.strikes, ...strikes.flatMap(({ text }) => readStrike(text) ?? [])],
    separate: phrase.areStrikesSeparate,
    price: phrase.price ?? (price === undefined ? undefined : { value: price.value, isSigned: false }),
  }
}
