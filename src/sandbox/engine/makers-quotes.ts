/** What makers show in a contract, whichever kind it is. */
import type { Market, Quotes } from '../market/market.ts'
import { type Contract, legsOf } from './contracts.ts'

const nothing: Quotes = { buy: [], sell: [] }

export function makersQuotes(market: Market, contract: Contract, nowMs: number): Quotes {
  const [first] = contract.legs
  if (!contract.isPackage) return first === undefined ? nothing : market.quotes(first.listed, nowMs)
  const legs = legsOf(contract).map((leg, index) => ({ ...leg, listed: contract.legs[index]?.listed }))
  return market.packageQuotes(
    legs.flatMap(leg => (leg.listed === undefined ? [] : [{ ...leg, listed: leg.listed }])),
    nowMs,
  )
}
