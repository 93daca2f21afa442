/**
 * Parses text into listed legs: as copied (`A@1/B@-1 x10 @120 sell`), leg by leg (`+1 25DEC 100000C -2 25DEC 110000C`),
 * or desk language (`sell 10 dec 85/110 strangle 3500`). Unlisted or unknown words are refused by name, never guessed.
 * Nothing here sends.
 */
import { cmp, dec, type Decimal, eq, mul, parseDecimal, sign } from '../../domain/decimal.ts'
import { type DraftText, parseDraftText } from '../../domain/draft-text.ts'
import { exactText } from '../../domain/effect-label.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { structureAt } from '../../domain/phrase/structure-names.ts'
import { readDate } from '../../domain/phrase/phrase-words.ts'
import { findExpiry } from '../../domain/phrase/phrase-dates.ts'
import { splitWords } from '../../domain/phrase/phrase-text.ts'
import { isFiller, isSideWord, type Phrase, type PhraseListing } from '../../domain/phrase/phrase.ts'
import { isKnownWord, readPhrase } from '../../domain/phrase/read-phrase.ts'
import { type Legs, type Listing, ofStructure, shareNumbers, withoutName } from './phrase-legs.ts'
import { notesOf, pricedDraft } from './phrase-price.ts'
import { withWidth } from './phrase-width.ts'
import { readCompound } from './read-compound.ts'
import { readLegs, type StructureContext, type StructureResult } from './structure-draft.ts'
import { tradePhrase } from '../../domain/trade-story/trade-phrase.ts'

/**
 * A structure as this product displays it: "Sell 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC". Accepted only if
 * formatting the result gives the same text.
 */
type IsMeant = (legs: readonly PackageLeg[]) => boolean
type ReadOne = (line: string, context: StructureContext, isMeant: IsMeant) => StructureResult

const withRights = (text: string): string =>
  text.replaceAll(/([\d.]+(?:\/[\d.]+)*) ([CP])(?!\w)/g, (_, strikes: string, right: string) =>
    strikes.replaceAll(/(\/|$)/g, `${right}$1`),
  )

/** "Custom +90 C −2×105 C" becomes "+1 90C -2 105C"; spot against perpetual has no date. */
function signedWords(text: string): string | undefined {
  const [, basisOf] = /^Future spread · spot\/PERP (\w+)$/.exec(text) ?? []
  if (basisOf !== undefined) return `${basisOf} -1 spot +1 perp`
  const from = text.search(/[+−](?=\S)/)
  return from < 0
    ? undefined
    : withRights(text.slice(from).replace(/ · (?:\S+\/\S+ )?/, ' '))
        .replaceAll('−', '-')
        .replaceAll(/([+-])(?:(\d+)×)?(?=\S)/g, (_, mark: string, ratio = '1') => `${mark}${ratio} `)
}

function readWritten(line: string, context: StructureContext, read: ReadOne): StructureResult | undefined {
  const [, verb, size, text = ''] = /^(?:(Buy|Sell)(?: ([\d.,]+))? · )?(.+)$/.exec(line.trim()) ?? []
  if (!line.includes(' · ')) return undefined
  // The direction in which the legs have this name: a bear call spread is parsed as a bull call spread sold.
  const turnOf = (legs: readonly PackageLeg[]): 1 | -1 | undefined =>
    ([1, -1] as const).find(turn => {
      const phrase = tradePhrase(
        legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * turn })),
        'buy',
      )
      return phrase.text === text && phrase.side === 'buy'
    })
  const isMeant: IsMeant = legs => turnOf(legs) !== undefined
  const signed = signedWords(text)
  const named = withRights(text)
    .replace(/^Broken (?=iron|call|put)/, '')
    .replace(/ \+ (?:PERP|spot)/, '')
    .replace(/^\w+ \d{1,2}[A-Z]{3}\d\d$/, '$& future')
    .replace(/ · PERP\/(?=\d)/, ' ')
    .replace(/Future spread · spot\/(?=\d)/, 'cash and carry ')
  const whole = signed === undefined ? read(named, context, isMeant) : readLegs(splitWords(signed), context)
  // "89/98 P 98/111 C" of an iron butterfly has one middle strike.
  const found = whole.ok ? whole : read(named.replace(/([\d.]+)P \1C/, '$1'), context, isMeant)
  // In sizes that this program prints, commas separate thousands.
  const printed = size === undefined ? undefined : parseDecimal(size.replaceAll(',', ''))
  const quantity = printed !== undefined && exactText(printed) === size ? printed : undefined
  const turn = found.ok ? turnOf(found.value.legs) : undefined
  if (!found.ok || turn === undefined || (size !== undefined && (quantity === undefined || sign(quantity) <= 0)))
    return undefined
  const legs = found.value.legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * turn }))
  const side = verb === undefined ? undefined : verb === 'Buy' ? 'buy' : 'sell'
  return { ok: true, value: { legs, ...(side && { side }), ...(quantity && { quantity }) } }
}

