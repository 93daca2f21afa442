/** The name of a structure from the names of its instruments: "Iron condor BTC 25DEC26". */
import { type InstrumentName, parseInstrumentName, shortExpiry, shortName } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { recognise, type Recognition } from '../../domain/structures/recognise.ts'
import { structureLegOf } from '../../domain/structures/tidy-legs.ts'

export interface StructureLabel {
  /** "Bear call spread"; of legs that cannot be read "Custom, 2 legs". */
  readonly name: string
  /** Name, base and expiries: "Bear call spread BTC 25DEC26". */
  readonly title: string
  /** What is bought and sold. */
  readonly effect: string
  readonly recognition: Recognition | undefined
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a trader calls these legs. */
export function structureLabel(legs: readonly PackageLeg[]): StructureLabel {
  const names = legs.map(leg => parseInstrumentName(leg.symbol))
  const read = legs.flatMap((leg, index) => {
    const name = names[index]
    return name === undefined ? [] : [structureLegOf(name, leg.ratio)]
  })
  const [only] = legs
  if (read.length !== legs.length || only === undefined) {
    const name = legs.length === 0 ? 'No legs' : `Custom, ${legs.length} ${legs.length === 1 ? 'leg' : 'legs'}`
    return { name, title: name, effect: '', recognition: undefined }
  }
  const recognition = recognise(read)
  const name = capital(recognition.title)
  const title = legs.length === 1 ? `${name} ${shortName(only.symbol)}` : `${name} ${where(names)}`
  return { name, title, effect: recognition.effect, recognition }
}

/**
 * What the name leaves open: what is bought and sold, the parts of a custom package, and what the same legs are called taken the other way,
 * since "long" and "short" mean opposite things in different books. Lines for a tip.
 */
export function structureTip({ recognition, effect }: StructureLabel): readonly string[] {
  if (recognition === undefined) return []
  if (recognition.kind === 'custom') return [effect, ...recognition.parts.map(part => part.title)].filter(line => line !== '')
  const other = recognise(recognition.legs.map(leg => ({ ...leg, ratio: -leg.ratio })))
  return [effect, `the other way: ${other.title}`]
}

/** Bases and expiries, each once: "BTC 25DEC26/26MAR27". */
function where(names: readonly (InstrumentName | undefined)[]): string {
  const bases = new Set(names.flatMap(name => (name === undefined ? [] : [name.base])))
  const expiries = new Set(names.flatMap(name => (name !== undefined && 'expiryMs' in name ? [name.expiryMs] : [])))
  const dates = [...expiries].sort((a, b) => a - b).map(shortExpiry)
  return [[...bases].join('/'), dates.join('/')].filter(part => part !== '').join(' ')
}
