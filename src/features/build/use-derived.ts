/** Everything derived from the draft, the instruments and the quotes of the moment; each part anew only when what it is made of changes. */
import { useMemo } from 'react'
import { usePositions } from '../../api/account-hooks.ts'
import { useServerClock } from '../../api/clock.ts'
import { useMarketSummary } from '../../api/market-hooks.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { type Instrument, productOf } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { signedSize } from '../../domain/pnl.ts'
import { sideSign } from '../../domain/order.ts'
import { minuteMs } from '../../domain/time.ts'
import { structureWords } from '../../ui/order/structure-words.ts'
import { useTicking } from '../../ui/use-tick.ts'
import { referencePrice } from './chain-rows.ts'
import { summarise } from './draft-summary.ts'
import type { Draft } from './draft.ts'
import { legQuote } from './leg-quotes.ts'
import { listChain } from './list-chain.ts'
import { payoffModel } from './payoff-model.ts'
import type { ChainView } from './use-draft.ts'

const noQuotes: ReadonlyMap<string, MarketSummary> = new Map()
const referenceOf = (summary: MarketSummary) => legQuote(summary).reference
const rank = (instrument: Instrument): number => (productOf(instrument) === 'perpetual' ? 0 : 1)
const perpetualFirst = (a: Instrument, b: Instrument): number => rank(a) - rank(b)

/** Server time in steps: what is derived from it changes slowly. */
function useCoarseNow(): number {
  const { nowMs } = useServerClock()
  const stepMs = 5000
  return useTicking(() => Math.floor(nowMs() / stepMs) * stepMs)
}

export function useDerived(index: InstrumentIndex, draft: Draft, view: ChainView) {
  const nowMs = useCoarseNow()
  const market = useMarketSummary()
  const positions = usePositions().data
  const quotes = market.data ?? noQuotes

  const minute = Math.floor(nowMs / minuteMs) * minuteMs
  const listing = useMemo(() => listChain(index, view, draft.legs, minute), [index, view, draft.legs, minute])
  const held = useMemo(() => new Map<string, Decimal>((positions ?? []).map(one => [one.symbol, signedSize(one)])), [positions])
  const ratios = useMemo(() => new Map(draft.legs.map(leg => [leg.symbol, leg.ratio])), [draft.legs])
  const cells = useMemo(() => ({ quotes, positions: held, ratios }), [quotes, held, ratios])
  const reference = useMemo(() => {
    const options = listing.strikes.flatMap(row => [row.call, row.put])
    return referencePrice([...listing.linear].sort(perpetualFirst), options, quotes, referenceOf)
  }, [listing, quotes])

  const summary = useMemo(() => summarise(draft, { lookup: index, quotes, nowMs }), [draft, index, quotes, nowMs])
  const cost = summary.price === undefined ? summary.net.mid : { price: summary.price, source: 'your price' }
  const model = useMemo(
    () => payoffModel({ legs: summary.legs, side: draft.side, price: cost?.price, reference: reference?.price, nowMs }),
    [summary.legs, draft.side, cost?.price, reference?.price, nowMs],
  )
  const name = useMemo(
    () => structureWords(draft.legs.map(leg => ({ ...leg, ratio: leg.ratio * sideSign(draft.side) }))),
    [draft.legs, draft.side],
  )
  const currency = summary.legs[0]?.instrument?.quote_asset ?? 'USD'
  return { nowMs, market, listing, cells, reference, summary, cost, model, name, currency }
}

export type Derived = ReturnType<typeof useDerived>
