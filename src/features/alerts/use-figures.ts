/** What figures are reckoned from, live. A hidden tab does not poll: it asks once a minute, when it takes its sample. */
import { useEffect, useMemo } from 'react'
import { usePositions } from '../../api/account/account-hooks.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary } from '../../api/market/market-hooks.ts'
import type { FigureInputs } from './figures.ts'

export function useFigureInputs(needsQuotes: boolean): FigureInputs {
  const positions = usePositions()
  const summary = useMarketSummary(needsQuotes)
  const { index } = useInstruments()
  const samples = useSamples()
  const sampledMs = samples.face === 'ready' ? samples.value.at(-1)?.atMs : undefined
  const askPositions = positions.refetch
  const askSummary = summary.refetch
  useEffect(() => {
    if (sampledMs === undefined || document.visibilityState === 'visible') return
    askPositions()
    if (needsQuotes) askSummary()
  }, [sampledMs, askPositions, askSummary, needsQuotes])
  const [held, quotes] = [positions.data, summary.data]
  return useMemo(() => ({ positions: held, quotes, index, nowMs: serverNowMs() }), [held, quotes, index])
}
