/**
 * The phrase of a trade: its effect on the account, as a structure bought or sold. Every screen, the journal and
 * notices use it. Only the effective legs count, so an order and its wire form have one phrase. A structure whose
 * opposite has its own name is always bought: the opposite of a bear put spread is "Buy · Bull put spread". Any other
 * is sold: "Sell · Iron condor", whatever the wire's side.
 */
import { capital, counted } from '../words.ts'
import { canonical, cmp, dec, type Decimal, div, gcd, gte, isMultipleOf } from '../decimal.ts'
import { compareBases, type InstrumentName, parseInstrumentName, shortExpiry, shortName } from '../instrument.ts'
import { opposite, type Side } from '../order.ts'
import type { PackageLeg } from '../package/package-leg.ts'
import type { RecognisedStructure } from '../structures/match.ts'
import { recognise, type Recognition } from '../structures/recognise.ts'
import { expiryRank, structureLegOf } from '../structures/tidy-legs.ts'

export interface TradePhrase {
  /** Undefined if the order's side is unknown; the legs are then described as listed. */
  readonly side: Side | undefined
  /** Common factor of the ratios: structures per package. */
  readonly times: number
  /** "Bull call spread", "Custom". For one instrument, its name. */
  readonly name: string
  /** "90/100 C"; empty for one instrument and for a spread of futures. */
  readonly strikes: string
  /** "25DEC26 BTC"; empty for one instrument. */
  readonly where: string
  readonly text: string
}

interface ReadLeg extends PackageLeg {
  readonly name: InstrumentName
}

function merged(legs: readonly PackageLeg[]): PackageLeg[] {
  const ratios = new Map<string, number>()
  for (const { symbol, ratio } of legs) ratios.set(symbol, (ratios.get(symbol) ?? 0) + ratio)
  return [...ratios].flatMap(([symbol, ratio]) => (ratio === 0 ? [] : [{ symbol, ratio }]))
}

const times = <Leg extends PackageLeg>(legs: readonly Leg[], factor: number): Leg[] =>
  legs.map(leg => ({ ...leg, ratio: leg.ratio * factor }))
const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

function readLegs(legs: readonly PackageLeg[]): readonly ReadLeg[] | undefined {
  const read = legs.flatMap(leg => {
    const name = parseInstrumentName(leg.symbol)
    return name === undefined ? [] : [{ ...leg, name }]
  })
  return read.length < legs.length ? undefined : read
}

const recogniseRead = (legs: readonly ReadLeg[]) => recognise(legs.map(leg => structureLegOf(leg.name, leg.ratio)))

const isShortOf = ({ direction, title }: RecognisedStructure): boolean =>
  direction === 'short' && title.startsWith('short ')

/** Describes trading one package with `side`; `listed` is in buyer's form. */
export function tradePhrase(listed: readonly PackageLeg[], side: Side | undefined): TradePhrase {
  const whole = merged(side === 'sell' ? times(listed, -1) : listed)
  const factor = gcd(whole.map(leg => leg.ratio)) || 1
  const legs = whole.map(leg => ({ ...leg, ratio: leg.ratio / factor }))
  const [only, ...more] = legs
  const read = readLegs(legs)
  const found = read && recogniseRead(read)
  const isKnown = more.length > 0 && found?.kind === 'structure'
  const isSold =
    side !== undefined && (isKnown ? isShortOf(found) : only !== undefined && legs.every(leg => leg.ratio < 0))
  const named = (name: string, strikes = '', where = ''): TradePhrase => ({
    side: side === undefined ? undefined : isSold ? 'sell' : 'buy',
    times: factor,
    name,
    strikes,
    where,
    text: [[name, strikes].filter(Boolean).join(' '), where].filter(Boolean).join(' · '),
  })
  if (only === undefined) return named('No legs')
  if (more.length === 0) return named(shortName(only.symbol))
  if (read === undefined || found === undefined)
    return named(
      'Custom',
      signedText(isSold ? times(legs, -1) : legs, leg => leg.symbol),
    )
  const own = isSold ? times(read, -1) : read
  if (found.kind === 'custom') return named('Custom', signedLegs(own), whereText(own))
  const { title, suffix } = isSold ? (recogniseRead(own) as typeof found) : found
  return named(capital(title), suffix === undefined ? strikesText(own) : signedLegs(own), whereText(own))
}

/** A position: "Iron condor 75/85 P 110/120 C · 25DEC26 BTC". For one instrument, its name. */
export const heldPhrase = (legs: readonly PackageLeg[]): TradePhrase => tradePhrase(legs, undefined)

/** Names a closing package by the position: selling a long straddle is not a short straddle. */
export function closingPhrase(legs: readonly PackageLeg[], side: Side | undefined): TradePhrase {
  if (side === undefined) return heldPhrase(legs)
  const held = tradePhrase(legs, opposite(side))
  return { ...held, side: held.side && opposite(held.side) }
}

export const recogniseLegs = (legs: readonly PackageLeg[]): Recognition | undefined => {
  const read = readLegs(legs)
  return read === undefined || read.length === 0 ? undefined : recogniseRead(read)
}

/** Name of executed legs, also of a single leg: "Bull call spread", "Short put", "Custom, 2 legs". */
export const structureName = (legs: readonly PackageLeg[]): string =>
  capital(recogniseLegs(legs)?.title ?? `custom, ${counted(legs.length, 'leg')}`)

/** "buys 110000C, sells 100000C"; empty for unreadable legs. */
export const effectText = (legs: readonly PackageLeg[]): string => recogniseLegs(legs)?.effect ?? ''

