/** Everything derived from draft, instruments and quotes, each part memoised by its inputs. */
import { useMemo, useState } from 'react'
import { useBookQuotes } from '../../../api/market/market-hooks.ts'
import { marketValue, signedSize } from '../../../../core/domain/account.ts'
import { type Decimal, zero } from '../../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { parseInstrumentName } from '../../../../core/domain/instrument.ts'
import { noQuotes, type Quotes } from '../../../../core/domain/market-data.ts'
import { readTerms } from '../../../../core/domain/package/order-entry.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import { closingOf, rollOf } from '../../../../core/domain/package/closing.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { minuteMs } from '../../../../core/domain/time.ts'
import { usePlainPositions } from '../../../model/account/use-portfolio.ts'
import { type Market, useMarket } from '../../../model/market/use-market.ts'
import { useOpenOrders } from '../../../model/orders/use-registry.ts'
import { bareSurface, type BaseSurface, baseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { legQuote, type NetPrice } from '../../../../core/pricing/market/leg-quotes.ts'
import { noOverrides, type Overrides } from '../../../../core/pricing/market/overrides.ts'
import { midWithModel } from '../../../../core/pricing/portfolio/package-guard.ts'
import { viewShown } from '../../../../core/pricing/portfolio/part-effect.ts'
import { titleOf } from '../../../../core/domain/trade-story/trade-words.ts'
import { type ChainListing, largestHeld, listChain } from '../chain/list-chain.ts'
import { restingOrders } from '../chain/resting-orders.ts'
import { type DraftSummary, summarise } from '../draft/draft-summary.ts'
import { type Draft, reduce, startState } from '../draft/draft.ts'
import type { ChainView } from '../draft/opening.ts'
import { useOverrides } from '../inputs/override-store.ts'
import type { LegFigures } from '../payoff/drag-chip.tsx'
import { type PayoffChoice, usePayoff } from '../payoff/use-payoff.ts'

function useSurface(
  index: InstrumentIndex,
  base: string,
  { quotes: { data: quotes }, surfaces }: Market,
  typed: Overrides,
): BaseSurface {
  return useMemo(() => {
    const inputs = { universe: index, base, quotes: quotes ?? noQuotes, atMs: surfaces.atMs, typed }
    const market = surfaces.of(base)
    if (market === undefined) return surfaces.isPending(base) ? bareSurface(inputs) : baseSurface(inputs)
    return typed.size === 0 ? market : baseSurface(inputs)
  }, [index, base, quotes, surfaces, typed])
}

const baseOf = (draft: Draft): string | undefined =>
  draft.legs.flatMap(leg => parseInstrumentName(leg.symbol)?.base ?? [])[0]

function useListing(
  index: InstrumentIndex,
  view: ChainView,
  held: string | undefined,
  legs: Draft['legs'],
  minute: number,
): ChainListing {
  const asked = legs.flatMap(leg => askedOf(leg.symbol)).join(' ')
  const [saved, setSaved] = useState({ asked, legs })
  if (saved.asked !== asked) setSaved({ asked, legs })
  const asking = saved.asked === asked ? saved.legs : legs
  return useMemo(() => listChain(index, { ...view, held }, asking, minute), [index, view, held, asking, minute])
}

function askedOf(symbol: string): string[] {
  const name = parseInstrumentName(symbol)
  return name === undefined ? [] : [`${name.base} ${'expiryMs' in name ? name.expiryMs : ''}`]
}

function figuresFrom(quotes: Quotes, surface: BaseSurface): (symbol: string) => LegFigures {
  const known = new Map<string, LegFigures>()
  return symbol => {
    const before = known.get(symbol)
    if (before !== undefined) return before
    const of = parseInstrumentName(symbol)
    const mark = of?.product === 'option' ? surface.expiries.get(of.expiryMs)?.marks.get(symbol) : undefined
    const figures = { quote: legQuote(quotes.get(symbol)), delta: mark?.delta }
    known.set(symbol, figures)
    return figures
  }
}

interface Moment {
  readonly surface: BaseSurface
  readonly nowMs: number
}

/** Price used for charts: the typed one, else the mids, else mids with the model's price for unquoted legs. */
const costOf = ({ price, net, legs }: DraftSummary, { surface, nowMs }: Moment): NetPrice | undefined =>
  price === undefined ? (net.mid ?? midWithModel(legs, surface, nowMs)) : { price, source: 'your price' }

const curvesWith =
  (
    draft: Draft,
    index: InstrumentIndex,
    figuresOf: (symbol: string) => LegFigures,
    { surface, nowMs }: Moment,
    curvesOf: ReturnType<typeof usePayoff>['curvesOf'],
  ) =>
  (legs: readonly PackageLeg[]) => {
    const other = reduce(startState(draft), { kind: 'placeLegs', legs, gesture: '' }).present
    const { price, quantity } = readTerms(other, index)
    const mid = (): Decimal | undefined =>
      midWithModel(
        other.legs.map(leg => ({ ...leg, quote: figuresOf(leg.symbol).quote })),
        surface,
        nowMs,
      )?.price
    return curvesOf({ draft: other, price: price ?? mid(), quantity })
  }

export function useDerived(index: InstrumentIndex, draft: Draft, view: ChainView, choice: PayoffChoice) {
  const { positions: listed, gap } = usePlainPositions()
  const live = useMarket()
  const { quotes: market } = live
  const nowMs = live.surfaces.atMs
  // An incomplete list of positions is not the portfolio.
  const positions = gap === undefined ? listed.data : undefined
  const openOrders = useOpenOrders().data
  const books = useBookQuotes(draft.legs.map(leg => leg.symbol))
  const quotes = books ?? market.data ?? noQuotes

  const minute = Math.floor(nowMs / minuteMs) * minuteMs
  // Fixed once known, so that the chain does not change its base under the pointer.
  const [mostHeld, setMostHeld] = useState<{ readonly base: string | undefined }>()
  if (mostHeld === undefined && positions !== undefined)
    setMostHeld({ base: largestHeld(positions.map(one => ({ symbol: one.symbol, value: marketValue(one) }))) })
  const mostHeldBase = mostHeld?.base
  const listing = useListing(index, view, mostHeldBase, draft.legs, minute)
  const { base, expiryMs } = listing
  const draftBase = baseOf(draft) ?? base
  const typed = { shown: useOverrides(base), draft: useOverrides(draftBase) }
  const shown = useSurface(index, base, live, typed.shown.inputs)
  const drafted = useSurface(index, draftBase, live, draftBase === base ? noOverrides : typed.draft.inputs)
  const surface = draftBase === base ? shown : drafted
  const held = useMemo(
    () => new Map<string, Decimal>((positions ?? []).map(one => [one.symbol, signedSize(one)])),
    [positions],
  )
  const ratios = useMemo(
    () => new Map(draft.legs.map(leg => [leg.symbol, leg.ratio * sideSign(draft.side)])),
    [draft.legs, draft.side],
  )
  const marks = expiryMs === undefined ? undefined : shown.expiries.get(expiryMs)?.marks
  const resting = useMemo(() => restingOrders(openOrders ?? []), [openOrders])
  const cells = useMemo(
    () => ({ quotes, positions: held, ratios, marks, resting }),
    [quotes, held, ratios, marks, resting],
  )

  const summary = useMemo(() => summarise(draft, { lookup: index, quotes, nowMs }), [draft, index, quotes, nowMs])
  const cost = useMemo(() => costOf(summary, { surface, nowMs }), [summary, surface, nowMs])
  const executed = useMemo(
    () => draft.legs.map(leg => ({ ...leg, ratio: leg.ratio * sideSign(draft.side) })),
    [draft.legs, draft.side],
  )
  const closing = useMemo(() => closingOf(executed, summary.quantity ?? zero, held), [executed, summary.quantity, held])
  const roll = useMemo(() => rollOf(executed, summary.quantity ?? zero, held), [executed, summary.quantity, held])
  const isClosing = closing?.isBeyond === false
  const payoffView = viewShown(choice.payoffView, isClosing)
  const shownChoice = useMemo(() => ({ ...choice, payoffView }), [choice, payoffView])
  const payoff = usePayoff(
    { draft, price: cost?.price, quantity: summary.quantity, positions, gap, surface, quotes, nowMs },
    shownChoice,
  )
  const name = useMemo(() => {
    const order = { legs: draft.legs, side: draft.side, closes: isClosing }
    return { order, executed, title: titleOf(order) }
  }, [draft.legs, draft.side, executed, isClosing])
  const currency = summary.legs[0]?.instrument?.quote_asset ?? 'USD'
  const figuresOf = useMemo(() => figuresFrom(quotes, surface), [quotes, surface])
  const curvesOf = curvesWith(draft, index, figuresOf, { surface, nowMs }, payoff.curvesOf)
  return {
    ...payoff,
    curvesOf,
    figuresOf,
    nowMs,
    market,
    listing,
    shown,
    surface,
    typed,
    cells,
    reference: surface.underlying,
    summary,
    cost,
    name,
    closing,
    roll,
    isClosing,
    shownChoice,
    currency,
    positions,
  }
}

export type DraftName = DerivedDraft['name']
export type DerivedDraft = ReturnType<typeof useDerived>

export function isQuoted({ shown, listing: { expiryMs, strikes, linear }, cells: { quotes } }: DerivedDraft): boolean {
  const rows = expiryMs === undefined ? linear : strikes.flatMap(({ call, put }) => [call, put])
  const isFitted = expiryMs === undefined || shown.expiries.has(expiryMs)
  return shown.underlying !== undefined && isFitted && rows.some(one => one !== undefined && quotes.has(one.symbol))
}
