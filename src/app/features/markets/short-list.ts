/**
 * The instruments that Markets shows first: watched ones, positions, perpetuals, and the front expiry around the
 * money.
 */
import { toNumber } from '../../../core/domain/decimal.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'
import type { ListedRow } from './instrument-rows.ts'

const mostStrikes = 5

type Prices = ReadonlyMap<string, Pick<MarketSummary, 'index_price'>>

export interface ShortListInputs {
  readonly watched: ReadonlySet<string>
  readonly held: ReadonlySet<string>
  /** Without prices the list has only watched instruments, positions and perpetuals. */
  readonly prices: Prices | undefined
  readonly nowMs: number
}

function frontChains(listed: readonly ListedRow[], nowMs: number): readonly (readonly ListedRow[])[] {
  const chains = new Map<string, ListedRow[]>()
  for (const row of listed) {
    if (row.product !== 'option' || !row.active || row.expiryMs === undefined || row.expiryMs <= nowMs) continue
    const chain = chains.get(row.base)
    const expiryMs = chain?.[0]?.expiryMs ?? Number.POSITIVE_INFINITY
    if (row.expiryMs < expiryMs) chains.set(row.base, [row])
    else if (row.expiryMs === expiryMs) chain?.push(row)
  }
  return [...chains.values()]
}

function atTheMoney(chain: readonly ListedRow[], prices: Prices): readonly ListedRow[] {
  const index = chain.map(row => prices.get(row.symbol)?.index_price).find(price => price !== undefined)
  if (index === undefined) return []
  const away = (strike: number): number => Math.abs(strike - toNumber(index))
  const strikes = [...new Set(chain.flatMap(({ strikeNumber }) => strikeNumber ?? []))]
  const nearest = new Set(strikes.toSorted((a, b) => away(a) - away(b)).slice(0, mostStrikes))
  return chain.filter(({ strikeNumber }) => strikeNumber !== undefined && nearest.has(strikeNumber))
}

/** `listed` in listing order, which each group keeps. An instrument of two groups is in the first. */
export function shortList(
  listed: readonly ListedRow[],
  { watched, held, prices, nowMs }: ShortListInputs,
): readonly ListedRow[] {
  const groups = [
    listed.filter(({ symbol }) => watched.has(symbol)),
    listed.filter(({ symbol }) => held.has(symbol)),
    listed.filter(({ product }) => product === 'perpetual'),
    ...(prices === undefined ? [] : frontChains(listed, nowMs).map(chain => atTheMoney(chain, prices))),
  ]
  return [...new Set(groups.flat())]
}
