/**
 * Finds instruments by id, symbol, base, expiry and chain among tens of thousands. Ids and symbols are indexed lazily
 * near the requested key. Names are parsed per requested base, options separately.
 */
import { cmp, type Decimal, eq } from './decimal.ts'
import type { EntityId } from './ids.ts'
import { type Instrument, parseInstrumentName, productOf, underlyingOf, valuedProduct } from './instrument.ts'
import { byBaseAndDate, byLastCharacters, lazyLookup } from './lazy-lookup.ts'
import type { InstrumentLookup } from './order-rules.ts'
import { dayMs } from './time.ts'

/** Part of the instrument index that chains, surfaces and moved legs need. */

export interface ChainStrike {
  readonly strike: Decimal
  readonly call?: Instrument | undefined
  readonly put?: Instrument | undefined
}

export interface ListedChains {
  readonly expiries: (base: string) => readonly number[]
  readonly chain: (base: string, expiryMs: number) => readonly ChainStrike[]
  readonly futures: (base: string) => readonly Instrument[]
}

export interface ListedUniverse extends ListedChains {
  readonly bases: () => readonly string[]
  readonly spot: (base: string) => Instrument | undefined
  readonly perpetual: (base: string) => Instrument | undefined
}

export const usualBase = 'BTC'

const monthMs = 30 * dayMs

export function usualExpiry(expiries: readonly number[], nowMs: number): number | undefined {
  const distance = (expiryMs: number) => Math.abs(expiryMs - nowMs - monthMs)
  return expiries.reduce<number | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  )
}

export interface InstrumentIndex extends InstrumentLookup {
  readonly all: readonly Instrument[]
  /** Sorted by number of instruments, largest first. */
  bases(): readonly string[]
  count(base: string): number
  /** Expiries of the base's options, ascending, ms since 1970 UTC. */
  expiries(base: string): readonly number[]
  chain(base: string, expiryMs: number): readonly ChainStrike[]
  futures(base: string): readonly Instrument[]
  perpetual(base: string): Instrument | undefined
  spot(base: string): Instrument | undefined
}

interface Options {
  readonly expiries: readonly number[]
  readonly chains: ReadonlyMap<number, readonly ChainStrike[]>
}

interface Linear {
  readonly futures: readonly Instrument[]
  readonly perpetual: Instrument | undefined
  readonly spot: Instrument | undefined
}

/** The first of duplicate ids or symbols wins. */
export function indexInstruments(all: readonly Instrument[]): InstrumentIndex {
  let byId: ((id: string) => Instrument | undefined) | undefined
  let bySymbol: ((symbol: string) => Instrument | undefined) | undefined
  let groups: ReadonlyMap<string, readonly Instrument[]> | undefined

  const grouped = (): ReadonlyMap<string, readonly Instrument[]> => (groups ??= groupByBase(all))
  const ofBase = <Value>(read: (instruments: readonly Instrument[]) => Value): ((base: string) => Value) => {
    const known = new Map<string, Value>()
    return base => {
      const found = known.get(base) ?? read(grouped().get(base) ?? [])
      known.set(base, found)
      return found
    }
  }
  const [optionsOf, linearOf] = [ofBase(readOptions), ofBase(readLinear)]
  return {
    all,
    byId: (id: EntityId) => (byId ??= lazyLookup(all, each => each.tradeable_entity_id, byLastCharacters))(id),
    bySymbol: symbol => (bySymbol ??= lazyLookup(all, each => each.symbol, byBaseAndDate))(symbol),
    bases: () => [...grouped().keys()],
    count: base => grouped().get(base)?.length ?? 0,
    expiries: base => optionsOf(base).expiries,
    chain: (base, expiryMs) => optionsOf(base).chains.get(expiryMs) ?? noRows,
    futures: base => linearOf(base).futures,
    perpetual: base => linearOf(base).perpetual,
    spot: base => linearOf(base).spot,
  }
}

const noRows: readonly ChainStrike[] = []

