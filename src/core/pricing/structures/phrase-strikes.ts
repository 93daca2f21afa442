/**
 * Strikes of a structure from words: prices as listed ("85" means 85,000 if only that is listed), deltas at present
 * volatilities, at the money by the forward. Fewer words than strikes are enough if puts and calls are symmetric: "25d"
 * of a risk reversal means both.
 */
import { cmp, dec, type Decimal, eq, mul, toNumber } from '../../domain/decimal.ts'
import { shortExpiry } from '../../domain/instrument.ts'
import type { StrikeWord } from '../../domain/phrase/phrase-words.ts'
import { type Rights, rightsOf } from '../../domain/structures/instantiate.ts'
import type { TemplateForm } from '../../domain/structures/template.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { type BaseListing, strikesFor } from './place-structure.ts'
import { capital } from '../../domain/words.ts'

export type FoundStrikes =
  | { readonly ok: true; readonly strikes: readonly Decimal[] }
  | { readonly ok: false; readonly why: string }

const refused = (why: string): FoundStrikes => ({ ok: false, why })
const fits = (word: StrikeWord, right: Rights): boolean =>
  word.right === undefined || right === 'both' || word.right === right

const valueOf = (word: StrikeWord): Decimal | undefined => (word.kind === 'price' ? word.value : undefined)

function wordsByStrike(rights: readonly Rights[], words: readonly StrikeWord[]): readonly StrikeWord[] | undefined {
  if (words.length === rights.length) return oneEach(rights, words)
  const [puts, calls] = (['put', 'call'] as const).map(right => rights.filter(each => each === right).length)
  if (
    puts !== calls ||
    puts !== words.length ||
    words.some(word => (word.kind !== 'delta' && word.kind !== 'away') || word.right !== undefined)
  )
    return undefined
  const taken = { put: 0, call: 0 }
  return rights.flatMap((right): readonly StrikeWord[] =>
    right === 'both' ? [{ kind: 'atm', text: 'atm' }] : words.slice(taken[right], ++taken[right]),
  )
}

/** Words with a right go to its strikes, the others to the rest: prices ascending, else in the order of the phrase. */
function oneEach(rights: readonly Rights[], words: readonly StrikeWord[]): readonly StrikeWord[] | undefined {
  const arePrices = words.every(word => word.kind === 'price')
  const left = arePrices ? words.toSorted((a, b) => cmp(valueOf(a) ?? dec(0), valueOf(b) ?? dec(0))) : [...words]
  const found = rights.map(right =>
    take(left, word => word.right !== undefined && right !== 'both' && fits(word, right)),
  )
  const whole = found.map((word, index) => word ?? take(left, each => fits(each, rights[index] ?? 'both')))
  const known = whole.flatMap(word => word ?? [])
  return known.length === rights.length ? known : undefined
}

function take<Item>(items: Item[], isMeant: (item: Item) => boolean): Item | undefined {
  const at = items.findIndex(isMeant)
  return at < 0 ? undefined : items.splice(at, 1)[0]
}

interface At {
  readonly rank: number
  readonly right: Rights
  readonly expiries: readonly number[]
}

export interface StrikeInputs {
  readonly listed: BaseListing
  readonly surface: BaseSurface | undefined
}

export function findStrikes(
  name: string,
  form: TemplateForm,
  words: readonly StrikeWord[],
  expiries: readonly number[],
  inputs: StrikeInputs,
): FoundStrikes {
  const rights = rightsOf(form)
  const each = wordsByStrike(rights, words)
  const said = words.map(word => word.text).join('/')
  if (each === undefined)
    return refused(
      words.length === rights.length
        ? `“${said}” does not make ${withArticle(name)}.`
        : `${capital(withArticle(name))} takes ${rights.length} ${rights.length === 1 ? 'strike' : 'strikes'}, not ${words.length}: “${said}”.`,
    )
  const strikes: Decimal[] = []
  for (const [index, word] of each.entries()) {
    const found = findStrike(word, form, { rank: index + 1, right: rights[index] ?? 'both', expiries }, inputs)
    if (typeof found !== 'string') return refused(found.why)
    strikes.push(found)
  }
  const inOrder = sortedByRight(rights, strikes)
  const isAscending = inOrder.every((strike, index) => index === 0 || cmp(inOrder[index - 1] ?? strike, strike) < 0)
  return isAscending
    ? { ok: true, strikes: inOrder }
    : refused(`Strikes ${strikes.join('/')} do not make ${withArticle(name)}.`)
}

