/**
 * A tradeable contract: one instrument, or a package of legs in canonical form (ascending ids, first ratio positive, no
 * common factor). Each leg set has one form and so one book: buying its mirror image at p is selling it at -p.
 */
import { maxOrderLegs } from '../../../core/domain/order-rules.ts'
import { dec, type Decimal, gcd } from '../../../core/domain/decimal.ts'
import { compareIds } from '../../../core/domain/ids.ts'
import { must } from '../../../core/domain/must.ts'
import {
  joinedSymbol,
  type Leg,
  type NewOrder,
  parseJoinedSymbol,
  type RequestLeg,
} from '../../../core/domain/order.ts'
import type { ListedInstrument, Market } from '../market/market.ts'

export interface ContractLeg {
  readonly listed: ListedInstrument
  readonly ratio: number
  readonly ratioDecimal: Decimal
}

export interface Contract {
  /** Key of its book: a single instrument's id, or `id@ratio/…`. */
  readonly key: string
  readonly symbol: string
  readonly isPackage: boolean
  readonly legs: readonly ContractLeg[]
}

const contractLeg = (listed: ListedInstrument, ratio: number): ContractLeg => ({
  listed,
  ratio,
  ratioDecimal: dec(ratio),
})

export const legsOf = (contract: Contract): Leg[] =>
  contract.legs.map(({ listed, ratio }) => ({
    tradeable_entity_id: listed.instrument.tradeable_entity_id,
    symbol: listed.instrument.symbol,
    ratio,
  }))

/** One contract object per listed instrument, shared by thousands of orders. */
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

/** The instrument a request names by id or symbol, including expired ones. */
export function findListed(
  market: Market,
  named: Omit<RequestLeg, 'ratio'>,
  nowMs: number,
): ListedInstrument | undefined {
  if (named.tradeable_entity_id !== undefined) return market.find({ id: named.tradeable_entity_id }, nowMs)
  return named.symbol === undefined ? undefined : market.find({ symbol: named.symbol }, nowMs)
}

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

/** The instrument, or the package in canonical form, that an order book symbol names; undefined for anything else. */
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
