/**
 * A structure as a desk types it, to legs: "BTC 25DEC26 90/95/105/110 IrnCdr x10 @-120 sell", "25dec 100k call", "+1 25DEC 100000C -2 25DEC 110000C".
 * Codes are those of the gallery, strikes ascend as its templates have them, "k" is a thousand, and a strike may leave out what the
 * listing makes clear ("90" for 90,000). What is not listed is refused with the reason: nothing is guessed.
 */
import type { ListedUniverse } from '../../../domain/listed-universe.ts'
import { type Decimal, cmp, eq, mul, dec, parseDecimal } from '../../../domain/decimal.ts'
import { parseDraftText } from '../../../domain/draft-text.ts'
import { shortExpiry } from '../../../domain/instrument.ts'
import type { Side } from '../../../domain/order.ts'
import { instantiate, needs } from '../../../domain/structures/instantiate.ts'
import type { TemplateForm } from '../../../domain/structures/template.ts'
import { templates } from '../../../domain/structures/templates.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'

export interface ReadText {
  readonly legs: readonly PackageLeg[]
  readonly side?: Side | undefined
  readonly quantity?: Decimal | undefined
  readonly price?: Decimal | undefined
}

export type TextResult = { readonly ok: true; readonly value: ReadText } | { readonly ok: false; readonly why: string }

/** What is shown in the chain: taken where the text leaves it out. */
export interface TextContext {
  readonly universe: ListedUniverse
  readonly base: string
  readonly expiryMs: number | undefined
}

const refused = (why: string): TextResult => ({ ok: false, why })

/** Codes as typed, in lower case, with the form they stand for. */
const codes = new Map<string, TemplateForm>(
  templates.flatMap(template => {
    const [form] = template.forms
    return template.code === undefined || form === undefined ? [] : [[template.code.toLowerCase(), form] as const]
  }),
)
for (const [alias, code] of [
  ['cs', 'cspd'],
  ['ps', 'pspd'],
  ['straddle', 'strd'],
  ['strangle', 'strg'],
  ['rr', 'rrev'],
  ['ic', 'irncdr'],
  ['ibf', 'irnfly'],
] as const) {
  const form = codes.get(code)
  if (form !== undefined) codes.set(alias, form)
}

/** Legs, quantity, price and side of a line in either notation. */
export function readStructureText(line: string, context: TextContext): TextResult {
  const plain = parseDraftText(line)
  if (plain !== undefined && plain.legs.every(leg => /-/.test(leg.symbol))) return { ok: true, value: plain }
  const words = line.trim().replace(/\s+/g, ' ').split(' ')
  if (line.length > 400 || words[0] === '') return refused('Paste legs as A@1/B@-1, or write BTC 25DEC26 90/110 Strg.')
  const order = orderWords(words)
  if (order === undefined) return refused('Quantity, price or side is said twice or not understood.')
  const legs = order.rest.some(word => /^[+\-−]\d+$/.test(word)) ? readLegs(order.rest, context) : readCode(order.rest, context)
  return typeof legs === 'string' ? refused(legs) : { ok: true, value: { legs, ...order.found } }
}

interface OrderWords {
  readonly rest: readonly string[]
  readonly found: Omit<ReadText, 'legs'>
}

/** The words `x10`, `@-120`, `buy` taken out, wherever they stand. */
function orderWords(words: readonly string[]): OrderWords | undefined {
  const own = words.filter(word => /^(?:[x×]\d|@|buy$|sell$)/i.test(word))
  const read = own.length === 0 ? { legs: [] } : parseDraftText(`A@1 ${own.join(' ')}`)
  if (read === undefined) return undefined
  const { legs: _, ...found } = read
  return { rest: words.filter(word => !own.includes(word)), found }
}

/** An expiry by its short name; the year may be left out where only one is listed. */
function readExpiry(word: string, base: string, universe: ListedUniverse): number | undefined {
  const asked = word.toUpperCase()
  return universe.expiries(base).find(expiryMs => shortExpiry(expiryMs) === asked || shortExpiry(expiryMs).slice(0, -2) === asked)
}

/** The listed strike that a text means: exactly, in thousands with "k", or in thousands where only that is listed. */
function readStrike(text: string, listed: readonly Decimal[]): Decimal | undefined {
  const thousands = /k$/i.test(text)
  const value = parseDecimal(text.replace(/k$/i, ''))
  if (value === undefined) return undefined
  const inThousands = mul(value, dec(1000))
  const exact = thousands ? undefined : listed.find(strike => eq(strike, value))
  return exact ?? listed.find(strike => eq(strike, inThousands))
}

