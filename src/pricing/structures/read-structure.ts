/**
 * A structure from text to listed legs: as copied (`A@1/B@-1 x10 @120 sell`), leg by leg (`+1 25DEC 100000C -2 25DEC 110000C`), or in the words of a desk
 * (`sell 10 dec 85/110 strangle 3500`). What is not listed or not understood is refused by name: nothing is guessed. Nothing here sends.
 */
import type { StructureDraft, StructureContext } from './structure-draft.ts'
import { type Decimal, abs, dec, eq, mul, sign } from '../../domain/decimal.ts'
import { parseDraftText } from '../../domain/draft-text.ts'
import { shortExpiry } from '../../domain/instrument.ts'
import { effectOf } from '../../domain/normalise.ts'
import type { Side } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { findExpiry } from '../../domain/phrase/phrase-dates.ts'
import { type Phrase, type PhrasePrice, readPhrase, wordsOf } from '../../domain/phrase/read-phrase.ts'
import type { NamedStructure } from '../../domain/phrase/structure-names.ts'
import { needs } from '../../domain/structures/instantiate.ts'
import type { TemplateForm } from '../../domain/structures/template.ts'
import { legQuote, netPrices } from '../market/leg-quotes.ts'
import { type StrikeInputs, findStrikes } from './phrase-strikes.ts'
import { type Listed, laterThan, legsAt, placeLinear, placeStructure } from './place-structure.ts'
import { readLegs } from './read-legs.ts'
import { type Shares, shareNumbers } from './share-numbers.ts'

export type StructureResult =
  | { readonly ok: true; readonly value: StructureDraft }
  /** `isPart`: some of it is of a structure, so that one was meant. */
  | { readonly ok: false; readonly why: string; readonly isPart: boolean }

type Legs = { readonly ok: true; readonly legs: readonly PackageLeg[] } | { readonly ok: false; readonly why: string }

const refused = (why: string): { readonly ok: false; readonly why: string } => ({ ok: false, why })
const longestLine = 4000
/** Distance of strikes that are not said. */
const usualDistance = { by: 'delta', size: 0.25 } as const

export function readStructure(line: string, context: StructureContext): StructureResult {
  if (line.trim() === '' || line.length > longestLine)
    return { ...refused('Type a structure: 85/110 strangle, 25d rr mar, ic x5.'), isPart: false }
  const copied = parseDraftText(line)
  if (copied !== undefined && copied.legs.every(leg => /-/.test(leg.symbol))) return { ok: true, value: copied }
  const words = wordsOf(line)
  const read = words.some(isSignedLeg) ? readLegs(words, context) : undefined
  // "cs -120": a signed number without a leg after it is a price.
  if (read !== undefined && read.kind === 'legs') return read.ok ? { ok: true, value: read.value } : { ...refused(read.why), isPart: true }
  const said = readPhrase(line, context.universe.bases())
  if (!said.ok) return said
  const found = ofPhrase(said.phrase, context)
  return found.ok ? found : { ...found, isPart: true }
}

const isSignedLeg = (word: string, at: number, words: readonly string[]): boolean =>
  /^[+-]\d+$/.test(word) && /[cp]$|^\d{1,2}[a-z]{3}|^perp/i.test(words[at + 1] ?? '')

function ofPhrase(
  phrase: Phrase,
  context: StructureContext,
): { readonly ok: true; readonly value: StructureDraft } | ReturnType<typeof refused> {
  const base = phrase.base ?? context.base
  const listed = { universe: context.universe, base }
  const expiries = context.universe.expiries(base).filter(expiryMs => expiryMs > context.nowMs)
  const shares = shareNumbers(phrase, {
    isDay: word => findExpiry(word, expiries, context.nowMs).ok,
    isStrike: value => isStrike(value, listed, expiries),
  })
  if (!shares.ok) return shares
  const dates = phrase.dates.map(word => findExpiry(word, expiries, context.nowMs))
  const missing = dates.find(date => !date.ok)
  if (missing?.ok === false) return missing
  const asked = [...new Set(dates.flatMap(date => (date.ok ? [date.expiryMs] : [])))].sort((a, b) => a - b)
  const usual = context.expiryMs !== undefined && expiries.includes(context.expiryMs) ? context.expiryMs : expiries[0]
  const legs =
    phrase.structure === undefined
      ? withoutName(shares, asked, usual, { listed, surface: context.surfaceOf(base) })
      : ofStructure(phrase.structure, shares, { asked, usual, listed, context })
  if (!legs.ok) return legs
  const side = phrase.side
  const price = shares.price === undefined ? undefined : priceText(shares.price, legs.legs, side ?? 'buy', context)
  const mode = phrase.mode ?? (price === undefined ? undefined : 'firm')
  return {
    ok: true,
    value: { legs: legs.legs, ...known({ side, quantity: shares.size, price, mode, type: phrase.type, tif: phrase.tif }) },
  }
}

/** Could the number be a strike, whole or in thousands? */
const isStrike = (value: Decimal, { universe, base }: Listed, [firstMs]: readonly number[]): boolean =>
  firstMs !== undefined && universe.chain(base, firstMs).some(({ strike }) => eq(strike, value) || eq(strike, mul(value, dec(1000))))

