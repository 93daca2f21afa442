/**
 * The listed legs of a phrase: a named structure at its expiries and strikes, underlyings, or strikes with their
 * rights.
 */
import { type Decimal, isZero, toNumber } from '../../domain/decimal.ts'
import { shortExpiry } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { type DateWord, readStrike, type StrikeWord } from '../../domain/phrase/phrase-words.ts'
import { type Bare, type Phrase, type PhrasePrice, strikesWanted, whichNumber } from '../../domain/phrase/phrase.ts'
import { type NamedStructure, structureAt } from '../../domain/phrase/structure-names.ts'
import { countNeeded } from '../../domain/structures/instantiate.ts'
import type { TemplateForm } from '../../domain/structures/template.ts'
import { findStrikes, type StrikeInputs } from './phrase-strikes.ts'
import { laterThan, legsAt, type BaseListing, placeLinear } from './place-structure.ts'
import type { StructureContext } from './structure-draft.ts'

export type Shares =
  | {
      readonly ok: true
      readonly size: Decimal | undefined
      readonly strikes: readonly StrikeWord[]
      readonly separate: boolean
      readonly price: PhrasePrice | undefined
      /** The other reading of the size. */
      readonly note?: string
    }
  | { readonly ok: false; readonly why: string }

const refusedNumbers = (why: string): Shares => ({ ok: false, why })

const whichDay = ({ text, dayOf }: Bare): string =>
  `Is “${text}” the size or a day? Write x${text}, or ${dayOf?.text} in one word.`

/** Desks trade in tens and fives: 29 before a month is more likely a day, listed or not. */
const isOddSize = ({ value }: Bare): boolean => toNumber(value) > 10 && toNumber(value) % 5 !== 0

function lacking(phrase: Phrase): number {
  const { structure, strikes } = phrase
  if (structure === undefined) return 0
  const isEnough = strikes.length > 0 && strikes.every(word => word.kind !== 'price')
  return isEnough ? 0 : Math.max(0, strikesWanted(phrase) - strikes.length)
}

export interface Listing {
  readonly isDay: (word: DateWord) => boolean
  readonly isStrike: (value: Decimal) => boolean
}

export function shareNumbers(phrase: Phrase, listing: Listing): Shares {
  const { bare, strikes } = phrase
  const [first] = bare
  // "mar 120 calls, buy 25 @ 1500": the price is marked, so the number after the side is the size.
  const isSizeLast = ({ isAfterSide, value }: Bare): boolean =>
    isAfterSide && phrase.price !== undefined && !listing.isStrike(value)
  const lead =
    phrase.size === undefined
      ? bare.find((each, at) => each.isBeforeBase || (at === 0 && each.isLeading) || isSizeLast(each))
      : undefined
  const day = bare.find(each => each.dayOf !== undefined && listing.isDay(each.dayOf))
  // After "buy" or "sell" a size is expected, and the day is the other reading.
  if (day !== undefined && (day !== lead || !day.isAfterSide || day.text.includes('.')))
    return refusedNumbers(whichDay(day))
  if (lead?.dayOf !== undefined && day === undefined && isOddSize(lead)) return refusedNumbers(whichDay(lead))
  if (lead !== undefined && isZero(lead.value)) return refusedNumbers(`The size must be above zero: “${lead.text}”.`)
  if (lead?.isBeforeBase === true && !lead.isLeading && lead.text.includes('.'))
    return refusedNumbers(
      `Is “${lead.text}” the size or a price? Write x${lead.text} for the size, @ and the price in the quote asset.`,
    )
  const rest = bare.filter(each => each !== lead)
  const lacks = lacking(phrase)
  if (phrase.width !== undefined && rest.length > lacks)
    return refusedNumbers(
      `What is “${rest.at(-1)?.text}” beside “${phrase.width.text}”? Write @${rest.at(-1)?.text} for the price.`,
    )
  if (lacks === 0 || rest.length >= lacks) {
    const all = shared(phrase, lead, rest.slice(0, lacks), rest.slice(lacks))
    if (!all.ok || day === undefined) return all
    return { ...all, note: `${day.text} is the size. For the day write ${day.dayOf?.text} in one word.` }
  }
  // "buy 100 call": the only number is its strike.
  if (bare.length >= lacks && first?.dayOf === undefined)
    return shared(phrase, undefined, bare.slice(0, lacks), bare.slice(lacks))
  // "sell 10 strangle": a size, without strikes.
  const isSize = lead === undefined || (lead.isAfterSide && !listing.isStrike(lead.value))
  if (rest.length === 0 && strikes.length === 0 && isSize) return shared(phrase, lead, [], [])
  const said = [...strikes, ...bare].map(each => each.text).join(', ')
  const name = phrase.structure?.name ?? 'structure'
  const wanted = lacks + strikes.length
  return refusedNumbers(`The ${name} takes ${wanted} strikes, not ${strikes.length + bare.length}: “${said}”.`)
}

