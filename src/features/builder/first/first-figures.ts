/**
 * What the builder shows of the answers that set out with the page: the same functions that the program derives from, without its state. Undefined
 * where the program would show something else, or not yet.
 */
import type { Position } from '../../../domain/account.ts'
import { type Decimal, toNumber, zero } from '../../../domain/decimal.ts'
import type { InstrumentIndex } from '../../../domain/instrument-index.ts'
import { parseInstrumentName } from '../../../domain/instrument.ts'
import type { MarketSummary } from '../../../domain/market-data.ts'
import { sideSign } from '../../../domain/order.ts'
import { closingOf } from '../../../domain/package/closing.ts'
import { marketValue, signedSize } from '../../../domain/pnl.ts'
import { minuteMs } from '../../../domain/time.ts'
import type { BuilderSearch } from '../../../links/builder-link.ts'
import { type BaseSurface, baseSurface } from '../../../pricing/market/base-surface.ts'
import { payoffModel, presentScenario } from '../../../pricing/portfolio/payoff-model.ts'
import { portfolioPart } from '../../../pricing/portfolio/payoff-parts.ts'
import { structureLabel } from '../../../ui/order/structure-label.ts'
import { type CellInputs, chainRows, linearCells } from '../chain/chain-rows.ts'
import { largestHeld, listChain } from '../chain/list-chain.ts'
import { type DraftSummary, summarise } from '../draft/draft-summary.ts'
import type { Draft } from '../draft/draft.ts'
import { opening } from '../draft/opening.ts'
import type { Effects } from '../payoff/effects-table.tsx'
import { effectsOf, packageOf, partsOf } from '../payoff/payoff-parts-of.ts'

export interface FirstInputs {
  readonly index: InstrumentIndex
  readonly quotes: ReadonlyMap<string, MarketSummary>
  /** Undefined where they are not known: that is not a flat book. */
  readonly positions: readonly Position[] | undefined
  /** Server time. */
  readonly nowMs: number
  readonly search: BuilderSearch
}

/** Instruments of which the program makes a surface in one go; of more it comes later, and so does what hangs on it. */
const mostAtOnce = 2_000

const baseOf = (draft: Draft): string | undefined => draft.legs.flatMap(leg => parseInstrumentName(leg.symbol)?.base ?? [])[0]

/** Which chain is shown, of which draft: all that can be said while the quotes are on their way. */
export function firstListing({ index, positions, nowMs, search }: Omit<FirstInputs, 'quotes'>) {
  const { draft: state, view } = opening(search)
  const draft = state.present
  const held = positions && largestHeld(positions.map(one => ({ symbol: one.symbol, value: marketValue(one) })))
  const minute = Math.floor(nowMs / minuteMs) * minuteMs
  return { draft, listing: listChain(index, { ...view, held }, draft.legs, minute) }
}

export function firstFigures(inputs: FirstInputs, { draft, listing } = firstListing(inputs)) {
  const { index, quotes, positions, nowMs } = inputs
  const draftBase = baseOf(draft) ?? listing.base
  if (index.count(listing.base) + (draftBase === listing.base ? 0 : index.count(draftBase)) > mostAtOnce) return undefined
  const surfaceOf = (base: string): BaseSurface => baseSurface({ universe: index, base, quotes, atMs: nowMs })
  const shown = surfaceOf(listing.base)
  const surface = draftBase === listing.base ? shown : surfaceOf(draftBase)
  const at = listing.expiryMs === undefined ? undefined : shown.expiries.get(listing.expiryMs)
  const sizes = new Map<string, Decimal>((positions ?? []).map(one => [one.symbol, signedSize(one)]))
  const ratios = new Map(draft.legs.map(leg => [leg.symbol, leg.ratio * sideSign(draft.side)]))
  const cells: CellInputs = { quotes, positions: sizes, ratios, marks: at?.marks }
  const summary = summarise(draft, { lookup: index, quotes, nowMs })
  return {
    draft,
    listing,
    shown,
    at,
    nowMs,
    rows: chainRows(listing.strikes, cells),
    linear: linearCells(listing.linear, cells),
    payoff: draft.legs.length === 0 ? undefined : payoffOf(inputs, draft, summary, surface, sizes),
  }
}

export type FirstFigures = NonNullable<ReturnType<typeof firstFigures>>

function payoffOf(
  { positions, nowMs }: FirstInputs,
  draft: Draft,
  summary: DraftSummary,
  surface: BaseSurface,
  held: ReadonlyMap<string, Decimal>,
) {
  const { legs, side } = draft
  const executed = legs.map(leg => ({ ...leg, ratio: leg.ratio * sideSign(side) }))
  // A closing is looked at by the book after it.
  if (closingOf(executed, summary.quantity ?? zero, held) !== undefined) return undefined
  const cost = summary.price === undefined ? summary.net.mid : { price: summary.price, source: 'your price' }
  const ordered = { draft, price: cost?.price, quantity: summary.quantity }
  const model = payoffModel({ ...packageOf(ordered), surface, nowMs, scenario: presentScenario })
  if (model.kind === 'none') return undefined
  const reference = surface.underlying
  return {
    model,
    /** Of all positions of the base, which the curve is not: asked for when that is on the screen. */
    effects: (): Effects =>
      effectsOf(partsOf(ordered, portfolioPart(positions ?? [], surface.base)), model, {
        surface,
        nowMs,
        isBookKnown: positions !== undefined,
      }),
    name: structureLabel(executed).title,
    currency: summary.legs[0]?.instrument?.quote_asset ?? 'USD',
    reference: reference && { price: toNumber(reference.price), source: reference.source },
    priceSource: cost?.source,
    quantity: summary.quantity === undefined ? undefined : toNumber(summary.quantity),
  }
}

export type FirstPayoff = NonNullable<FirstFigures['payoff']>
