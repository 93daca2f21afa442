/** Names of structures as desks say them, with their forms: every name and code of the templates, and abbreviations. */
import type { Side } from '../order.ts'
import { type TemplateForm, call, form, put } from '../structures/template.ts'
import { templates } from '../structures/templates.ts'

export interface NamedStructure {
  /** Canonical name: "iron condor". */
  readonly name: string
  /** Forms with this name; the usual one first. */
  readonly forms: readonly TemplateForm[]
  /** "Bear call spread" is the bull call spread sold. */
  readonly side: Side
}

const names = new Map<string, NamedStructure>()

/** "Iron-Condor" is "iron condor". */
const keyOf = (text: string): string => text.toLowerCase().replaceAll('-', ' ')

function addTemplates(): void {
  for (const template of templates) {
    for (const each of template.forms) {
      const name = keyOf(each.name ?? template.name).replace(/^long /, '')
      names.set(name, { name, forms: [...(names.get(name)?.forms ?? []), each], side: 'buy' })
    }
    const [first] = template.forms
    if (template.code !== undefined && first !== undefined)
      names.set(template.code.toLowerCase(), { name: template.name, forms: template.forms, side: 'buy' })
  }
  for (const template of templates) {
    for (const each of template.forms) {
      const sold = keyOf(each.soldName ?? template.soldName)
      if (!sold.startsWith('short ') && !names.has(sold)) names.set(sold, { name: sold, forms: [each], side: 'sell' })
    }
  }
}
addTemplates()

/** Names used by desks, each with the canonical one. */
const aliases: readonly (readonly [string, string])[] = [
  ...[
    ['calls', 'c'],
    ['puts', 'p'],
  ].flatMap(
    ([plural = '', letter = '']) =>
      [
        [plural, plural.slice(0, -1)],
        [letter, plural.slice(0, -1)],
      ] as const,
  ),
  ...['cs', 'call spread', 'bull spread', 'call vertical'].map(each => [each, 'bull call spread'] as const),
  ...['ps', 'put spread', 'bear spread', 'put vertical'].map(each => [each, 'bear put spread'] as const),
  ...['rr', 'risk reversal', 'risk rev', 'risky', 'riskie'].map(each => [each, 'bullish risk reversal'] as const),
  ...['strad', 'strdl', 'strddl'].map(each => [each, 'straddle'] as const),
  ...['strang', 'strng', 'strgl', 'strngl'].map(each => [each, 'strangle'] as const),
  ...['ic', 'icdr', 'icond'].map(each => [each, 'iron condor'] as const),
  ...['ibf', 'ibut', 'ifly', 'iron fly', 'irnbfly', 'iron bfly'].map(each => [each, 'iron butterfly'] as const),
  ...['fly', 'bfly', 'bf', 'butterfly', 'call fly', 'call bfly', 'cbut'].map(each => [each, 'call butterfly'] as const),
  ...['put fly', 'put bfly', 'pbut'].map(each => [each, 'put butterfly'] as const),
  ...[
    'bwb',
    'broken wing butterfly',
    'broken wing fly',
    'call bwb',
    'call broken wing butterfly',
    'call broken wing fly',
  ].map(each => [each, 'broken wing call butterfly'] as const),
  ...['put bwb', 'put broken wing butterfly', 'put broken wing fly'].map(
    each => [each, 'broken wing put butterfly'] as const,
  ),
  ...['ccond', 'call cond'].map(each => [each, 'call condor'] as const),
  ...['pcond', 'put cond'].map(each => [each, 'put condor'] as const),
  ...['cc', 'buy write'].map(each => [each, 'covered call'] as const),
  ...['pp', 'married put'].map(each => [each, 'protective put'] as const),
  ...['box spread'].map(each => [each, 'box'] as const),
  ...['conv'].map(each => [each, 'conversion'] as const),
  ...[
    'cal',
    'calendar',
    'call cal',
    'call time spread',
    'time spread',
    'calendar spread',
    'call calendar spread',
    'cal spread',
  ].map(each => [each, 'call calendar'] as const),
  ...['put cal', 'put time spread', 'put calendar spread', 'put cal spread'].map(
    each => [each, 'put calendar'] as const,
  ),
  ...['diag', 'diagonal', 'call diag', 'cdiag', 'diagonal spread', 'call diagonal spread'].map(
    each => [each, 'call diagonal'] as const,
  ),
  ...['put diag', 'pdiag', 'put diagonal spread'].map(each => [each, 'put diagonal'] as const),
  ...['double cal'].map(each => [each, 'double calendar'] as const),
  ...['double diag', 'dd'].map(each => [each, 'double diagonal'] as const),
  ...['straddle swap', 'straddle cal'].map(each => [each, 'straddle calendar'] as const),
  ...['ratio call spread', 'call ratio spread'].map(each => [each, 'call ratio'] as const),
  ...['ratio put spread', 'put ratio spread'].map(each => [each, 'put ratio'] as const),
  ...['backspread', 'call back spread'].map(each => [each, 'call backspread'] as const),
  ...['xmas tree', 'christmas tree', 'call xmas tree', 'christmas tree call', 'xmas tree call'].map(
    each => [each, 'call christmas tree'] as const,
  ),
  ...['put xmas tree', 'xmas tree put', 'christmas tree put'].map(each => [each, 'put christmas tree'] as const),
  ...['ladder', 'call tree'].map(each => [each, 'call ladder'] as const),
  ...['put tree'].map(each => [each, 'put ladder'] as const),
  ...['gut strangle', 'guts strangle'].map(each => [each, 'guts'] as const),
  ...['put spread risk reversal', 'put spread collar', 'ps collar'].map(each => [each, 'bearish seagull'] as const),
  ...['seagull', 'gull', 'call spread risk reversal'].map(each => [each, 'bullish seagull'] as const),
  ...['lizard'].map(each => [each, 'jade lizard'] as const),
  ...['synthetic', 'synth', 'syn'].flatMap(each => [
    ...['', ' long', ' forward', ' fwd', ' future'].map(what => [`${each}${what}`, 'synthetic long'] as const),
    [`${each} short`, 'synthetic short'] as const,
  ]),
  ...['jelly', 'jr'].map(each => [each, 'jelly roll'] as const),
  ...['basis', 'fs', 'futures spread', 'fut spread'].map(each => [each, 'future spread'] as const),
]
for (const [alias, name] of aliases) {
  const meant = names.get(name)
  if (meant !== undefined && !names.has(alias)) names.set(alias, meant)
}