function symbolAt(context: TextContext, base: string, expiryMs: number, strike: Decimal, right: 'call' | 'put'): string | undefined {
  return context.universe.chain(base, expiryMs).find(row => eq(row.strike, strike))?.[right]?.symbol
}

/** "25DEC26 90/110 Strg": expiries, strikes and a code; the base first where it is another. */
function readCode(words: readonly string[], context: TextContext): readonly PackageLeg[] | string {
  const { universe } = context
  const bases = universe.bases()
  const base = words.find(word => bases.includes(word.toUpperCase()))?.toUpperCase() ?? context.base
  const left = words.filter(word => word.toUpperCase() !== base)
  const code = left.find(word => codes.has(word.toLowerCase()))
  const single = left.find(word => /^(?:c|p|call|put)s?$/i.test(word))
  const form: TemplateForm | undefined =
    code !== undefined ? codes.get(code.toLowerCase()) : single === undefined ? undefined : templates[/^c/i.test(single) ? 0 : 1]?.forms[0]
  if (form === undefined) return 'No structure of that name: use a code as the gallery shows it (CSpd, Strg, IrnCdr).'
  const expiries: number[] = []
  const strikeTexts: string[] = []
  for (const word of left) {
    if (word === code || word === single) continue
    for (const part of word.split('/')) {
      const expiryMs = readExpiry(part, base, universe)
      if (expiryMs !== undefined) expiries.push(expiryMs)
      else strikeTexts.push(part)
    }
  }
  const wanted = needs(form)
  if (expiries.length === 0 && context.expiryMs !== undefined && base === context.base) expiries.push(context.expiryMs)
  expiries.sort((a, b) => a - b)
  if (expiries.length !== wanted.expiries)
    return `It takes ${wanted.expiries} ${wanted.expiries === 1 ? 'expiry' : 'expiries'} that are listed.`
  const listed = universe.chain(base, expiries[0] ?? 0).map(row => row.strike)
  const strikes = strikeTexts.flatMap(text => readStrike(text, listed) ?? []).sort(cmp)
  if (strikes.length !== strikeTexts.length || strikes.length !== wanted.strikes)
    return `It takes ${wanted.strikes} listed ${wanted.strikes === 1 ? 'strike' : 'strikes'}.`
  const legs = instantiate(form, { base, strikes, expiries, direction: 'long', underlying: { product: 'perpetual' } })
  const named = legs.flatMap(leg => {
    const right = leg.kind === 'C' ? 'call' : 'put'
    const symbol = leg.strike === undefined ? undefined : symbolAt(context, base, leg.expiry ?? 0, leg.strike, right)
    return symbol === undefined ? [] : [{ symbol, ratio: leg.ratio }]
  })
  return named.length === legs.length ? named : 'One of its legs is not listed.'
}

/** "+1 25DEC 100000C -2 25DEC 110000C"; an expiry holds until another is named. */
function readLegs(words: readonly string[], context: TextContext): readonly PackageLeg[] | string {
  const { universe } = context
  let { base, expiryMs } = context
  let ratio = 1
  const legs: PackageLeg[] = []
  for (const word of words) {
    const option = /^(\d+(?:\.\d+)?k?)([CP])$/i.exec(word)
    const expiry = readExpiry(word, base, universe)
    if (universe.bases().includes(word.toUpperCase())) base = word.toUpperCase()
    else if (/^[+\-−]\d+$/.test(word)) ratio = Number.parseInt(word.replace('−', '-'), 10)
    else if (expiry !== undefined) expiryMs = expiry
    else if (option !== null && expiryMs !== undefined) {
      const strike = readStrike(
        option[1] ?? '',
        universe.chain(base, expiryMs).map(row => row.strike),
      )
      const right = option[2]?.toUpperCase() === 'C' ? 'call' : 'put'
      const symbol = strike === undefined ? undefined : symbolAt(context, base, expiryMs, strike, right)
      if (symbol === undefined) return `${word} is not listed.`
      legs.push({ symbol, ratio })
      ratio = 1
    } else if (/^perp(?:etual)?$/i.test(word)) {
      const perpetual = universe.perpetual(base)
      if (perpetual === undefined) return `There is no perpetual on ${base}.`
      legs.push({ symbol: perpetual.symbol, ratio })
      ratio = 1
    } else return `Not understood: ${word}.`
  }
  return legs.length === 0 ? 'There are no legs in it.' : legs
}
