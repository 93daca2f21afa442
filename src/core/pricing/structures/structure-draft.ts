import { dec, type Decimal, eq, mul } from '../../domain/decimal.ts'
import { parseDraftText } from '../../domain/draft-text.ts'
import { expiryOf } from '../../domain/instrument.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import type { Quotes } from '../../domain/market-data.ts'
import type { Side } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { findExpiry } from '../../domain/phrase/phrase-dates.ts'
import { readAmount, readDate } from '../../domain/phrase/phrase-words.ts'
import type { BaseSurface } from '../market/base-surface.ts'

export interface StructureDraft {
  readonly legs: readonly PackageLeg[]
  readonly side?: Side | undefined
  readonly quantity?: Decimal | undefined
  /** Per package, as the ticket accepts it: signed, or with a word ("3500 credit"). */
  readonly price?: string | undefined
  readonly minimumQuantity?: Decimal | undefined
  readonly mode?: 'rfq' | 'firm' | undefined
  readonly type?: 'LIMIT' | 'MARKET' | undefined
  readonly tif?: 'GTC' | 'IOC' | undefined
  /** Assumptions and points left to the trader, one sentence each. */
  readonly notes?: readonly string[] | undefined
}

export interface StructureContext {
  readonly universe: ListedUniverse
  /** Default base and expiry if the text names none. */
  readonly base: string
  readonly expiryMs: number | undefined
  readonly nowMs: number
  readonly surfaceOf: (base: string) => BaseSurface | undefined
  readonly quotes: Quotes
  /** Signed position size, for a roll; absent if positions are unknown. */
  readonly positionOf?: ((symbol: string) => number) | undefined
}

export type StructureResult =
  | { readonly ok: true; readonly value: StructureDraft }
  /** `isPart`: some of the text was recognised, so a structure was meant. */
  | { readonly ok: false; readonly why: string; readonly isPart: boolean }

/** Legs one by one: "+1 25DEC 100000C -2 26MAR 110kC -1 perp x5 @120 sell". An expiry applies until the next one. */
export type ReadLegs =
  | { readonly ok: true; readonly value: StructureDraft }
  | { readonly ok: false; readonly why: string }

const refused = (why: string): ReadLegs => ({ ok: false, why })