/** "1200 at 1300": a number before a similar price could be a bid of a two-sided market. */
function isMarket({ value, isAfterSide, isBeforeBase }: Bare, price: PhrasePrice | Bare | undefined): boolean {
  if (price === undefined || isAfterSide || isBeforeBase || ('isVolatility' in price && price.isVolatility))
    return false
  const part = toNumber(value) / Math.abs(toNumber(price.value))
  return part > 0.5 && part < 2
}

function shared(phrase: Phrase, size: Bare | undefined, strikes: readonly Bare[], rest: readonly Bare[]): Shares {
  const [price, more] = rest
  const extra = phrase.price === undefined ? more : price
  const open = whichNumber(price?.text ?? '', size?.text ?? '')
  if (open !== undefined) return refusedNumbers(open.why)
  if (extra !== undefined)
    return refusedNumbers(`What is “${extra.text}”? Write x${extra.text} for the size, @${extra.text} for the price.`)
  if (size !== undefined && isMarket(size, phrase.price ?? price))
    return refusedNumbers(`Is “${size.text}” the size or a bid? Write x${size.text} for the size.`)
  return {
    ok: true,
    size: phrase.size ?? size?.value,
    strikes: [...phrase.strikes, ...strikes.flatMap(({ text }) => readStrike(text) ?? [])],
    separate: phrase.areStrikesSeparate,
    price:
      phrase.price ??
      (price === undefined
        ? undefined
        : { value: price.value, isSigned: false, isBare: phrase.size === undefined, isBesideSize: size !== undefined }),
  }
}

export type Legs =
  | { readonly ok: true; readonly legs: readonly PackageLeg[] }
  | { readonly ok: false; readonly why: string }

const refused = (why: string): { readonly ok: false; readonly why: string } => ({ ok: false, why })
const whichStrikes = (name: string, count: number): string =>
  count === 1
    ? `Which strike? Say it with the ${name}: 100, 25d or atm.`
    : `Which strikes? The ${name} takes ${count}: say them as prices or deltas.`

interface ExpiryChoice {
  readonly named: readonly number[]
  /** Expiries in the order of the phrase. */
  readonly phraseExpiries: readonly number[]
  readonly usual: number | undefined
  readonly listed: BaseListing
  readonly context: StructureContext
  readonly isMeant?: ((legs: readonly PackageLeg[]) => boolean) | undefined
}

/** A fly at deltas means an iron butterfly: strangle against straddle. */
function byDeltas(structure: NamedStructure, { strikes }: Extract<Shares, { ok: true }>): NamedStructure {
  const isFly = structure.name === 'call butterfly' || structure === structureAt(['fly'], 0)?.structure
  const areDeltas = strikes.length > 0 && strikes.every(word => word.kind === 'delta' && word.right === undefined)
  return isFly && areDeltas ? (structureAt(['iron', 'butterfly'], 0)?.structure ?? structure) : structure
}

/** "7d 25d rr": "7d" may mean a week. */
function whichDelta(
  { forms: [form] }: NamedStructure,
  { strikes, separate }: Extract<Shares, { ok: true }>,
  named: readonly number[],
): string | undefined {
  const [one, other] = strikes
  const isPair = form?.legs.length === 2 && strikes.length === 2 && named.length === 0 && separate
  if (!isPair || one?.kind !== 'delta' || other?.kind !== 'delta' || one.delta === other.delta) return undefined
  const days = one.text.replace(/d$/i, '')
  return `Is “${one.text}” ${days === '7' ? 'seven' : days} days or ${days} delta? Write ${one.text}/${other.text} for two deltas, 1w for a week.`
}

