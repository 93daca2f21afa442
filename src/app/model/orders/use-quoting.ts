/** The present quotes of a live RFQ, from the requester's view. */
import { useMemo } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import { useBookQuotes, useMarketSummary, useOrderBook } from '../../api/market/market-hooks.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { OrderBook } from '../../../core/domain/market-data.ts'
import { type OwnBest, ownBest } from '../../../core/domain/own-quotes.ts'
import { type PackageLeg, type PackageSize, packageSize } from '../../../core/domain/package/package-leg.ts'
import { type NetPrice, legQuote, netPrices } from '../../../core/pricing/market/leg-quotes.ts'
import { type RfqCard, isAlive } from './rfq-cards.ts'

export const quoteDepth = 10

export interface QuoteState {
  readonly book: Resource<OrderBook> | undefined
  readonly best: OwnBest | undefined
  readonly legsMid: NetPrice | undefined
  /** Valid sizes; undefined if a leg is not listed. */
  readonly validSizes: PackageSize | undefined
  /** True after its certain end by the venue's clock, whether or not the venue has reported it. */
  readonly isOver: boolean
  readonly isStale: boolean
}

export function noQuotesText({ status, fault }: Pick<Resource<OrderBook>, 'status' | 'fault'>): string {
  if (status !== 'failed') return 'Reading the quotes…'
  return fault?.kind === 'no_book' ? `No quotes. ${fault.message}` : `Quotes could not be read: ${fault?.message ?? ''}`
}

const isLive = (card: RfqCard | undefined): card is RfqCard => card !== undefined && isAlive(card)

export const isPastEnd = (card: RfqCard | undefined): boolean =>
  !isLive(card) || (card.life !== undefined && !card.endIsEstimate && serverNowMs() >= card.life.endLatestMs)

const noLegs: RfqCard['legs'] = []

export function useQuoting(card: RfqCard | undefined, isOver: boolean, intervalMs?: number): QuoteState {
  const shown = useCapabilities().orderBook !== 'absent'
  const symbol = isOver || card === undefined || card.symbol === '' ? undefined : card.symbol
  const book = useOrderBook(shown ? symbol : undefined, quoteDepth, intervalMs)
  const legsMid = useLegsMid(card?.legs ?? noLegs, isLive(card) && shown)
  const best =
    book.data === undefined || card?.side === undefined
      ? undefined
      : ownBest(book.data, card.side, card.count.left, legsMid?.price)
  const isStale = book.freshness === 'stale' || book.freshness === 'unknown'
  return {
    book: shown ? book : undefined,
    best,
    legsMid,
    validSizes: useAdmitted(card?.legs ?? noLegs),
    isOver,
    isStale,
  }
}

function useAdmitted(legs: readonly PackageLeg[]): PackageSize | undefined {
  const { index } = useInstruments()
  return useMemo(() => {
    const sized = legs.flatMap(({ symbol, ratio }) => {
      const instrument = index?.bySymbol(symbol)
      return instrument === undefined ? [] : [{ ratio, instrument }]
    })
    return sized.length < legs.length ? undefined : packageSize(sized)
  }, [legs, index])
}

/** Mid of a package from its legs' quotes, signed as bought; undefined if a leg has neither mid nor last trade. */
function useLegsMid(legs: readonly PackageLeg[], enabled: boolean): NetPrice | undefined {
  const summary = useMarketSummary(enabled).data
  const books = useBookQuotes(enabled ? legs.map(leg => leg.symbol) : [])
  const quotes = books ?? summary
  return useMemo(
    () =>
      quotes === undefined
        ? undefined
        : netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) }))).mid,
    [quotes, legs],
  )
}
