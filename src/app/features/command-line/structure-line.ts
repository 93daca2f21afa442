/** Reads structures from a line and prices them: legs, net, extremes, payoff. Pure. */
import type { Surfaces } from '../../../core/account/surfaces.ts'
import { dec, type Decimal, gte, isMultipleOf, toNumber } from '../../../core/domain/decimal.ts'
import { type InstrumentIndex, usualBase, usualExpiry } from '../../../core/domain/instrument-index.ts'
import { type Instrument, parseInstrumentName } from '../../../core/domain/instrument.ts'
import { noQuotes, type Quotes } from '../../../core/domain/market-data.ts'
import { type Side, sideSign } from '../../../core/domain/order.ts'
import { compareForReading, packageSize } from '../../../core/domain/package/package-leg.ts'
import { parsePriceEntry, type PriceFault } from '../../../core/domain/price-entry.ts'
import type { BuilderLink } from '../../links/builder-link.ts'
import { type LegQuote, legQuote, type NetPrices, netPrices } from '../../../core/pricing/market/leg-quotes.ts'
import { packageFaults } from '../../../core/pricing/portfolio/package-guard.ts'
import { commonHorizon, partEffect } from '../../../core/pricing/portfolio/part-effect.ts'
import { type PayoffModel, payoffModel, presentScenario } from '../../../core/pricing/portfolio/payoff-model.ts'
import { linesOfMessage, readStructure } from '../../../core/pricing/structures/read-structure.ts'
import type { StructureDraft, StructureResult } from '../../../core/pricing/structures/structure-draft.ts'

export interface LineMarket {
  readonly index: InstrumentIndex
  readonly surfaces: Surfaces
  readonly quotes: Quotes | undefined
  /** Signed position size; a roll closes this amount. */
  readonly positionOf?: ((symbol: string) => number) | undefined
}

export interface LineView {
  readonly base: string | undefined
  readonly expiryMs: number | undefined
}

export const readLines = (text: string, market: LineMarket, view: LineView) =>
  linesOfMessage(text).map(line => ({ line, read: readLine(line, market, view) }))

function readLine(line: string, { index, surfaces, quotes, positionOf }: LineMarket, view: LineView): StructureResult {
  const bases = index.bases()
  const isListed = (base: string | undefined): base is string => base !== undefined && bases.includes(base)
  const base = [view.base, usualBase, ...bases].find(isListed) ?? ''
  const live = index.expiries(base).filter(expiryMs => expiryMs > surfaces.atMs)
  const expiryMs = live.find(each => each === view.expiryMs) ?? usualExpiry(live, surfaces.atMs)
  return readStructure(line, {
    universe: index,
    base,
    expiryMs,
    nowMs: surfaces.atMs,
    surfaceOf: each => surfaces.of(each),
    quotes: quotes ?? noQuotes,
    positionOf,
  })
}

export interface PreviewLeg {
  readonly symbol: string
  readonly ratio: number
  readonly quote: LegQuote
  readonly delta: number | undefined
}

export interface Preview {
  readonly side: Side
  readonly quantity: Decimal
  readonly mode: 'rfq' | 'firm'
  readonly type: 'LIMIT' | 'MARKET'
  /** Signed as on the wire; undefined if not given. */
  readonly price: Decimal | undefined
  readonly legs: readonly PreviewLeg[]
  readonly net: NetPrices
  readonly model: PayoffModel
  /** Of the whole order, in coins. */
  readonly delta: number | undefined
  readonly currency: string
  readonly fault: PriceFault | undefined
  readonly sizeNote: string | undefined
  readonly notes: readonly string[]
  readonly link: BuilderLink
}

export function previewOf(draft: StructureDraft, { index, surfaces, quotes = noQuotes }: LineMarket): Preview {
  const side = draft.side ?? 'buy'
  const sign = sideSign(side)
  const quantity = draft.quantity ?? dec('1')
  const executed = draft.legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign }))
  const [first] = draft.legs.flatMap(leg => parseInstrumentName(leg.symbol) ?? [])
  const base = first?.base ?? ''
  const surface = surfaces.of(base)
  const net = netPrices(draft.legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) })))
  const price = draft.price === undefined ? undefined : parsePriceEntry(draft.price, side)
  const [fault] =
    price === undefined
      ? []
      : packageFaults({ legs: draft.legs, side, price }, { quotes, surfaceOf: surfaces.of, nowMs: surfaces.atMs })
  const paid = price ?? net.mid?.price
  const cost = paid === undefined ? undefined : sign * toNumber(paid)
  const none: PayoffModel = { kind: 'none', why: 'No prices yet.' }
  const nowMs = surfaces.atMs
  const horizonMs = surface === undefined ? undefined : commonHorizon([{ legs: executed, cost }], surface, nowMs)
  const effect = surface === undefined ? undefined : partEffect({ legs: executed, cost }, surface, nowMs, horizonMs)
  const expiryMs = first !== undefined && 'expiryMs' in first ? first.expiryMs : undefined
  const mode = draft.mode ?? 'rfq'
  return {
    side,
    quantity,
    mode,
    type: draft.type ?? 'LIMIT',
    price,
    legs: executed
      .toSorted((a, b) => compareForReading(a.symbol, b.symbol))
      .map(({ symbol, ratio }) => ({
        symbol,
        ratio,
        quote: legQuote(quotes.get(symbol)),
        delta: deltaOf(symbol, surface),
      })),
    net,
    model:
      surface === undefined ? none : payoffModel({ legs: executed, cost, surface, nowMs, scenario: presentScenario }),
    delta: effect === undefined ? undefined : effect.greeks.delta * toNumber(quantity),
    currency: index.bySymbol(draft.legs[0]?.symbol ?? '')?.quote_asset ?? '',
    fault,
    sizeNote: sizeNoteOf(draft, quantity, index),
    notes: draft.notes ?? [],
    link: {
      legs: draft.legs,
      side,
      quantity,
      price: draft.price,
      minimumQuantity: draft.minimumQuantity,
      mode,
      type: draft.type,
      tif: draft.tif,
      base,
      expiryMs,
    },
  }
}

type Surface = ReturnType<Surfaces['of']>

function deltaOf(symbol: string, surface: Surface): number | undefined {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return name === undefined ? undefined : 1
  return surface?.expiries.get(name.expiryMs)?.marks.get(symbol)?.delta
}

function sizeNoteOf(draft: StructureDraft, quantity: Decimal, index: InstrumentIndex): string | undefined {
  const known = draft.legs.flatMap(({ symbol, ratio }) => {
    const instrument: Instrument | undefined = index.bySymbol(symbol)
    return instrument === undefined ? [] : [{ ratio, instrument }]
  })
  const size = known.length < draft.legs.length ? undefined : packageSize(known)
  if (size === undefined || (gte(quantity, size.least) && isMultipleOf(quantity, size.step))) return undefined
  return `Size ${quantity} does not fit: at least ${size.least}, in steps of ${size.step}.`
}