export function ofStructure(spoken: NamedStructure, shares: Extract<Shares, { ok: true }>, where: ExpiryChoice): Legs {
  const { named, usual, listed } = where
  const structure = byDeltas(spoken, shares)
  const unclear = whichDelta(structure, shares, named)
  if (unclear !== undefined) return refused(unclear)
  const [first] = structure.forms
  if (first === undefined) return refused('No such structure.')
  if (first.legs.every(leg => leg.kind === 'U')) return ofLinear(structure, first, shares, where)
  const most = countNeeded(first).expiries
  if (named.length === 2 && most === 1) return overTwoExpiries(structure, shares, where)
  if (named.length > most)
    return refused(`One ${structure.name} has ${most === 1 ? 'one expiry' : `${most} expiries`}, not ${named.length}.`)
  const firstMs = named[0] ?? usual
  if (firstMs === undefined) return refused(`No options are listed on ${listed.base}.`)
  const surface = where.context.surfaceOf(listed.base)
  const strikes = most === 2 && countNeeded(first).strikes === 1 ? withoutRepeats(shares.strikes) : shares.strikes
  if (strikes.length === 0) return refused(whichStrikes(structure.name, countNeeded(first).strikes))
  const dates =
    named.length === most
      ? [named]
      : most === 1
        ? [[firstMs]]
        : laterThan(firstMs, where.context.nowMs, listed).map(later => [firstMs, later])
  let why = 'There is no later expiry.'
  let isFirst = true
  for (const form of inOrderSaid(structure.forms, strikes, where)) {
    for (const expiries of dates) {
      const found = findStrikes(structure.name, form, strikes, expiries, { listed, surface })
      const legs = found.ok ? legsAt(form, 'long', { strikes: found.strikes, expiries }, listed) : undefined
      if (legs !== undefined && where.isMeant?.(legs) !== false) return { ok: true, legs }
      if (isFirst) why = found.ok ? 'One of its legs is not listed.' : found.why
      isFirst = false
    }
  }
  return refused(why)
}

/** "dec 100c / mar 100c calendar" says its strike twice. */
const withoutRepeats = (strikes: readonly StrikeWord[]): readonly StrikeWord[] =>
  strikes.filter((word, at) => strikes.findIndex(other => other.text.toLowerCase() === word.text.toLowerCase()) === at)

/** "dec/mar 100/110 cs": a calendar of the structure, the near one sold and the far one bought. */
function overTwoExpiries(structure: NamedStructure, shares: Extract<Shares, { ok: true }>, where: ExpiryChoice): Legs {
  const legs: PackageLeg[] = []
  for (const [at, expiryMs] of where.named.entries()) {
    const found = ofStructure(structure, shares, {
      ...where,
      named: [expiryMs],
      phraseExpiries: [expiryMs],
      isMeant: undefined,
    })
    if (!found.ok) return found
    legs.push(...found.legs.map(leg => (at === 0 ? { ...leg, ratio: -leg.ratio } : leg)))
  }
  return where.isMeant?.(legs) === false ? refused('One of its legs is not listed.') : { ok: true, legs }
}

/** "dec/mar 100/110 diagonal": the strikes belong to the expiries in order; keeps the forms that match. */
function inOrderSaid(
  forms: readonly TemplateForm[],
  strikes: readonly StrikeWord[],
  { phraseExpiries }: ExpiryChoice,
): readonly TemplateForm[] {
  const values = strikes.flatMap(word =>
    word.kind === 'price' ? toNumber(word.value) * (word.value.length < 4 ? 1000 : 1) : [],
  )
  const isPair = phraseExpiries.length === 2 && values.length === 2 && forms.every(form => form.legs.length === 2)
  if (!isPair) return forms
  const isRising =
    Math.sign((phraseExpiries[1] ?? 0) - (phraseExpiries[0] ?? 0)) === Math.sign((values[1] ?? 0) - (values[0] ?? 0))
  return forms.filter(
    ({ legs: [near, far] }) => near?.expiry === far?.expiry || String(near?.strike) < String(far?.strike) === isRising,
  )
}