/** Tooltip lines: bought and sold legs, parts of a custom package, and the name of the opposite legs. */
export function structureTip(legs: readonly PackageLeg[]): readonly string[] {
  const found = recogniseLegs(legs)
  if (found === undefined) return []
  if (found.kind === 'custom') return [found.effect, ...found.parts.map(part => part.title)].filter(line => line !== '')
  const other = recognise(found.legs.map(leg => ({ ...leg, ratio: -leg.ratio })))
  return [found.effect, `the other way: ${other.title}`]
}

/** Strikes from 10,000 are written in thousands, as desks do: 92500 is "92.5". */
function strikeWriter(legs: readonly ReadLeg[]): (strike: Decimal) => string {
  const isShort = legs.every(
    ({ name }) =>
      name.product !== 'option' || (gte(name.strike, dec('10000')) && isMultipleOf(name.strike, dec('500'))),
  )
  return strike => canonical(isShort ? div(strike, dec('1000')) : strike)
}

const optionsOf = (legs: readonly ReadLeg[]) => legs.flatMap(({ name }) => (name.product === 'option' ? [name] : []))

function underlyingText(name: InstrumentName): string {
  return name.product === 'future'
    ? `${shortExpiry(name.expiryMs)} future`
    : name.product === 'perpetual'
      ? 'PERP'
      : 'spot'
}

/** "75/85 P 110/120 C"; "90" of a straddle; "110/100 C" of a diagonal, the nearer expiry first. */
function strikesText(legs: readonly ReadLeg[]): string {
  const write = strikeWriter(legs)
  const options = optionsOf(legs).sort((a, b) => a.expiryMs - b.expiryMs || cmp(a.strike, b.strike))
  if (options.length === 0) return ''
  const rights = (expiryMs: number) =>
    (['put', 'call'] as const).map(right =>
      options.filter(name => name.expiryMs === expiryMs && name.right === right).map(name => write(name.strike)),
    )
  const expiries = unique(options.map(name => name.expiryMs))
  const texts = unique(expiries.map(expiryMs => groupText(rights(expiryMs))))
  const isDiagonal =
    texts.length > 1 && expiries.length === options.length && unique(options.map(name => name.right)).length === 1
  const strikes = isDiagonal
    ? `${options.map(name => write(name.strike)).join('/')} ${options[0]?.right === 'put' ? 'P' : 'C'}`
    : texts.join(' / ')
  const beside = legs.flatMap(({ name }) => (name.product === 'option' ? [] : [underlyingText(name)]))
  return [strikes, ...beside].join(' + ')
}

/** Strikes of one expiry. */
function groupText([puts = [], calls = []]: readonly (readonly string[])[]): string {
  if (puts.join('/') === calls.join('/')) return puts.join('/')
  return [puts.length > 0 ? `${puts.join('/')} P` : '', calls.length > 0 ? `${calls.join('/')} C` : '']
    .filter(Boolean)
    .join(' ')
}

function signedText<Leg extends PackageLeg>(legs: readonly Leg[], label: (leg: Leg) => string): string {
  return legs
    .map(
      leg => `${leg.ratio < 0 ? '−' : '+'}${Math.abs(leg.ratio) === 1 ? '' : `${Math.abs(leg.ratio)}×`}${label(leg)}`,
    )
    .join(' ')
}

/** Lists each leg with its ratio, for names that do not state the ratios: "+90 C −2×105 C +130 C". */
function signedLegs(legs: readonly ReadLeg[]): string {
  const write = strikeWriter(legs)
  const isOneBase = unique(legs.map(({ name }) => name.base)).length === 1
  const isOneExpiry = unique(optionsOf(legs).map(name => name.expiryMs)).length < 2
  const label = ({ name }: ReadLeg): string => {
    const base = isOneBase ? '' : `${name.base} `
    if (name.product !== 'option') return base + underlyingText(name)
    return `${base}${isOneExpiry ? '' : `${shortExpiry(name.expiryMs)} `}${write(name.strike)} ${name.right === 'call' ? 'C' : 'P'}`
  }
  const timeOf = ({ name, ratio }: ReadLeg): number => expiryRank(structureLegOf(name, ratio))
  const strikeOf = ({ name }: ReadLeg): Decimal => (name.product === 'option' ? name.strike : dec('0'))
  const isOption = ({ name }: ReadLeg): number => (name.product === 'option' ? 0 : 1)
  const sorted = [...legs].sort(
    (a, b) =>
      compareBases(a.name.base, b.name.base) ||
      isOption(a) - isOption(b) ||
      timeOf(a) - timeOf(b) ||
      cmp(strikeOf(a), strikeOf(b)) ||
      (a.symbol < b.symbol ? 1 : -1),
  )
  return signedText(sorted, label)
}

/** "25DEC26/26MAR27 BTC": expiries of the options, else of the futures. With several bases each leg states its own. */
function whereText(legs: readonly ReadLeg[]): string {
  const bases = unique(legs.map(({ name }) => name.base))
  const options = legs.filter(({ name }) => name.product === 'option')
  const dated = (options.length > 0 || bases.length > 1 ? options : legs).toSorted(
    (a, b) => expiryRank(structureLegOf(a.name, a.ratio)) - expiryRank(structureLegOf(b.name, b.ratio)),
  )
  const expiries = dated.map(({ name }) => ('expiryMs' in name ? shortExpiry(name.expiryMs) : underlyingText(name)))
  return [unique(expiries).join('/'), bases.length === 1 ? bases.join('') : ''].filter(Boolean).join(' ')
}
