/** What the quotes say of the bases held: a surface of each, and the greeks of one unit of each instrument held. Anew with the quotes, and each minute. */
import { useMemo } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { useInstruments } from '../../../api/market/instruments.ts'
import { useMarketSummary } from '../../../api/market/market-hooks.ts'
import type { Position } from '../../../domain/account.ts'
import { parseInstrumentName } from '../../../domain/instrument.ts'
import { minuteMs } from '../../../domain/time.ts'
import { type UnitGreeks, unitGreeks } from '../../../pricing/portfolio/unit-greeks.ts'
import { type BaseSurface, baseSurface } from '../../../pricing/market/base-surface.ts'
import { useTicking } from '../../../ui/use-tick.ts'

export interface Book {
  /** By base held; empty while instruments or quotes are not there. */
  readonly surfaces: ReadonlyMap<string, BaseSurface>
  /** By symbol; the same until the quotes change or a minute passes. */
  readonly units: ReadonlyMap<string, UnitGreeks>
  readonly atMs: number
}

const noPositions: readonly Position[] = []

/** The same array while the same instruments are held, whatever their sizes and marks. */
function useHeldSymbols(positions: readonly Position[]): readonly string[] {
  const key = useMemo(() => [...new Set(positions.map(each => each.symbol))].sort().join('\n'), [positions])
  return useMemo(() => (key === '' ? [] : key.split('\n')), [key])
}

export function useBook(positions: readonly Position[] | undefined): Book {
  const symbols = useHeldSymbols(positions ?? noPositions)
  const quotes = useMarketSummary().data
  const { index } = useInstruments()
  const minute = useTicking(() => Math.floor(serverNowMs() / minuteMs))
  const bases = useMemo(() => [...new Set(symbols.flatMap(symbol => parseInstrumentName(symbol)?.base ?? []))].sort(), [symbols])
  return useMemo(() => {
    const atMs = Math.max(serverNowMs(), minute * minuteMs)
    const surfaces = new Map<string, BaseSurface>()
    if (index !== undefined && quotes !== undefined)
      for (const base of bases) surfaces.set(base, baseSurface({ universe: index, base, quotes, atMs }))
    const units = new Map(
      symbols.map(symbol => [symbol, unitGreeks(symbol, surfaces.get(parseInstrumentName(symbol)?.base ?? ''), atMs)] as const),
    )
    return { surfaces, units, atMs }
  }, [index, quotes, minute, bases, symbols])
}
