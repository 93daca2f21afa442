/** A structure as this product writes it: "Sell 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC". Read only where writing it again gives the same words. */
import { parseDecimal, sign } from '../../domain/decimal.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { wordsOf } from '../../domain/phrase/phrase-text.ts'
import { structurePhrase } from '../../domain/structures/structure-phrase.ts'
import { readLegs, type StructureContext, type StructureResult } from './structure-draft.ts'

type IsMeant = (legs: readonly PackageLeg[]) => boolean
type ReadOne = (line: string, context: StructureContext, isMeant: IsMeant) => StructureResult

/** "75/85 P" is "75P/85P". */
const withRights = (text: string): string =>
  text.replaceAll(/([\d.]+(?:\/[\d.]+)*) ([CP])(?!\w)/g, (_, strikes: string, right: string) => strikes.replaceAll(/(\/|$)/g, `${right}$1`))

/** "Custom +90 C −2×105 C" is "+1 90C -2 105C". */
function signedWords(text: string): string | undefined {
  const from = text.search(/[+−](?=\S)/)
  return from < 0
    ? undefined
    : withRights(text.slice(from).replace(/ · (?:\S+\/\S+ )?/, ' '))
        .replaceAll('−', '-')
        .replaceAll(/([+-])(?:(\d+)×)?(?=\S)/g, (_, mark: string, ratio = '1') => `${mark}${ratio} `)
}

export function readWritten(line: string, context: StructureContext, read: ReadOne): StructureResult | undefined {
  const [, verb, size, text = ''] = /^(?:(Buy|Sell)(?: ([\d.,]+))? · )?(.+)$/.exec(line.trim()) ?? []
  if (!line.includes(' · ')) return undefined
  const isMeant: IsMeant = legs => structurePhrase(legs, 'buy').text === text
  const signed = signedWords(text)
  const named = withRights(text)
    .replace(/^Broken (?=iron|call|put)/, '')
    .replace(/ \+ (?:PERP|spot)/, '')
    .replace(/^\w+ \d{1,2}[A-Z]{3}\d\d$/, '$& future')
    .replace(/ · PERP\/(?=\d)/, ' ')
    .replace(/Future spread · spot\/(?=\d)/, 'cash and carry ')
  const whole = signed === undefined ? read(named, context, isMeant) : readLegs(wordsOf(signed), context)
  // "89/98 P 98/111 C" of an iron butterfly: one strike in the middle.
  const found = whole.ok ? whole : read(named.replace(/([\d.]+)P \1C/, '$1'), context, isMeant)
  const quantity = size === undefined ? undefined : parseDecimal(size.replaceAll(',', ''))
  if (!found.ok || !isMeant(found.value.legs) || (size !== undefined && (quantity === undefined || sign(quantity) <= 0))) return undefined
  const isTurned = structurePhrase(found.value.legs, 'buy').side === 'sell'
  const legs = found.value.legs.map(({ symbol, ratio }) => ({ symbol, ratio: isTurned ? -ratio : ratio }))
  const side = verb === undefined ? undefined : verb === 'Buy' ? 'buy' : 'sell'
  return { ok: true, value: { legs, ...(side && { side }), ...(quantity && { quantity }) } }
}
