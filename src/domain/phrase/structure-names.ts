/** Names of structures as desks say them, with the forms they stand for: every name and code of the templates, and the short words of the trade. */
import type { Side } from '../order.ts'
import { type TemplateForm, call, form, put } from '../structures/template.ts'
import { templates } from '../structures/templates.ts'

export interface NamedStructure {
  /** As it is called here: "iron condor". */
  readonly name: string
  /** Forms that bear the name; the first is the usual one. */
  readonly forms: readonly TemplateForm[]
  /** "Bear call spread" is the bull call spread sold. */
  readonly side: Side
}

const names = new Map<string, NamedStructure>()

function addTemplates(): void {
  for (const template of templates) {
    for (const each of template.forms) {
      const name = (each.name ?? template.name).toLowerCase().replace(/^long /, '')
      names.set(name, { name, forms: [...(names.get(name)?.forms ?? []), each], side: 'buy' })
    }
    const [first] = template.forms
    if (template.code !== undefined && first !== undefined)
      names.set(template.code.toLowerCase(), { name: template.name, forms: template.forms, side: 'buy' })
  }
  for (const template of templates) {
    for (const each of template.forms) {
      const sold = (each.soldName ?? template.soldName).toLowerCase()
      if (!sold.startsWith('short ') && !names.has(sold)) names.set(sold, { name: sold, forms: [each], side: 'sell' })
    }
  }
}
addTemplates()

/** What desks say, and the name that is meant. */
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
  ...['rr', 'risk reversal', 'risky', 'riskie'].map(each => [each, 'bullish risk reversal'] as const),
  ...['strad', 'straddles'].map(each => [each, 'straddle'] as const),
  ...['strangles'].map(each => [each, 'strangle'] as const),
  ...['ic', 'icdr', 'condor', 'iron condors'].map(each => [each, 'iron condor'] as const),
  ...['ibf', 'ifly', 'iron fly', 'irnbfly'].map(each => [each, 'iron butterfly'] as const),
  ...['fly', 'bfly', 'butterfly', 'call fly', 'cfly'].map(each => [each, 'call butterfly'] as const),
  ...['put fly', 'pfly'].map(each => [each, 'put butterfly'] as const),
  ...['bwb', 'broken wing butterfly', 'broken-wing butterfly', 'broken wing fly'].map(
    each => [each, 'broken-wing call butterfly'] as const,
  ),
  ...['put bwb', 'put broken wing butterfly', 'put broken-wing butterfly', 'put broken wing fly'].map(
    each => [each, 'broken-wing put butterfly'] as const,
  ),
  ...['call bwb', 'call broken wing butterfly', 'call broken-wing butterfly'].map(each => [each, 'broken-wing call butterfly'] as const),
  ...['cc', 'buy write', 'buy-write'].map(each => [each, 'covered call'] as const),
  ...['pp', 'married put'].map(each => [each, 'protective put'] as const),
  ...['conv'].map(each => [each, 'conversion'] as const),
  ...['cal', 'calendar', 'call cal', 'call time spread', 'time spread'].map(each => [each, 'call calendar'] as const),
  ...['put cal', 'put time spread'].map(each => [each, 'put calendar'] as const),
  ...['diag', 'diagonal', 'call diag'].map(each => [each, 'call diagonal'] as const),
  ...['put diag'].map(each => [each, 'put diagonal'] as const),
  ...['double cal'].map(each => [each, 'double calendar'] as const),
  ...['double diag', 'dd'].map(each => [each, 'double diagonal'] as const),
  ...['straddle swap', 'straddle cal'].map(each => [each, 'straddle calendar'] as const),
  ...['backspread', 'call back spread'].map(each => [each, 'call backspread'] as const),
  ...['xmas tree', 'christmas tree', 'call xmas tree'].map(each => [each, 'call christmas tree'] as const),
  ...['put xmas tree', 'xmas tree put'].map(each => [each, 'put christmas tree'] as const),
  ...['ladder'].map(each => [each, 'call ladder'] as const),
  ...['seagull', 'gull'].map(each => [each, 'bullish seagull'] as const),
  ...['lizard'].map(each => [each, 'jade lizard'] as const),
  ...['synthetic', 'synth'].map(each => [each, 'synthetic long'] as const),
  ...['jelly'].map(each => [each, 'jelly roll'] as const),
  ...['basis', 'futures spread', 'cash and carry', 'cash-and-carry'].map(each => [each, 'future spread'] as const),
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

/** A fly with unequal wings is called a fly too; a reversal with the put above the call is one. */
const alsoMeant: readonly (readonly [string, string])[] = [
  ['call butterfly', 'broken-wing call butterfly'],
  ['put butterfly', 'broken-wing put butterfly'],
  ['bullish risk reversal', 'in-the-money bullish risk reversal'],
]
for (const [name, other] of alsoMeant) {
  const [meant, more] = [names.get(name), names.get(other)]
  if (meant === undefined || more === undefined) continue
  const both = { ...meant, forms: [...meant.forms, ...more.forms] }
  for (const [key, each] of names) if (each === meant) names.set(key, both)
}

/** Words of the longest name. */
const longest = Math.max(...[...names.keys()].map(name => name.split(' ').length))

/** The structure named by the words from `at` on, the longest name first, and how many words it took. */
export function structureAt(
  words: readonly string[],
  at: number,
): { readonly structure: NamedStructure; readonly words: number } | undefined {
  for (let count = Math.min(longest, words.length - at); count > 0; count--) {
    const structure = names.get(
      words
        .slice(at, at + count)
        .join(' ')
        .toLowerCase(),
    )
    if (structure !== undefined) return { structure, words: count }
  }
  return undefined
}

/** "1x2" of calls or puts: as many bought nearer the money as the first number says, and sold further out as the second. */
export function ratioSpread(right: 'call' | 'put', bought: number, sold: number): NamedStructure {
  const legs = right === 'call' ? [call(bought, 'K1'), call(-sold, 'K2')] : [put(-sold, 'K1'), put(bought, 'K2')]
  return { name: `${right} ratio ${bought}x${sold}`, forms: [form(...legs)], side: 'buy' }
}
