/**
 * The universe of instruments. The listing changes at 08:00 UTC: expired ones leave, new expiries and strikes come.
 * Strikes of an expiry follow the index from its listing and are never removed before expiry. The listing is a function
 * of seed and time, so expired instruments can be found again by id or name.
 */
import { type Decimal, toNumber } from '../../../core/domain/decimal.ts'
import { deliverableId, entityId, type EntityId } from '../../../core/domain/ids.ts'
import { parseInstrumentName, type Product } from '../../../core/domain/instrument.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { type Base, dateText, expiryClass, listedExpiries, rollDay, settlementMs } from './bases.ts'
import { codeOf, idOf, maxStrikeIndex } from './codes.ts'
import { hashText, mix } from './hash.ts'
import type { ListedInstrument, Listing } from './market.ts'
import { type Plan, strikesOf, strikeStep } from './plan.ts'
import { lotOf, type Rules, rulesOf } from './rules.ts'
import { roundText } from './steps.ts'

type InstrumentKey = { readonly id: EntityId } | { readonly symbol: string }

export interface Universe {
  listing(nowMs: number): Listing
  find(key: InstrumentKey, nowMs: number): ListedInstrument | undefined
}

export type IndexAt = (base: Base, atMs: number) => number

const generatedRows = 20_000

const suspendedOneIn = 90

export function createUniverse(plan: Plan, indexAt: IndexAt): Universe {
  const makers = plan.bases.map(base => createMaker(base, plan.strikesPerSide, indexAt))
  const makerOf = new Map(makers.map(maker => [maker.base.name, maker]))
  const makerAt = new Map(makers.map(maker => [maker.base.index, maker]))
  const undated = new Map(
    makers.flatMap(maker => maker.undated).map(listed => [listed.instrument.tradeable_entity_id, listed]),
  )
  const undatedBySymbol = new Map([...undated.values()].map(listed => [listed.instrument.symbol, listed]))
  const listings = new Map<number, Listing>()
  const expired = new Map<string, ListedInstrument | undefined>()

  const listing = (nowMs: number): Listing => {
    const today = rollDay(nowMs)
    const known = listings.get(today)
    if (known !== undefined) return known
    const made = makeListing(`${dateText(today)}.${plan.bases.length}.${plan.strikesPerSide}`, [
      ...undated.values(),
      ...makers.flatMap(maker => maker.dated(today)),
    ])
    if (listings.size > Math.max(3, generatedRows / made.all.length)) listings.clear()
    listings.set(today, made)
    return made
  }

  const dated = (key: InstrumentKey, today: number): ListedInstrument | undefined => {
    if ('id' in key) {
      const code = codeOf(key.id)
      const maker = code === undefined ? undefined : makerAt.get(code.baseIndex)
      const strike = code === undefined || maker === undefined ? 0 : code.strikeIndex * maker.finestStep
      return code === undefined ? undefined : maker?.past(code.day, strike, code.isCall, today)
    }
    const name = parseInstrumentName(key.symbol)
    if (name?.product !== 'option' && name?.product !== 'future') return undefined
    const day = Math.floor(name.expiryMs / dayMs)
    const strike = name.product === 'option' ? toNumber(name.strike) : 0
    const found = makerOf.get(name.base)?.past(day, strike, name.product === 'option' && name.right === 'call', today)
    return found?.instrument.symbol === key.symbol ? found : undefined
  }

  return {
    listing,
    find(key, nowMs) {
      const fixed = 'id' in key ? undated.get(key.id) : undatedBySymbol.get(key.symbol)
      const current = 'id' in key ? listing(nowMs).byId(key.id) : listing(nowMs).bySymbol(key.symbol)
      if (fixed !== undefined || current !== undefined) return fixed ?? current
      const today = rollDay(nowMs)
      const name = `${'id' in key ? `#${key.id}` : key.symbol}@${today}`
      if (expired.has(name)) return expired.get(name)
      const found = dated(key, today)
      if (expired.size > 2_000) expired.clear()
      expired.set(name, found)
      return found
    },
  }
}

function makeListing(version: string, all: readonly ListedInstrument[]): Listing {
  const byId = new Map(all.map(listed => [listed.instrument.tradeable_entity_id, listed]))
  const bySymbol = new Map(all.map(listed => [listed.instrument.symbol, listed]))
  return { version, all, byId: id => byId.get(id), bySymbol: symbol => bySymbol.get(symbol) }
}

interface Maker {
  readonly base: Base
  readonly finestStep: number
  readonly undated: readonly ListedInstrument[]
  dated(today: number): ListedInstrument[]
  past(day: number, strike: number, isCall: boolean, today: number): ListedInstrument | undefined
}