const withArticle = (name: string): string =>
  /^guts|1x|x\d/.test(name) ? name : `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`

/** Strikes of one right may come in any order. */
function sortedByRight(rights: readonly Rights[], strikes: readonly Decimal[]): Decimal[] {
  const sorted = new Map<Rights, Decimal[]>()
  for (const right of new Set(rights))
    sorted.set(right, strikes.filter((_, index) => rights[index] === right).sort(cmp))
  return rights.map((right, index) => sorted.get(right)?.shift() ?? strikes[index] ?? dec(0))
}

function findStrike(
  word: StrikeWord,
  form: TemplateForm,
  at: At,
  inputs: StrikeInputs,
): Decimal | { readonly why: string } {
  const strikes = strikesFor(form, at.rank, at.expiries, inputs.listed)
  const when = at.expiries.map(shortExpiry).join('/')
  if (strikes.length === 0) return { why: `No strikes are listed for ${when}.` }
  if (word.kind === 'price') {
    const all = strikesFor(form, at.rank, at.expiries, inputs.listed, one => one !== undefined)
    const found = pricedStrike(word, strikes)
    if (found === undefined && pricedStrike(word, all) !== undefined)
      return { why: `Strike “${word.text}” is suspended for ${when}.` }
    return found ?? { why: notListed(word, strikes, when) }
  }
  const expiryMs = at.expiries[0] ?? 0
  const surface = inputs.surface?.expiries.get(expiryMs)
  if (word.kind === 'atm') {
    const forward = surface?.forward?.price
    return forward === undefined
      ? { why: `No forward for ${when} yet, so no strike is at the money.` }
      : nearestBy(strikes, one => Math.abs(toNumber(one) - forward))
  }
  if (word.kind === 'percent' || word.kind === 'away') {
    const forward = surface?.forward?.price
    if (word.kind === 'away' && at.right === 'both') return { why: `“${word.text}” of a call or of a put?` }
    const part = word.kind === 'percent' ? word.part : at.right === 'put' ? 1 - word.part : 1 + word.part
    return forward === undefined
      ? { why: `No forward for ${when} yet, so “${word.text}” has no strike.` }
      : nearestBy(strikes, one => Math.abs(toNumber(one) - forward * part))
  }
  const right = word.right ?? (at.right === 'put' ? 'put' : 'call')
  const { universe, base } = inputs.listed
  const deltas = new Map<Decimal, number>()
  for (const row of universe.chain(base, expiryMs)) {
    const delta = surface?.marks.get(row[right]?.symbol ?? '')?.delta
    if (delta !== undefined && strikes.some(strike => eq(strike, row.strike))) deltas.set(row.strike, Math.abs(delta))
  }
  if (deltas.size === 0) return { why: `No deltas for ${when} yet, so “${word.text}” has no strike.` }
  return nearestBy([...deltas.keys()], strike => Math.abs((deltas.get(strike) ?? 0) - word.delta))
}

function nearestBy(strikes: readonly Decimal[], distance: (strike: Decimal) => number): Decimal {
  return strikes.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}

/** Exact, in thousands with "k", or in thousands if only that is listed. */
function pricedStrike(
  { value, inThousands }: Extract<StrikeWord, { kind: 'price' }>,
  strikes: readonly Decimal[],
): Decimal | undefined {
  const exact = strikes.find(strike => eq(strike, value))
  return exact ?? (inThousands ? undefined : strikes.find(strike => eq(strike, mul(value, dec(1000)))))
}

function notListed(word: Extract<StrikeWord, { kind: 'price' }>, strikes: readonly Decimal[], when: string): string {
  const [low = dec(0), high = dec(0)] = [strikes[0], strikes.at(-1)]
  const scaled = mul(word.value, dec(1000))
  const isFar = cmp(word.value, low) < 0 && cmp(mul(high, dec(2)), scaled) >= 0
  const meant = isFar ? scaled : word.value
  const below = strikes.findLast(strike => cmp(strike, meant) < 0)
  const above = strikes.find(strike => cmp(strike, meant) > 0)
  const near = [below, above].filter(one => one !== undefined)
  return `Strike “${word.text}” is not listed for ${when}: the nearest ${near.length === 1 ? 'is' : 'are'} ${near.join(' and ')}.`
}