const outright = names.get('outright')
if (outright !== undefined) {
  names.set('perp', { ...outright, name: 'perpetual' })
  names.set('perpetual', { ...outright, name: 'perpetual' })
  names.set('spot', { ...outright, name: 'spot' })
  for (const word of ['future', 'futures', 'fut']) names.set(word, { ...outright, name: 'future' })
}

const basis = names.get('future spread')
if (basis !== undefined) for (const word of ['cash and carry']) names.set(word, { ...basis, name: 'cash and carry' })

/** Names that desks use for several structures, each with an unambiguous replacement. */
export const unclearNames: Readonly<Record<string, string>> = {
  condor: 'Say call condor, put condor or iron condor.',
  spread: 'Is the “spread” of calls or of puts?',
  combo: 'Is the “combo” a synthetic long or a risk reversal?',
  '3-way': 'Say seagull, call ladder or put ladder.',
}

/** A fly with unequal wings is also called a fly. A reversal with the put above the call is also called a reversal. */
const alsoMeant: readonly (readonly [string, string])[] = [
  ['call butterfly', 'broken wing call butterfly'],
  ['put butterfly', 'broken wing put butterfly'],
  ['bullish risk reversal', 'in the money bullish risk reversal'],
]
for (const [name, other] of alsoMeant) {
  const [meant, more] = [names.get(name), names.get(other)]
  if (meant === undefined || more === undefined) continue
  const both = { ...meant, forms: [...meant.forms, ...more.forms] }
  for (const [key, each] of names) if (each === meant) names.set(key, both)
}

