/** A leg of a structure from the name of its instrument. */
import type { InstrumentName } from '../instrument.ts'
import type { StructureLeg } from './tidy-legs.ts'

/** `ratio` signed as held or executed. */
export function structureLegOf(name: InstrumentName, ratio: number): StructureLeg {
  if (name.product === 'option')
    return { kind: name.right === 'call' ? 'C' : 'P', strike: name.strike, expiry: name.expiryMs, base: name.base, ratio }
  const expiry = name.product === 'future' ? { expiry: name.expiryMs } : {}
  return { kind: 'U', base: name.base, ratio, product: name.product, ...expiry }
}
