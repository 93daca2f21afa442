/** What makers show in a contract, whichever kind it is. */
import { must } from '../../domain/must.ts'
import type { Market, Quotes } from '../market/market.ts'
import { type Contract, legsOf } from './contracts.ts'

export function makersQuotes(market: Market, contract: Contract, nowMs: number): Quotes {
  const listedOf = (index: number) => must(contract.legs[index], 'each leg of a contract').listed
  if (!contract.isPackage) return market.quotes(listedOf(0), nowMs)
  return market.packageQuotes(
    legsOf(contract).map((leg, index) => ({ ...leg, listed: listedOf(index) })),
    nowMs,
  )
}