const dash = 45
const dot = 46
const isDigit = (code: number): boolean => code >= 48 && code <= 57

function isStrikeAt(symbol: string, start: number): boolean {
  const last = symbol.length - 1
  const right = symbol.charCodeAt(last)
  if (last <= start || (right !== 67 && right !== 80)) return false
  let dots = 0
  for (let at = start; at < last; at += 1) {
    const code = symbol.charCodeAt(at)
    if (code === dot && at > start && at < last - 1) dots += 1
    else if (!isDigit(code)) return false
  }
  return dots <= 1
}

/** Recognises option names by their letters, since nearly all are options. Others are parsed. */
function createBaseReader(): (instrument: Instrument) => string {
  const dates = new Map<string, boolean>()
  const isDate = (text: string): boolean => {
    const known = dates.get(text) ?? parseInstrumentName(`X-${text}`)?.product === 'future'
    dates.set(text, known)
    return known
  }
  return instrument => {
    const symbol = instrument.symbol
    const at = symbol.indexOf('-')
    const isOption =
      at > 0 &&
      symbol.charCodeAt(at + 9) === dash &&
      isStrikeAt(symbol, at + 10) &&
      isDate(symbol.slice(at + 1, at + 9))
    return isOption ? symbol.slice(0, at) : underlyingOf(instrument)
  }
}

function groupByBase(all: readonly Instrument[]): ReadonlyMap<string, readonly Instrument[]> {
  const baseOf = createBaseReader()
  const groups = new Map<string, Instrument[]>()
  let lastBase = ''
  let lastGroup: Instrument[] | undefined
  for (const instrument of all) {
    const base = baseOf(instrument)
    if (lastGroup === undefined || base !== lastBase) {
      lastGroup = groups.get(base) ?? []
      lastBase = base
      groups.set(base, lastGroup)
    }
    lastGroup.push(instrument)
  }
  return new Map([...groups].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1)))
}

function readOptions(instruments: readonly Instrument[]): Options {
  const chains = new Map<number, Map<Decimal, { strike: Decimal; call?: Instrument; put?: Instrument }>>()
  for (const instrument of instruments) {
    if (productOf(instrument) !== 'option') continue
    const name = parseInstrumentName(instrument.symbol)
    if (name?.product !== 'option') continue
    const chain = chains.get(name.expiryMs) ?? new Map()
    chains.set(name.expiryMs, chain)
    const row = chain.get(name.strike) ?? { strike: name.strike }
    chain.set(name.strike, row)
    row[name.right] ??= instrument
  }
  return {
    expiries: [...chains.keys()].sort((a, b) => a - b),
    chains: new Map([...chains].map(([expiryMs, chain]) => [expiryMs, mergeEqualStrikes([...chain.values()])])),
  }
}

function readLinear(instruments: readonly Instrument[]): Linear {
  const futures: { readonly expiryMs: number; readonly instrument: Instrument }[] = []
  let perpetual: Instrument | undefined
  let spot: Instrument | undefined
  for (const instrument of instruments) {
    const product = valuedProduct(instrument.symbol, instrument)
    if (product === 'perpetual') perpetual ??= instrument
    else if (product === 'spot') spot ??= instrument
    else if (product === 'future') {
      const name = parseInstrumentName(instrument.symbol)
      if (name?.product === 'future') futures.push({ expiryMs: name.expiryMs, instrument })
    }
  }
  return { futures: futures.sort((a, b) => a.expiryMs - b.expiryMs).map(each => each.instrument), perpetual, spot }
}

function mergeEqualStrikes(rows: readonly ChainStrike[]): readonly ChainStrike[] {
  const merged: ChainStrike[] = []
  for (const row of [...rows].sort((a, b) => cmp(a.strike, b.strike))) {
    const last = merged.at(-1)
    if (last !== undefined && eq(last.strike, row.strike)) {
      merged[merged.length - 1] = { strike: last.strike, call: last.call ?? row.call, put: last.put ?? row.put }
    } else merged.push(row)
  }
  return merged
}