export function readLegs(said: readonly string[], context: StructureContext): ReadLegs {
  const counted = withCountOfFirst(said, context)
  if (typeof counted === 'string') return refused(counted)
  const words = counted.map(word => word.replace(/^([\d.]+)x$/i, 'x$1'))
  const own = words.filter(word => /^(?:x\d|@|buy$|sell$)/i.test(word))
  const order = own.length === 0 ? { legs: [] } : parseDraftText(`A@1 ${own.join(' ')}`)
  if (order === undefined) return refused(`Size, price or side is repeated or unclear: ${own.join(' ')}`)
  const rest = sharedFirst(
    words.filter(word => !own.includes(word)),
    context,
  )
  const legs = typeof rest === 'string' ? rest : namedLegs(rest, context)
  if (typeof legs === 'string') return refused(legs)
  const { legs: _, ...found } = order
  const times = legs.map(({ ratio }) => Math.abs(ratio)).reduce(greatestDivisor)
  if (times > 1 && found.price !== undefined)
    return refused(
      `Is “@${found.price}” for all of it or for one of ${times}? Write the legs with the ratio only, and the size: x${times}.`,
    )
  if (times > 1)
    return {
      ok: true,
      value: {
        ...found,
        legs: legs.map(leg => ({ ...leg, ratio: leg.ratio / times })),
        quantity: mul(found.quantity ?? dec('1'), dec(times)),
      },
    }
  return { ok: true, value: { legs, ...found, ...(found.price === undefined ? {} : { mode: 'firm' as const }) } }
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** "2 dec 100c -4 dec 110c": a bought count of the first leg, unless it could be a day. */
function withCountOfFirst(
  words: readonly string[],
  { universe, base, nowMs }: StructureContext,
): readonly string[] | string {
  const [first = '', next = ''] = words
  const [, count] = /^x?(\d+)x?$/i.exec(first) ?? []
  const signed = words.findIndex(word => /^[+-]\d+$/.test(word))
  if (count === undefined || words.slice(0, signed).filter(isLegWord).length !== 1) return words
  const day = /x/i.test(first) ? undefined : readDate(`${count}${next}`)
  return day !== undefined && findExpiry(day, universe.expiries(base), nowMs).ok
    ? `Is “${first}” the size or a day? Write +${count} for the size.`
    : [`+${count}`, ...words.slice(1)]
}

const isLegWord = (word: string): boolean => isStrike(word) || /^(?:perp(?:etual)?|spot|fut(?:ure)?)$/i.test(word)
const isStrike = (word: string): boolean => /^\d+(?:\.\d+)?k?[CP]$/i.test(word)

/** A single expiry or underlying named after the first leg applies to all legs. */
function sharedFirst(words: readonly string[], { universe }: StructureContext): readonly string[] | string {
  const isBase = (word: string): boolean => universe.bases().includes(word.toUpperCase())
  let all = words
  for (const is of [(word: string) => readDate(word) !== undefined, isBase]) {
    const named = all.filter(is)
    const first = all.findIndex(isStrike)
    if (named.length === 0 || all.findIndex(is) < first) continue
    if (named.length > 1) return `“${all[first]}” belongs to which expiry? Write it before the leg.`
    all = [...named, ...all.filter(word => !is(word))]
  }
  return all
}

function namedLegs(words: readonly string[], context: StructureContext): readonly PackageLeg[] | string {
  const { universe, nowMs } = context
  let { base, expiryMs } = context
  let ratio = 1
  const legs: PackageLeg[] = []
  for (const word of words) {
    const option = /^(\d+(?:\.\d+)?k?)([CP])$/i.exec(word)
    const date = readDate(word)
    if (universe.bases().includes(word.toUpperCase())) base = word.toUpperCase()
    else if (/^[+-]\d+$/.test(word)) ratio = Number.parseInt(word, 10)
    else if (date !== undefined) {
      const expiries = universe.expiries(base).filter(each => each > nowMs)
      const found = findExpiry(date, expiries, nowMs)
      if (!found.ok) return found.why
      expiryMs = found.expiryMs
    } else if (option !== null && expiryMs !== undefined) {
      const right = option[2]?.toUpperCase() === 'C' ? 'call' : 'put'
      const symbol = symbolAt(option[1] ?? '', right, base, expiryMs, context)
      if (symbol === undefined) return `“${word}” is not listed.`
      legs.push({ symbol, ratio })
      ratio = 1
    } else if (/^(?:perp(?:etual)?|spot|fut(?:ure)?)$/i.test(word)) {
      const linear = /^p/i.test(word)
        ? universe.perpetual(base)
        : /^s/i.test(word)
          ? universe.spot(base)
          : universe.futures(base).find(each => expiryOf(each.symbol) === expiryMs)
      if (linear === undefined) return `There is no “${word}” on ${base}.`
      legs.push({ symbol: linear.symbol, ratio })
      ratio = 1
    } else return `Not understood: “${word}”.`
  }
  return legs.length === 0 ? 'There are no legs in it.' : legs
}

function symbolAt(
  text: string,
  right: 'call' | 'put',
  base: string,
  expiryMs: number,
  { universe }: StructureContext,
): string | undefined {
  const inThousands = /k$/i.test(text)
  const value = readAmount(text.replace(/k$/i, ''))
  if (value === undefined) return undefined
  const rows = universe.chain(base, expiryMs)
  const at = (strike: Decimal): string | undefined => rows.find(row => eq(row.strike, strike))?.[right]?.symbol
  const whole = mul(value, dec(1000))
  return (inThousands ? undefined : at(value)) ?? at(whole)
}