/** Without what is not said. */
function known<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value
}

interface Where {
  /** Expiries that were said, ascending. */
  readonly asked: readonly number[]
  readonly usual: number | undefined
  readonly listed: Listed
  readonly context: StructureContext
}

function ofStructure(structure: NamedStructure, shares: Extract<Shares, { ok: true }>, where: Where): Legs {
  const { asked, usual, listed } = where
  const [first] = structure.forms
  if (first === undefined) return refused('No such structure.')
  if (first.legs.every(leg => leg.kind === 'U')) return ofLinear(structure, first, shares, where)
  const most = needs(first).expiries
  if (asked.length > most)
    return refused(`One ${structure.name} has ${most === 1 ? 'one expiry' : `${most} expiries`}, not ${asked.length}.`)
  const firstMs = asked[0] ?? usual
  if (firstMs === undefined) return refused(`No options are listed on ${listed.base}.`)
  const surface = where.context.surfaceOf(listed.base)
  if (shares.strikes.length === 0) {
    if (surface === undefined) return refused('No prices yet to choose strikes by: name the strikes.')
    const expiries = asked.length === most ? asked : undefined
    return placeStructure(first, 'long', { universe: listed.universe, surface, expiryMs: firstMs, distance: usualDistance, expiries })
  }
  const dates =
    asked.length === most
      ? [asked]
      : most === 1
        ? [[firstMs]]
        : laterThan(firstMs, where.context.nowMs, listed).map(later => [firstMs, later])
  let why = 'There is no later expiry.'
  let isFirst = true
  for (const form of structure.forms) {
    for (const expiries of dates) {
      const found = findStrikes(structure.name, form, shares.strikes, expiries, { listed, surface })
      const legs = found.ok ? legsAt(form, 'long', { strikes: found.strikes, expiries }, listed) : undefined
      if (legs !== undefined) return { ok: true, legs }
      if (isFirst) why = found.ok ? 'One of its legs is not listed.' : found.why
      isFirst = false
    }
  }
  return refused(why)
}

function ofLinear(structure: NamedStructure, form: TemplateForm, shares: Extract<Shares, { ok: true }>, { asked, listed }: Where): Legs {
  const { universe, base } = listed
  const one = (symbol: string | undefined, what: string): Legs =>
    symbol === undefined ? refused(`No ${what} is listed on ${base}.`) : { ok: true, legs: [{ symbol, ratio: 1 }] }
  const [strike] = shares.strikes
  if (strike !== undefined) return refused(`“${strike.text}” beside a ${structure.name}, which has no strike.`)
  if (structure.name === 'perpetual') return one(universe.perpetual(base)?.symbol, 'perpetual')
  if (structure.name === 'spot') return one(universe.spot(base)?.symbol, 'spot')
  if (structure.name !== 'future') return placeLinear(form, 1, listed)
  const [expiryMs] = asked
  if (expiryMs === undefined) return refused('Which future? Say its expiry: dec future.')
  const dated = universe
    .futures(base)
    .find(future => future.symbol.includes(new Date(expiryMs).toISOString().slice(0, 10).replaceAll('-', '')))
  return one(dated?.symbol, `future of ${shortExpiry(expiryMs)}`)
}

/** Strikes with their rights and no name ("85P/110C"): each of them bought. */
function withoutName(
  shares: Extract<Shares, { ok: true }>,
  asked: readonly number[],
  usual: number | undefined,
  inputs: StrikeInputs,
): Legs {
  const expiryMs = asked[0] ?? usual
  if (shares.strikes.length === 0 || shares.strikes.some(word => word.right === undefined))
    return refused('Which structure? Say call, put, strangle, CS, RR, IC …')
  if (asked.length > 1 || expiryMs === undefined) return refused('Which structure? Two expiries need a name: calendar, diagonal.')
  const legs: PackageLeg[] = []
  for (const word of shares.strikes) {
    const name = word.right ?? 'call'
    const form: TemplateForm = { constraint: 'none', legs: [{ kind: name === 'call' ? 'C' : 'P', ratio: 1, strike: 'K1', expiry: 'T1' }] }
    const found = findStrikes(name, form, [word], [expiryMs], inputs)
    if (!found.ok) return found
    legs.push(...(legsAt(form, 'long', { strikes: found.strikes, expiries: [expiryMs] }, inputs.listed) ?? []))
  }
  return { ok: true, legs }
}

/** A price without a sign or a word is paid or received as the legs are; signed it means what a signed price does. */
function priceText(price: PhrasePrice, legs: readonly PackageLeg[], side: Side, { quotes }: StructureContext): string {
  if (price.effect !== undefined) return `${abs(price.value)} ${price.effect}`
  if (price.isSigned) return price.value
  const { mid } = netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) })))
  const effect = mid === undefined ? 'even' : effectOf(side, mid.price)
  return effect === 'even' || sign(price.value) === 0 ? price.value : `${price.value} ${effect}`
}