function ofLinear(
  structure: NamedStructure,
  form: TemplateForm,
  shares: Extract<Shares, { ok: true }>,
  { named, listed }: ExpiryChoice,
): Legs {
  const { universe, base } = listed
  const one = (symbol: string | undefined, what: string): Legs =>
    symbol === undefined ? refused(`No ${what} is listed on ${base}.`) : { ok: true, legs: [{ symbol, ratio: 1 }] }
  const [strike] = shares.strikes
  const isDated = named.length > 0 && /^(?:perpetual|spot)$/.test(structure.name)
  if (isDated) return refused(`A “${structure.name === 'spot' ? 'spot' : 'perp'}” has no expiry.`)
  if (structure.name === 'future' && named.length > 1)
    return refused('Which “future”? For the spread write dec/mar futures spread.')
  if (strike !== undefined) return refused(`“${strike.text}” beside a ${structure.name}, which has no strike.`)
  if (structure.name === 'perpetual') return one(universe.perpetual(base)?.symbol, 'perpetual')
  if (structure.name === 'spot') return one(universe.spot(base)?.symbol, 'spot')
  const futureOf = (expiryMs: number): Legs => {
    const stamp = new Date(expiryMs).toISOString().slice(0, 10).replaceAll('-', '')
    return one(
      universe.futures(base).find(future => future.symbol.includes(stamp))?.symbol,
      `future of ${shortExpiry(expiryMs)}`,
    )
  }
  const [firstMs, secondMs] = named
  if (structure.name === 'future')
    return firstMs === undefined ? refused('Which future? Say its expiry: dec future.') : futureOf(firstMs)
  if (firstMs === undefined) return placeLinear(form, 1, listed)
  const spot = structure.name === 'cash and carry' ? universe.spot(base) : undefined
  const near = spot?.status === 'active' ? spot : universe.perpetual(base)
  if (secondMs === undefined)
    return spread(one(near?.symbol, 'perpetual'), futureOf(firstMs), structure.name === 'cash and carry' ? 1 : -1)
  return spread(futureOf(firstMs), futureOf(secondMs), -1)
}

function spread(near: Legs, far: Legs, sign: 1 | -1): Legs {
  if (!near.ok) return near
  if (!far.ok) return far
  const turned = (legs: readonly PackageLeg[], by: number): PackageLeg[] =>
    legs.map(leg => ({ ...leg, ratio: leg.ratio * by }))
  return { ok: true, legs: [...turned(near.legs, sign), ...turned(far.legs, -sign)] }
}

/** Strikes with rights but no name ("85P/110C"): all are bought. */
export function withoutName(
  shares: Extract<Shares, { ok: true }>,
  named: readonly number[],
  usual: number | undefined,
  inputs: StrikeInputs,
): Legs {
  const expiryMs = named[0] ?? usual
  if (shares.strikes.length === 0 || shares.strikes.some(word => word.right === undefined))
    return refused('Which structure? Say call, put, strangle, CS, RR, IC …')
  if (named.length > 1 || expiryMs === undefined)
    return refused('Which structure? Two expiries need a name: calendar, diagonal.')
  const rights = new Set(shares.strikes.map(word => word.right))
  if (shares.strikes.length > 3 || (shares.strikes.length > 1 && rights.size === 1))
    return refused(
      'Bought, sold or a spread? Say the structure (CS, RR, IC …), or write + and - before each leg: +100c -110c.',
    )
  const legs: PackageLeg[] = []
  for (const word of shares.strikes) {
    const name = word.right ?? 'call'
    const form: TemplateForm = {
      constraint: 'none',
      legs: [{ kind: name === 'call' ? 'C' : 'P', ratio: 1, strike: 'K1', expiry: 'T1' }],
    }
    const found = findStrikes(name, form, [word], [expiryMs], inputs)
    if (!found.ok) return found
    legs.push(...(legsAt(form, 'long', { strikes: found.strikes, expiries: [expiryMs] }, inputs.listed) ?? []))
  }
  return { ok: true, legs }
}