function createMaker(base: Base, strikesPerSide: number, indexAt: IndexAt): Maker {
  const rules = { future: rulesOf(base, 'future'), option: rulesOf(base, 'option') }
  const finestStep = base.options?.strikeSteps.daily ?? 1
  const count = strikesOf(base, strikesPerSide)
  const indexByDay = new Map<number, number>()
  const indexOn = (day: number): number => {
    const known = indexByDay.get(day)
    if (known !== undefined) return known
    const value = indexAt(base, settlementMs(day))
    indexByDay.set(day, value)
    return value
  }

  const strikes = (day: number, today: number): number[] => {
    const kind = expiryClass(day)
    const step = strikeStep(base, kind, count)
    const first = day - (base.options?.tenors[kind] ?? 0)
    let low = Number.POSITIVE_INFINITY
    let high = 0
    for (let at = first; at <= Math.min(today, day - 1); at += 1) {
      low = Math.min(low, indexOn(at))
      high = Math.max(high, indexOn(at))
    }
    const from = Math.max(1, Math.round(low / step) - count)
    const to = Math.min(Math.floor((maxStrikeIndex * finestStep) / step), Math.round(high / step) + count)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => (from + offset) * step)
  }

  const option = (day: number, strike: number, isCall: boolean): ListedInstrument[] => {
    const id = idOf({ baseIndex: base.index, day, strikeIndex: Math.round(strike / finestStep), isCall })
    const text = roundText(strike, 6)
    return id === undefined || text === undefined
      ? []
      : [makeOption(base, rules.option, id, { day, strike: text, isCall })]
  }
  const future = (day: number): ListedInstrument[] => {
    const id = idOf({ baseIndex: base.index, day, strikeIndex: 0, isCall: false })
    return id === undefined ? [] : [makeFuture(base, rules.future, id, day)]
  }

  const dated = (today: number): ListedInstrument[] => [
    ...(base.futures === undefined ? [] : listedExpiries(today, base.futures).flatMap(future)),
    ...(base.options === undefined ? [] : listedExpiries(today, base.options.tenors)).flatMap(day =>
      strikes(day, today).flatMap(strike => [...option(day, strike, true), ...option(day, strike, false)]),
    ),
  ]

  return {
    base,
    finestStep,
    undated: undatedOf(base),
    dated,
    past(day, strike, isCall, today) {
      if (day > today) return undefined
      const kind = expiryClass(day)
      if (strike === 0) return (base.futures?.[kind] ?? 0) > 0 && !isCall ? future(day)[0] : undefined
      if ((base.options?.tenors[kind] ?? 0) === 0 || !strikes(day, day - 1).includes(strike)) return undefined
      return option(day, strike, isCall)[0]
    },
  }
}

function instrumentOf(
  rules: Rules,
  id: EntityId,
  symbol: string,
  base: string,
  tags: readonly string[],
  isSuspended = false,
) {
  return {
    symbol,
    tradeable_entity_id: id,
    status: isSuspended ? 'suspended' : 'active',
    base_asset: base,
    quote_asset: 'USD',
    ...rules,
    tags,
  }
}

/** Deliverable ids of derivatives do not collide with the assets'. */
const deliverableOf = (id: EntityId) => deliverableId(Number.parseInt(id, 10) * 2 + 1_001)

function undatedOf(base: Base): ListedInstrument[] {
  const fixed = (
    product: Product,
    number: number,
    symbol: string,
    asset: string,
    tags: readonly string[],
    isSuspended = false,
  ): ListedInstrument => {
    const id = entityId(number)
    const instrument = instrumentOf(rulesOf(base, product), id, symbol, asset, tags, isSuspended)
    return {
      instrument,
      product,
      base: base.name,
      lot: lotOf(base, product),
      deliverable_id: product === 'spot' ? deliverableId(base.deliverableId) : deliverableOf(id),
    }
  }
  const name = `${base.name}-USD-PERPETUAL`
  return [
    fixed('spot', base.spotId, `${base.name}-USD`, base.name, [base.name, 'spot']),
    fixed('perpetual', base.perpetualId, name, name, [base.name, 'future', 'perpetual'], base.name === 'PTF'),
  ]
}

function makeFuture(base: Base, rules: Rules, id: EntityId, day: number): ListedInstrument {
  const symbol = `${base.name}-${dateText(day)}`
  return {
    instrument: instrumentOf(rules, id, symbol, symbol, [base.name, 'future']),
    product: 'future',
    base: base.name,
    lot: lotOf(base, 'future'),
    deliverable_id: deliverableOf(id),
    expiryMs: settlementMs(day),
  }
}

function makeOption(
  base: Base,
  rules: Rules,
  id: EntityId,
  { day, strike, isCall }: { day: number; strike: Decimal; isCall: boolean },
): ListedInstrument {
  const symbol = `${base.name}-${dateText(day)}-${strike}${isCall ? 'C' : 'P'}`
  const isFar = Math.abs(Math.log(toNumber(strike) / base.anchor)) > 0.3
  const isSuspended = isFar && mix(hashText(symbol), 7) % suspendedOneIn === 0
  return {
    instrument: instrumentOf(rules, id, symbol, symbol, [base.name, 'option'], isSuspended),
    product: 'option',
    base: base.name,
    lot: lotOf(base, 'option'),
    deliverable_id: deliverableOf(id),
    expiryMs: settlementMs(day),
    strike,
    right: isCall ? 'call' : 'put',
  }
}
