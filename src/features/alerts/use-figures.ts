/** What figures are reckoned from, live. A hidden tab does not poll: it asks once a minute, when it takes its sample. */
import { useEffect, useMemo } from 'react'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { useHoldings } from '../../model/account/use-portfolio.ts'
import type { FigureInputs } from './figures.ts'

export function useFigureInputs(needsQuotes: boolean): FigureInputs {
  const { positions, market, positionRows, gap, riskGap, net } = useHoldings(needsQuotes)
  const samples = useSamples()
  const sampledMs = samples.face === 'ready' ? samples.value.at(-1)?.atMs : undefined
  const askPositions = positions.refetch
  const askSummary = market.refetch
  useEffect(() => {
    if (sampledMs === undefined || document.visibilityState === 'visible') return
    askPositions()
    if (needsQuotes) askSummary()
  }, [sampledMs, askPositions, askSummary, needsQuotes])
  const quotes = market.data
  return useMemo(() => ({ positionRows, gap, riskGap, net, quotes }), [positionRows, gap, riskGap, net, quotes])
}
