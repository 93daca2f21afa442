/**
 * The account for every screen: rows, totals, greeks and their resources. Derived once and shared by reference, so that
 * a header, a row and an alert cannot differ. A figure with incomplete inputs has no value (see gap.ts).
 */
import { noQuotes, type Quotes } from '../../../core/domain/market-data.ts'
import { useEffect, useMemo } from 'react'
import { AccountModel, type AccountTotals, type Exposure } from '../../../core/account/account-model.ts'
import { type BalanceRow, balanceRows } from '../../../core/account/balance-rows.ts'
import { createGapReader, type MissingInput, gapText } from '../../../core/account/gap.ts'
import type { PositionRow } from '../../../core/account/position-rows.ts'
import { memoizeLast } from '../../../core/account/memoize-last.ts'
import type { Gaps } from '../../../core/account/totals.ts'
import type { TradedPosition } from '../../../core/account/traded-positions.ts'
import { useBalances, usePositions } from '../../api/account/account-hooks.ts'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { type Instruments, useInstruments } from '../../api/market/instruments.ts'
import { reportMissing } from '../../api/polling/connection.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Balance, type Position, usdReference } from '../../../core/domain/account.ts'
import { isZero } from '../../../core/domain/decimal.ts'
import type { Summaries } from '../../../core/domain/equity.ts'
import { useMarket } from '../market/use-market.ts'
import { perSession } from '../per-session.ts'

export interface Holdings extends Exposure {
  readonly positions: Resource<readonly Position[]>
  readonly positionRows: readonly PositionRow[] | undefined
  readonly market: Resource<Quotes>
}

export interface Portfolio extends Holdings {
  readonly listing: Instruments['status']
  readonly balances: Resource<readonly Balance[]>
  readonly balanceRows: readonly BalanceRow[]
  readonly totals: AccountTotals
  readonly indexes: Summaries | undefined
  /** Age of the oldest resource that totals need; undefined while one is missing. */
  readonly oldestAgoMs: () => number | undefined
  readonly stale: boolean
}

const noBalances: readonly Balance[] = []

const oldest = (ages: readonly (number | undefined)[]): number | undefined => {
  const known = ages.filter(age => age !== undefined)
  return known.length === ages.length ? Math.max(...known) : undefined
}

const isOld = (resource: Pick<Resource<unknown>, 'freshness' | 'status'>): boolean =>
  resource.status === 'ready' && (resource.freshness === 'stale' || resource.freshness === 'unknown')

const useModel = perSession(() => new AccountModel())
const useGaps = perSession(() => ({
  positions: createGapReader('positions', serverNowMs),
  balances: createGapReader('balances', serverNowMs),
}))

export interface PlainPositions {
  readonly positions: Resource<readonly Position[]>
  /** Positions without marks: the same list until something is traded. */
  readonly traded: readonly TradedPosition[] | undefined
  readonly gap: MissingInput | undefined
}

export function usePlainPositions(): PlainPositions {
  const model = useModel()
  const positions = usePositions()
  return {
    positions,
    traded: positions.data === undefined ? undefined : model.traded(positions.data),
    gap: useGaps().positions(positions),
  }
}

/** Undefined if any position could not be read: an incomplete list is not the portfolio. */
export function useKnownPositions(): readonly Position[] | undefined {
  const { positions, gap } = usePlainPositions()
  return gap === undefined ? positions.data : undefined
}

/** Positions with greeks; pass `needsQuotes` false if the venue's own figures are enough. */
export function useHoldings(needsQuotes = true): Holdings {
  const model = useModel()
  const positions = usePositions()
  const { quotes: market, surfaces } = useMarket(needsQuotes)
  const { index } = useInstruments()
  const book = model.book(positions.data, surfaces)
  const rows = model.rows(positions.data, index, book)
  const exposure = model.exposure(rows, book, useGaps().positions(positions), marketGap(market))
  return useMemo(() => holdingsOf(positions, market, rows, exposure), [positions, market, rows, exposure])
}

