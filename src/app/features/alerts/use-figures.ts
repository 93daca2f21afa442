/** Live inputs of figures. A hidden tab does not poll: it fetches once a minute for its sample. */
import { readyOf } from '../../api/polling/saved.ts'
import { useCallback, useEffect, useMemo } from 'react'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { type Resource, askIfOld } from '../../api/polling/resource.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { createGapReader } from '../../../core/account/gap.ts'
import { type Holdings, useHoldings, usePortfolio } from '../../model/account/use-portfolio.ts'
import { useMarket } from '../../model/market/use-market.ts'
import type { FigureInputs } from '../../../core/account/alerts/figures.ts'

const marketGapOf = createGapReader('market prices', serverNowMs)

/** Excludes balances. `needsQuotes` is false if only the venue's own figures are needed. */
export function useHeldFigures(needsQuotes: boolean): FigureInputs {
  return useInputs(useHoldings(needsQuotes), needsQuotes, undefined)
}

export function useAccountFigures(): FigureInputs {
  const portfolio = usePortfolio()
  const samples = useSamples()
  return useInputs(portfolio, true, {
    totals: portfolio.totals,
    samples: readyOf(samples),
    balances: portfolio.balances,
  })
}

type Refetchable = Pick<Resource<unknown>, 'receivedAgoMs' | 'refetch'>

interface AccountPart extends Pick<FigureInputs, 'totals' | 'samples'> {
  readonly balances: Refetchable
}

function useInputs(holdings: Holdings, asksQuotes: boolean, account: AccountPart | undefined): FigureInputs {
  const { positions, market, positionRows, gap, riskGap, net, underlyings } = holdings
  const { surfaces } = useMarket(asksQuotes)
  const loaded = useSamples()
  const sampledMs = loaded.status === 'ready' ? loaded.value.at(-1)?.atMs : undefined
  const askPositions = useAsk(positions)
  const askSummary = useAsk(market)
  const askBalances = useAsk(account?.balances)
  useEffect(() => {
    if (sampledMs === undefined || document.visibilityState === 'visible') return
    askPositions()
    askBalances()
    if (asksQuotes) askSummary()
  }, [sampledMs, askPositions, askSummary, askBalances, asksQuotes])
  const quotes = market.data
  const marketGap = marketGapOf(market)
  const [totals, samples] = [account?.totals, account?.samples]
  return useMemo(
    () => ({
      positionRows,
      gap,
      riskGap,
      net,
      underlyings,
      quotes,
      marketGap,
      surfaces,
      totals,
      samples,
      nowMs: serverNowMs(),
    }),
    [positionRows, gap, riskGap, net, underlyings, quotes, marketGap, surfaces, totals, samples],
  )
}

function useAsk(asked: Refetchable | undefined): () => void {
  const { receivedAgoMs, refetch } = asked ?? nothingAsked
  return useCallback(() => askIfOld({ receivedAgoMs, refetch }), [receivedAgoMs, refetch])
}
const nothingAsked: Refetchable = { receivedAgoMs: () => undefined, refetch: () => undefined }
