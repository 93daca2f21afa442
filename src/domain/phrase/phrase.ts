/** What a line of a desk says by its words alone, and the reader that collects it. */
import type { Decimal } from '../decimal.ts'
import type { Side } from '../order.ts'
import type { DateWord, StrikeWord } from './phrase-words.ts'
import type { NamedStructure } from './structure-names.ts'

export interface PhrasePrice {
  readonly value: Decimal
  /** From a word; a sign is in the value. */
  readonly effect?: 'debit' | 'credit'
  /** "paying", "receiving": the words name the side too. */
  readonly isVerb?: true
  readonly isSigned: boolean
  /** The value is a volatility in points. */
  readonly isVolatility?: true
}

export interface Bare {
  readonly text: string
  readonly value: Decimal
  /** Right after "buy" or "sell", or first in the line: a size, unless the structure lacks a strike. */
  readonly isLeading: boolean
  readonly isAfterSide: boolean
  /** "10 dec" after a side: a size, unless the 10th of December is listed. */
  readonly dayOf?: DateWord
}

export interface Phrase {
  readonly side: Side | undefined
  readonly size: Decimal | undefined
  readonly price: PhrasePrice | undefined
  /** A two-sided market that was quoted: "1200/1250". */
  readonly market: { readonly bid: Decimal; readonly ask: Decimal } | undefined
  /** A delta hedge, with the underlying's reference price if one was named. */
  readonly hedge: { readonly reference?: Decimal } | undefined
  readonly isTwoWay: boolean
  readonly mode: 'rfq' | 'firm' | undefined
  readonly type: 'LIMIT' | 'MARKET' | undefined
  readonly tif: 'GTC' | 'IOC' | undefined
  readonly base: string | undefined
  readonly dates: readonly DateWord[]
  readonly structure: NamedStructure | undefined
  readonly strikes: readonly StrikeWord[]
  /** No two strikes stand in one word. */
  readonly areStrikesSeparate: boolean
  readonly bare: readonly Bare[]
}

/** What the venue lists, as far as words need it. */
export interface PhraseListing {
  readonly bases: readonly string[]
  /** Is an expiry listed on this day; `month` from 0, any year without `year`. */
  readonly isExpiry?: (day: number, month: number, year?: number) => boolean
  /** Is it a listed strike, whole or in thousands? */
  readonly isStrike?: (value: Decimal) => boolean
}

export type PhraseDraft = { -readonly [Name in keyof Phrase]: Phrase[Name] extends readonly (infer Item)[] ? Item[] : Phrase[Name] } & {
  /** The words that named the structure. */
  said?: readonly string[]
  ratio?: { readonly text: string; readonly ratios: readonly number[] }
}

export interface Reader {
  readonly words: readonly string[]
  readonly listing: PhraseListing
  readonly found: PhraseDraft
}

/** How many words were taken, why they are refused, or undefined where they mean something else. */
export type Taken = number | { readonly why: string } | undefined

export const wordAt = ({ words }: Reader, at: number): string => words[at] ?? ''
export const lower = (reader: Reader, at: number): string => wordAt(reader, at).toLowerCase()
const sides: Readonly<Record<string, Side>> = {
  buy: 'buy',
  sell: 'sell',
  b: 'buy',
  s: 'sell',
  long: 'buy',
  short: 'sell',
  bid: 'buy',
  offer: 'sell',
}
export const sideOf = (word: string): Side | undefined => (Object.hasOwn(sides, word.toLowerCase()) ? sides[word.toLowerCase()] : undefined)
/** The word before a size. */
export const isSideWord = (word: string): boolean => sideOf(word) !== undefined
export const repeated = (what: string, word: string): Taken => ({ why: `${what} repeated: “${word}”.` })

/** "3.500": three thousand five hundred in one country, three and a half in another. */
export const isAmbiguous = (text: string): boolean => /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text)
export const whichNumber = (text: string): { readonly why: string } => ({
  why: `Is “${text}” ${text.replaceAll('.', '')} or ${text.replace(/\.?0+$/, '')}? Write it without the zeros or the point.`,
})
