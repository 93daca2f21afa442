/** The chain that is looked at, from the builder's address: its base and expiry, else those of the draft's first leg. */
import { expiryOf, parseInstrumentName } from '../../domain/instrument.ts'
import { parseJoinedSymbol } from '../../domain/order.ts'
import type { BuilderSearch } from '../../links/builder-link.ts'
import type { LineView } from './structure-line.ts'

export function viewOfSearch(search: BuilderSearch): LineView {
  const [leg] = parseJoinedSymbol(search.legs ?? '') ?? []
  const name = leg === undefined ? undefined : parseInstrumentName(leg.symbol)
  const expiryMs = Number.parseInt(search.expiry ?? '', 10)
  const ofLeg = leg === undefined ? undefined : expiryOf(leg.symbol)
  return { base: search.base ?? name?.base, expiryMs: Number.isSafeInteger(expiryMs) ? expiryMs : ofLeg }
}
