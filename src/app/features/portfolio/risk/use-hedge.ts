/**
 * A hedge solved on a press with present market and account. Quoted sizes need one request each, so they are read only
 * for the answer's legs: until then an instrument counts as available up to its order limit. An answer with all sizes
 * known is optimal.
 */
import { useEffect, useRef, useState } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { readTopSizes, type TopSizes } from '../../../api/market/top-sizes.ts'
import { inSlices } from '../../../api/browser/pause.ts'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { useMargin } from '../../../model/account/use-margin.ts'
import { usePortfolio } from '../../../model/account/use-portfolio.ts'
import { useMarket } from '../../../model/market/use-market.ts'
import { type Hedge, type HedgeInputs, type HedgeInstrument, hedgeSteps } from '../../../../core/pricing/solve/hedge.ts'
import type { HedgeBound } from '../../../../core/pricing/solve/hedge-measures.ts'
import { hedgeInstruments } from './hedge-candidates.ts'
import type { RiskViewProps } from './risk-view.ts'
import { axesOf, type StressShocks } from './stress-shocks.ts'

export type HedgeState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly bounds: readonly HedgeBound[]; readonly mostLegs: number }
  | {
      readonly kind: 'answer'
      readonly hedge: Hedge
      readonly quotedAtMs: number | undefined
    }

type Sizes = ReadonlyMap<string, TopSizes>

const mostRounds = 10

/** Unknown sizes of instruments near the legs, which the next answer might use; the range grows each round. */
function besides(
  all: readonly HedgeInstrument[],
  legs: readonly string[],
  reach: number,
  known: Sizes,
): readonly string[] {
  const symbols = all.map(each => each.instrument.symbol)
  const places = legs.map(symbol => symbols.indexOf(symbol))
  return symbols.filter(
    (symbol, at) => !known.has(symbol) && !legs.includes(symbol) && places.some(place => Math.abs(place - at) <= reach),
  )
}

async function solveBySizes(inputs: HedgeInputs, signal: AbortSignal): Promise<Hedge> {
  const sizes = new Map<string, TopSizes>()
  const withSizes = (known: Sizes, isAll: boolean): HedgeInputs => ({
    ...inputs,
    instruments: inputs.instruments.map(each => ({
      ...each,
      sizes: known.get(each.instrument.symbol) ?? (isAll ? { bid: undefined, ask: undefined } : undefined),
    })),
  })
  let least = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const hedge = await inSlices(hedgeSteps(withSizes(sizes, false)), signal)
    if (hedge.kind === 'refused') return hedge
    least = Math.max(least, hedge.least)
    const legs = hedge.legs.map(leg => leg.symbol).filter(symbol => !sizes.has(symbol))
    if (legs.length === 0) return hedge
    const found = await readTopSizes(legs.concat(besides(inputs.instruments, legs, 2 ** round - 1, sizes)), signal)
    const missing = legs.find(symbol => !found.has(symbol))
    if (missing !== undefined)
      return { kind: 'refused', why: `The size quoted for ${shortName(missing)} could not be read.` }
    for (const [symbol, size] of found) sizes.set(symbol, size)
  }
  // Limited to instruments with known sizes.
  const hedge = await inSlices(hedgeSteps(withSizes(sizes, true)), signal)
  return hedge.kind === 'refused'
    ? hedge
    : { ...hedge, least: Math.min(least, hedge.spread), isComplete: false, of: sizes.size }
}

export function useHedge(props: RiskViewProps, shocks: StressShocks) {
  const [state, setState] = useState<HedgeState>({ kind: 'none' })
  const { index } = useInstruments()
  const { quotes } = useMarket()
  const { account } = useMargin(usePortfolio())
  const lacksBook = useCapabilities().orderBook === 'absent'
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const inputsOf = (bounds: readonly HedgeBound[], mostLegs: number): HedgeInputs | string => {
    const { risk, lines, coins, choices } = props
    if (lacksBook) return 'This venue shows no order books, so the sizes that are quoted are not known.'
    if (index === undefined || quotes.data === undefined) return 'There are no quotes.'
    const instruments = hedgeInstruments(risk.book, lines, index, quotes.data)
    if (typeof instruments === 'string') return instruments
    const shown = coins.filter(each => choices.base === undefined || each.base === choices.base)
    const isOneBase = new Set(lines.map(line => line.base)).size === 1
    const underlyingOf = (base: string) => risk.underlyings.get(base)
    return {
      lines,
      isOneBase,
      underlyingOf,
      axes: axesOf(shocks, risk.book.atMs, shown),
      account,
      instruments,
      bounds,
      mostLegs,
    }
  }
  const start = async (bounds: readonly HedgeBound[], mostLegs: number): Promise<void> => {
    const stop = new AbortController()
    running.current = stop
    const agoMs = quotes.receivedAgoMs()
    const quotedAtMs = agoMs === undefined ? undefined : serverNowMs() - agoMs
    const inputs = inputsOf(bounds, mostLegs)
    try {
      const hedge =
        typeof inputs === 'string'
          ? ({ kind: 'refused', why: inputs } as const)
          : await solveBySizes(inputs, stop.signal)
      if (!stop.signal.aborted) setState({ kind: 'answer', hedge, quotedAtMs })
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
  }
  const isPending = props.lines.some(({ base }) => props.risk.book.isPending(base))
  const isReady = index !== undefined && quotes.freshness !== 'stale' && quotes.freshness !== 'unknown' && !isPending
  useEffect(() => {
    if (state.kind === 'waiting' && running.current === undefined && (isReady || lacksBook))
      void start(state.bounds, state.mostLegs)
  })
  const solve = (bounds: readonly HedgeBound[], mostLegs: number): void => {
    running.current?.abort()
    running.current = undefined
    setState({ kind: 'waiting', bounds, mostLegs })
  }
  return { state, solve }
}