const refused = (why: string): StructureResult => ({ ok: false, why, isPart: true })
const longestLine = 4000

export function readStructure(line: string, context: StructureContext): StructureResult {
  const read = readAny(line, context)
  if (read.ok) return read
  const words = splitWords(line)
  const found = { ...read, isPart: read.isPart || (words.length > 1 && words.some(isOfStructure)) }
  const unknown = words.filter(word => !isKnownWord(word, listingOf([], context)))
  return unknown.length === 0 || found.why.includes('Did you mean')
    ? found
    : { ...found, why: `Not understood: ${unknown.map(word => `“${word}”`).join(', ')}.` }
}

/** True for a word of a structure, an expiry or an option, so that the line was meant as one. */
const isOfStructure = (word: string): boolean =>
  structureAt([word], 0) !== undefined || readDate(word) !== undefined || /^\d.*[\dk][cp]$/i.test(word)

const prefix =
  /^(?:\s*(?:[>•*]|-(?=\s)|\d{1,2}\)))*\s*(?:\[?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\]?\s*(?:[^:\d]{1,40}:)?)?\s*/i

const marketWord = /^(?:markets?|mkts?|quotes?|two-way|rfq)$/i
const sidedWord = /^(?:bid|offer|firm|limit|ioc|gtc|rfq|two-way|at-market)$/i

/**
 * Splits a pasted message into structures, by line or semicolon. Greetings are skipped. A message that requests a
 * market requests it in every line without a side or a price.
 */
export function linesOfMessage(message: string): readonly string[] {
  const lines = message.split(/[\n;]+/).map(line => line.replace(prefix, '').trim())
  const isGreeting = (line: string): boolean => splitWords(line).every(word => isFiller(word) || marketWord.test(word))
  const structures = lines.filter(line => !isGreeting(line))
  const isAsked =
    structures.length > 0 &&
    lines.some(line => isGreeting(line) && splitWords(line).some(word => marketWord.test(word)))
  if (!isAsked) return lines.filter(line => splitWords(line).some(word => !isFiller(word)))
  return structures.map(line =>
    splitWords(line).some(word => isSideWord(word) || sidedWord.test(word) || word.startsWith('@'))
      ? line
      : `${line} two-way`,
  )
}

function readAny(line: string, context: StructureContext): StructureResult {
  if (line.trim() === '' || line.length > longestLine)
    return { ok: false, why: 'Type a structure: 85/110 strangle, 25d rr mar, ic 10d/25d.', isPart: false }
  const copied = copiedDraft(line, context)
  if (copied !== undefined)
    return { ok: true, value: { ...copied, ...(copied.price === undefined ? {} : { mode: 'firm' as const }) } }
  const written = readWritten(line, context, readOne)
  if (written !== undefined) return written
  const words = splitWords(line)
  // "cs -120": a signed number without a following leg is a price.
  if (words.some(isSignedLeg)) {
    const legs = readLegs(words, context)
    return legs.ok ? legs : refused(legs.why)
  }
  return readCompound(words, context, (part, where) => readOne(part, where)) ?? readOne(line, context)
}

/** A copied structure, if every name could be an instrument of the venue. */
function copiedDraft(line: string, { universe }: StructureContext): DraftText | undefined {
  const copied = parseDraftText(line)
  const bases = universe.bases()
  const isName = (symbol: string): boolean => {
    const name = parseInstrumentName(symbol)
    if (name === undefined || name.product === 'option') return bases.includes(name?.base ?? '')
    const listed = [universe.perpetual(name.base), universe.spot(name.base), ...universe.futures(name.base)]
    return listed.some(each => each?.symbol === symbol)
  }
  return copied?.legs.every(leg => isName(leg.symbol)) === true ? copied : undefined
}

