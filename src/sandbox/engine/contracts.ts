/**
 * What can be traded: one instrument, or a package of legs in the contract's form. A package has one book whichever way it is traded:
 * in that form (ascending ids, first ratio positive, no common factor) a leg set can be written in one way only, and buying its mirror
 * image at p is selling it at -p.
 */
import { maxOrderLegs } from '../../domain/order-rules.ts'
import { dec, type Decimal, gcd } from '../../domain/decimal.ts'
import { compareIds } from '../../domain/ids.ts'
import { must } from '../../domain/must.ts'
import { joinedSymbol, type Leg, type NewOrder, parseJoinedSymbol, type RequestLeg } from '../../domain/order.ts'
import type { ListedInstrument, Market } from '../market/market.ts'

export interface ContractLeg {
  readonly listed: ListedInstrument
  readonly ratio: number
  /** The same, for arithmetic. */
  readonly ratioDecimal: Decimal
}

export interface Contract {
  /** Of its book: the id of a single instrument, `id@ratio/…` of a package. */
  readonly key: string
  readonly symbol: string
  readonly isPackage: boolean
  /** One leg with ratio 1 for a single instrument. */
  readonly legs: readonly ContractLeg[]
}

const contractLeg = (listed: ListedInstrument, ratio: number): ContractLeg => ({ listed, ratio, ratioDecimal: dec(ratio) })

export const legsOf = (contract: Contract): Leg[] =>
  contract.legs.map(({ listed, ratio }) => ({
    tradeable_entity_id: listed.instrument.tradeable_entity_id,
    symbol: listed.instrument.symbol,
    ratio,
  }))

/** One contract per listed instrument, shared by thousands of orders. */
const singles = new WeakMap<ListedInstrument, Contract>()

export function singleContract(listed: ListedInstrument): Contract {
  const known = singles.get(listed)
  if (known !== undefined) return known
  const { tradeable_entity_id: key, symbol } = listed.instrument
  const single: Contract = { key, symbol, isPackage: false, legs: [contractLeg(listed, 1)] }
  singles.set(listed, single)
  return single
}

export function packageContract(named: readonly Pick<ContractLeg, 'listed' | 'ratio'>[]): Contract {
  const legs = named.map(({ listed, ratio }) => contractLeg(listed, ratio))
  const key = legs.map(leg => `${leg.listed.instrument.tradeable_entity_id}@${leg.ratio}`).join('/')
  const contract = { key, symbol: '', isPackage: true, legs }
  return { ...contract, symbol: joinedSymbol(legsOf(contract)) }
}

/** The instrument a request names by id or symbol, expired ones included. */
export function findListed(market: Market, named: Omit<RequestLeg, 'ratio'>, nowMs: number): ListedInstrument | undefined {
  if (named.tradeable_entity_id !== undefined) return market.find({ id: named.tradeable_entity_id }, nowMs)
  return named.symbol === undefined ? undefined : market.find({ symbol: named.symbol }, nowMs)
}

/** What an order is for; undefined when an instrument of it is not known. Says nothing about whether the order keeps the rules. */
export function contractOf(
  market: Market,
  order: Pick<NewOrder, 'legs' | 'symbol' | 'tradeable_entity_id'>,
  nowMs: number,
): Contract | undefined {
  const legs = order.legs
  if (legs === undefined || legs.length === 1) {
    const listed = findListed(market, legs?.[0] ?? order, nowMs)
    return listed === undefined ? undefined : singleContract(listed)
  }
  const found = legs.flatMap(leg => {
    const listed = findListed(market, leg, nowMs)
    return listed === undefined ? [] : [{ listed, ratio: leg.ratio }]
  })
  return found.length === legs.length && found.length > 0 ? packageContract(found) : undefined
}

/** What a symbol of the order book names: an instrument, or a package in the contract's form; undefined for anything else. */
export function contractOfSymbol(market: Market, symbol: string, nowMs: number): Contract | undefined {
  const listed = market.find({ symbol }, nowMs)
  if (listed !== undefined) return singleContract(listed)
  const legs = parseJoinedSymbol(symbol)
  if (legs === undefined || legs.length < 2 || legs.length > maxOrderLegs) return undefined
  const contract = contractOf(market, { legs }, nowMs)
  return contract !== undefined && isContractForm(contract) ? contract : undefined
}

function isContractForm({ legs }: Contract): boolean {
  const ids = legs.map(leg => leg.listed.instrument.tradeable_entity_id)
  const ascending = ids.every((id, index) => index === 0 || compareIds(must(ids[index - 1], 'the leg before'), id) < 0)
  const ratios = legs.map(leg => leg.ratio)
  return ascending && (ratios[0] ?? 0) > 0 && !ratios.includes(0) && gcd(ratios) === 1
}
