/** Computes alert figures from venue responses fetched together. Used by the recorder, which renders nothing. */
import type { Quotes } from '../../domain/market-data.ts'
import type { Balance, Position } from '../../domain/account.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { AccountModel } from '../account-model.ts'
import type { MissingInput } from '../gap.ts'
import { surfacesAt } from '../surfaces.ts'
import type { FigureInputs } from './figures.ts'

export interface ReadList<Data> {
  readonly data: Data
  readonly gap: MissingInput | undefined
}

export interface AnswersRead {
  readonly positions: ReadList<readonly Position[]> | undefined
  readonly balances: ReadList<readonly Balance[]> | undefined
  /** `none`: the venue has no market summary. */
  readonly market: ReadList<Quotes> | 'none' | undefined
  readonly index: InstrumentIndex | undefined
  readonly samples: FigureInputs['samples']
  readonly nowMs: number
}

const noSummary: Quotes = new Map()
const noQuotes: MissingInput = { kind: 'absent', what: 'market prices' }

/** `model` must belong to this account: it caches values between calls. */
export function figuresOfAnswers(
  model: AccountModel,
  { positions, balances, market, index, samples, nowMs }: AnswersRead,
): FigureInputs {
  const quotes = market === undefined || market === 'none' ? undefined : market.data
  const marketGap = market === undefined || market === 'none' ? undefined : market.gap
  const surfaces = surfacesAt(index, quotes, nowMs)
  const book = model.book(positions?.data, surfaces)
  const positionRows = model.rows(positions?.data, index, book)
  const exposure = model.exposure(positionRows, book, positions?.gap, marketGap)
  const indexes = model.indexes(balances?.data ?? [], positionRows, quotes)
  const seen = {
    balances: balances?.data ?? [],
    rows: positionRows,
    summary: quotes ?? noSummary,
    listing: index,
    sampled: samples?.at(-1)?.indexes,
  }
  const indexGap = market === undefined ? noQuotes : (marketGap ?? model.seenIndexes.gap({ ...seen, atMs: nowMs }))
  const gaps = { positions: positions?.gap, balances: balances?.gap, indexes: indexGap }
  const totals = balances === undefined ? undefined : model.totals(positionRows, balances.data, indexes, gaps)
  const { gap, riskGap, underlyings } = exposure
  return {
    positionRows,
    gap,
    riskGap,
    underlyings,
    get net() {
      return exposure.net
    },
    quotes,
    marketGap,
    surfaces,
    totals,
    samples,
    nowMs,
  }
}