const isSignedLeg = (word: string, at: number, words: readonly string[]): boolean =>
  /^[+-]\d+$/.test(word) &&
  !isSideWord(words[at - 1] ?? '') &&
  words.slice(at + 1, at + 3).some(next => /\d[cp]$|^\d{1,2}[a-z]{3}|^perp/i.test(next))

function listingOf(
  words: readonly string[],
  { universe, base, nowMs }: StructureContext,
): PhraseListing & Listing & { readonly expiries: readonly number[] } {
  const bases = universe.bases()
  const named = words.find(word => bases.includes(word.toUpperCase()))?.toUpperCase() ?? base
  const expiries = universe.expiries(named).filter(expiryMs => expiryMs > nowMs)
  const [firstMs] = expiries
  const strikes = firstMs === undefined ? [] : universe.chain(named, firstMs).map(row => row.strike)
  return {
    bases,
    expiries,
    isExpiry: (day, month, year) =>
      expiries.some(expiryMs => {
        const at = new Date(expiryMs)
        return (
          at.getUTCDate() === day && at.getUTCMonth() === month && (year ?? at.getUTCFullYear()) === at.getUTCFullYear()
        )
      }),
    isDay: word => findExpiry(word, expiries, nowMs).ok,
    isStrike: value => strikes.some(strike => eq(strike, value) || eq(strike, mul(value, dec(1000)))),
    isReference: value =>
      strikes.some(strike => cmp(strike, mul(value, dec('0.8'))) >= 0 && cmp(strike, mul(value, dec('1.25'))) <= 0),
  }
}

function readOne(
  line: string,
  context: StructureContext,
  isMeant?: (legs: readonly PackageLeg[]) => boolean,
): StructureResult {
  const words = splitWords(line)
  const listing = listingOf(words, context)
  const read = readPhrase(words, listing)
  if (!read.ok) return read
  const { phrase } = read
  const shared = shareNumbers(phrase, listing)
  const shares = shared.ok ? withWidth(phrase, shared, listing) : shared
  if (!shares.ok) return refused(shares.why)
  const legs = legsOf(phrase, shares, listing.expiries, context, isMeant)
  if (!legs.ok) return refused(legs.why)
  const priced = pricedDraft(phrase, { price: shares.price, size: shares.size, legs: legs.legs }, context)
  if ('why' in priced) return refused(priced.why)
  const unfit = unfitTerm(phrase, shares.size, legs.legs)
  if (unfit !== undefined) return refused(unfit)
  const notes = [
    ...(shares.note === undefined ? [] : [shares.note]),
    ...(priced.notes ?? []),
    ...notesOf(phrase, legs.legs, context),
  ]
  return { ok: true, value: { ...priced, ...(notes.length === 0 ? {} : { notes }) } }
}

function unfitTerm(
  { hedge, minimum }: Phrase,
  size: Decimal | undefined,
  legs: readonly PackageLeg[],
): string | undefined {
  if (hedge !== undefined && legs.every(({ symbol }) => parseInstrumentName(symbol)?.product !== 'option'))
    return `“${hedge.reference ?? 'perp'}”: a delta hedge is of options. Write both legs: spot vs perp, dec future vs perp.`
  if (minimum === undefined) return undefined
  if (legs.length < 2) return `“${minimum.text}” is of a package only: an order of one instrument may fill in any part.`
  if (size === undefined) return `“${minimum.text}” of how many? Write the size too: x50 min 10.`
  return cmp(minimum.value, size) > 0 ? `“${minimum.text}” is more than the size ${size}.` : undefined
}

function legsOf(
  phrase: Phrase,
  shares: Extract<ReturnType<typeof shareNumbers>, { ok: true }>,
  expiries: readonly number[],
  context: StructureContext,
  isMeant?: (legs: readonly PackageLeg[]) => boolean,
): Legs {
  const listed = { universe: context.universe, base: phrase.base ?? context.base }
  const dates = phrase.dates.map(word => findExpiry(word, expiries, context.nowMs))
  const missing = dates.find(date => !date.ok)
  if (missing?.ok === false) return missing
  const said = [...new Set(dates.flatMap(date => (date.ok ? [date.expiryMs] : [])))]
  const named = said.toSorted((a, b) => a - b)
  const usual = context.expiryMs !== undefined && expiries.includes(context.expiryMs) ? context.expiryMs : expiries[0]
  return phrase.structure === undefined
    ? withoutName(shares, named, usual, { listed, surface: context.surfaceOf(listed.base) })
    : ofStructure(phrase.structure, shares, { named, phraseExpiries: said, usual, listed, context, isMeant })
}
