/** Index prices of the account's assets, and the assets for which the venue stopped sending one. */
import { type Balance, usdReference } from '../domain/account.ts'
import { type Decimal, isZero } from '../domain/decimal.ts'
import { indexSymbols, lostIndexes, ratesIn, type Summaries } from '../domain/equity.ts'
import type { Quotes } from '../domain/market-data.ts'
import type { MissingInput } from './gap.ts'
import type { PositionRow } from './position-rows.ts'
import { memoizeLast } from './memoize-last.ts'

type Index = { readonly index_price: Decimal }

function indexesIn(
  balances: readonly Balance[],
  rows: readonly PositionRow[],
  summary: Quotes,
): ReadonlyMap<string, Index> {
  const assets = new Set([...balances.map(balance => balance.symbol), ...rows.map(row => row.quote)])
  const entries = [...assets].flatMap(indexSymbols).flatMap(symbol => {
    const index = summary.get(symbol)?.index_price
    return index === undefined ? [] : [[symbol, { index_price: index }] as const]
  })
  return new Map(entries)
}

const isSame = (a: ReadonlyMap<string, Index>, b: ReadonlyMap<string, Index>): boolean =>
  a.size === b.size && [...a].every(([symbol, { index_price }]) => b.get(symbol)?.index_price === index_price)

export interface IndexInputs {
  readonly balances: readonly Balance[]
  readonly rows: readonly PositionRow[] | undefined
  readonly summary: Quotes
  readonly listing: { bySymbol(symbol: string): unknown } | undefined
  readonly sampled: Readonly<Record<string, Decimal>> | undefined
  readonly atMs: number
}

export class SeenIndexes {
  readonly #seen = new Set<string>()
  #wholeMs: number | undefined
  #gap: Extract<MissingInput, { readonly kind: 'lost' }> | undefined

  /** Undefined if no asset has lost its index. The same object while the same assets have lost it. */
  gap({ balances, rows, summary, listing, sampled, atMs }: IndexInputs): MissingInput | undefined {
    const cash = balances
      .filter(each => each.symbol !== usdReference && !isZero(each.cash_balance))
      .map(each => each.symbol)
    const assets = [...cash, ...(rows ?? []).map(row => row.quote)]
    const rateOf = ratesIn(summary)
    for (const asset of assets) if (rateOf(asset) !== undefined) this.#seen.add(asset)
    const lost = lostIndexes(assets, {
      had: asset => this.#seen.has(asset) || (sampled !== undefined && Object.hasOwn(sampled, asset)),
      rateOf,
      isListed: symbol => summary.has(symbol) || listing === undefined || listing.bySymbol(symbol) !== undefined,
    })
    if (lost.length === 0) {
      this.#wholeMs = atMs
      this.#gap = undefined
    } else if (this.#gap?.assets.join() !== lost.join()) {
      this.#gap = { kind: 'lost', what: 'index', assets: lost, wholeMs: this.#wholeMs }
    }
    return this.#gap
  }
}

export function indexesOf() {
  let last: ReadonlyMap<string, Index> = new Map()
  return memoizeLast(
    (
      balances: readonly Balance[],
      rows: readonly PositionRow[] | undefined,
      summary: Quotes | undefined,
    ): Summaries | undefined => {
      if (summary === undefined) return undefined
      const indexes = indexesIn(balances, rows ?? [], summary)
      if (!isSame(last, indexes)) last = indexes
      return last
    },
  )
}