/** "callspread", "riskreversal". */
for (const [name, meant] of Array.from(names))
  if (name.includes(' ') && !names.has(name.replaceAll(' ', ''))) names.set(name.replaceAll(' ', ''), meant)

/** Singular of "flies", "condors", "boxes". */
const singular = (name: string): string =>
  name
    .replace(/(?<=fl|risk)ies$/, 'y')
    .replace(/(?<=x)es$/, '')
    .replace(/s$/, '')
const namedAs = (name: string): NamedStructure | undefined =>
  names.get(name) ?? (name.length > 2 ? names.get(singular(name)) : undefined)

const nameWords = new Set([...names.keys()].flatMap(name => name.split(' ')))
/** True if a structure's name contains the word. */
export const isNameWord = (word: string): boolean => nameWords.has(keyOf(word)) || nameWords.has(singular(keyOf(word)))

const longest = Math.max(...[...names.keys()].map(name => name.split(' ').length))

/** Returns the structure named by the words from `at`, preferring the longest name, and the number of words. */
export function structureAt(
  words: readonly string[],
  at: number,
): { readonly structure: NamedStructure; readonly words: number } | undefined {
  for (let count = Math.min(longest, words.length - at); count > 0; count--) {
    const structure = namedAs(keyOf(words.slice(at, at + count).join(' ')))
    if (structure !== undefined) return { structure, words: count }
  }
  return undefined
}

/** Returns the structure name that `word` misspells by one or two letters. `word` needs at least five letters. */
export function nearestName(word: string): string | undefined {
  const text = word.toLowerCase()
  if (text.length < 5) return undefined
  const near = [...names.keys()].filter(name => Math.abs(name.length - text.length) <= 2 && !name.includes(' '))
  return near.find(name => editDistance(text, name) <= 2)
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

interface RatioResult {
  readonly structure: NamedStructure | undefined
  readonly ratio?: { readonly text: string; readonly ratios: readonly number[] }
}

/** Returns the structure with this ratio ("1x2"), or why none exists. */
export function ratioOf({ structure, ratio }: RatioResult): NamedStructure | { readonly why: string } | undefined {
  if (ratio === undefined)
    return structure?.forms[0]?.constraint === 'any_ratio'
      ? { why: `Which ratio? “${structure.name}” 1x2, 1x3, 2x3.` }
      : structure
  const legs = structure?.forms[0]?.legs ?? []
  const kinds = new Set(legs.map(leg => leg.kind))
  const isPlain = kinds.size === 1 && !kinds.has('U') && legs.every(leg => leg.expiry !== 'T2')
  if (!isPlain || legs.length > 3 || (legs.length === 3) !== (ratio.ratios.length === 3))
    return { why: `“${ratio.text}” of what? Say call or put.` }
  const right = kinds.has('C') ? 'call' : 'put'
  const [first = 1, second = 1, third] = ratio.ratios
  if (third === undefined) return ratioSpread(right, first, second, structure?.name.includes('backspread') === true)
  const leg = right === 'call' ? call : put
  const usual = legs.every((each, index) => Math.abs(each.ratio) === ratio.ratios[index])
  if (usual) return structure
  const signs = legs.map(each => Math.sign(each.ratio))
  const [one = 1, two = -1, three = 1] = signs
  return {
    name: `${right} ${ratio.text}`,
    forms: [form(leg(one * first, 'K1'), leg(two * second, 'K2'), leg(three * third, 'K3'))],
    side: 'buy',
  }
}

/**
 * "1x2" of calls or puts: the first number is bought nearer the money, the second is sold further out. A backspread is
 * the reverse.
 */
function ratioSpread(right: 'call' | 'put', near: number, far: number, isBack: boolean): NamedStructure {
  const [one, two] = isBack ? [-near, -far] : [near, far]
  const legs = right === 'call' ? [call(one, 'K1'), call(-two, 'K2')] : [put(-two, 'K1'), put(one, 'K2')]
  return { name: `${right} ${isBack ? 'backspread' : 'ratio'} ${near}x${far}`, forms: [form(...legs)], side: 'buy' }
}