const holdingsOf = (
  positions: Holdings['positions'],
  market: Holdings['market'],
  positionRows: Holdings['positionRows'],
  exposure: Exposure,
): Holdings => ({
  positions,
  market,
  positionRows,
  gap: exposure.gap,
  riskGap: exposure.riskGap,
  book: exposure.book,
  underlyings: exposure.underlyings,
  lastRisk: exposure.lastRisk,
  unpriced: exposure.unpriced,
  lastPriced: exposure.lastPriced,
  get lines() {
    return exposure.lines
  },
  get net() {
    return exposure.net
  },
})

/** Why coins cannot be valued: the summary is needed but incomplete, not loaded, or lost an index that it had. */
function useIndexGap(
  market: Resource<Quotes>,
  balances: readonly Balance[],
  rows: Holdings['positionRows'],
): MissingInput | undefined {
  const isLacking = useCapabilities().marketSummary === 'absent'
  const model = useModel()
  const { index: listing } = useInstruments()
  const samples = useSamples()
  const sampled = samples.status === 'ready' ? samples.value.at(-1)?.indexes : undefined
  const summary = isLacking ? noQuotes : market.data
  const ofMarket = isLacking ? undefined : marketGap(market)
  const gap =
    summary === undefined
      ? absentIndexes
      : (ofMarket ?? model.seenIndexes.gap({ balances, rows, summary, listing, sampled, atMs: serverNowMs() }))
  useReported(gap?.kind === 'lost' ? gap : undefined)
  return gap
}

/** The connection light shows *data* while `gap` makes figures unknown. */
function useReported(gap: MissingInput | undefined): void {
  const text = gap === undefined ? undefined : gapText(gap)
  useEffect(() => (text === undefined ? undefined : reportMissing(text)), [text])
}
const absentIndexes: MissingInput = { kind: 'absent', what: 'market prices' }
const marketGap = createGapReader('market prices', serverNowMs)

const gapsOf = memoizeLast(
  (
    positions: MissingInput | undefined,
    balances: MissingInput | undefined,
    indexes: MissingInput | undefined,
  ): Gaps => ({
    positions,
    balances,
    indexes,
  }),
)
const rowsOfBalances = memoizeLast(balanceRows)

export function usePortfolio(): Portfolio {
  const model = useModel()
  const holdings = useHoldings()
  const { positions, positionRows, market } = holdings
  const { status: listing } = useInstruments()
  const balances = useBalances()
  const coins = balances.data ?? noBalances
  const indexes = model.indexes(coins, positionRows, market.data)
  const indexGap = useIndexGap(market, coins, positionRows)
  const isWithoutSummary = useCapabilities().marketSummary === 'absent'
  useReported(isWithoutSummary ? undefined : holdings.unpriced)
  const totals = model.totals(
    positionRows,
    balances.data,
    indexes,
    gapsOf(holdings.gap, useGaps().balances(balances), indexGap),
  )
  const usesIndex =
    market.data !== undefined &&
    coins.some(coin => coin.symbol !== 'USD' && coin.symbol !== usdReference && !isZero(coin.cash_balance))
  const stale = isOld(positions) || isOld(balances) || (usesIndex && isOld(market))
  const rows = rowsOfBalances(coins, indexes)
  return useMemo(
    () =>
      Object.assign(holdingsOf(positions, market, positionRows, holdings), {
        listing,
        balances,
        balanceRows: rows,
        totals,
        indexes,
        oldestAgoMs: () =>
          oldest([positions.receivedAgoMs(), balances.receivedAgoMs(), ...(usesIndex ? [market.receivedAgoMs()] : [])]),
        stale,
      }),
    [holdings, listing, positions, market, positionRows, balances, rows, totals, indexes, usesIndex, stale],
  )
}
