/**
 * Parses an order form (legs, choices, texts) into an order and its problems by field. A single instrument is a package
 * with one leg. Clock and instruments are inputs.
 * Invariants: an order exists only with a side, a numeric quantity and listed legs. The sent order changes the account
 * as entered. An entry is sendable exactly if nothing blocks it.
 */
import { dec, type Decimal, min, mul } from '../decimal.ts'
import { clientOrderId } from '../ids.ts'
import { type Instrument, isExpired } from '../instrument.ts'
import { normalise, type NormaliseResult, type PackageIntent, type WirePackage } from '../normalise.ts'
import { checkOrder, type InstrumentLookup, type Problem } from '../order-rules.ts'
import { firmMarket, type Leg, opposite, type OrderBody, rfqMarket, type Side } from '../order.ts'
import { type PackageLeg, type PackageSize, packageSize, priceStepOf } from './package-leg.ts'
import { isBlankPrice, priceOfOtherSide, priceText, readPrice } from '../price-entry.ts'
import { readNumber, type TypedNumber } from '../typed-number.ts'

export interface EntryTexts {
  readonly quantity: string
  readonly price: string
  readonly cycles: string
  readonly minimumQuantity: string
  readonly userTag: string
}

export interface OrderEntry extends EntryTexts {
  readonly legs: readonly PackageLeg[]
  /** Undefined until chosen; there is no default side. */
  readonly side: Side | undefined
  readonly mode: 'rfq' | 'firm'
  readonly type: 'LIMIT' | 'MARKET'
  readonly tif: 'GTC' | 'IOC'
}

export type EntryField = keyof OrderEntry

export const emptyEntry: OrderEntry & { readonly side: Side } = {
  legs: [],
  side: 'buy',
  quantity: '1',
  price: '',
  mode: 'rfq',
  type: 'LIMIT',
  tif: 'GTC',
  cycles: '3',
  minimumQuantity: '',
  userTag: '',
}

export type EntryEdit =
  | { readonly kind: 'setSide'; readonly side: Side }
  | { readonly kind: 'swapSide' }
  /** `price`, signed as bought, is filled in if the entry then needs a price and has none. */
  | { readonly kind: 'setMode'; readonly mode: OrderEntry['mode']; readonly price?: Decimal | undefined }
  | { readonly kind: 'setType'; readonly type: OrderEntry['type'] }
  | { readonly kind: 'setTif'; readonly tif: OrderEntry['tif'] }
  | { readonly kind: 'type'; readonly field: keyof EntryTexts; readonly text: string }
  | { readonly kind: 'setPrice'; readonly price: Decimal }

/** Applies an edit. Returns the same object if nothing changes. A MARKET entry is always IOC. */
export function editEntry<Entry extends OrderEntry>(entry: Entry, edit: EntryEdit): Entry {
  switch (edit.kind) {
    case 'setSide':
      if (edit.side === entry.side) return entry
      return {
        ...entry,
        side: edit.side,
        price: entry.side === undefined ? entry.price : priceOfOtherSide(entry.price),
      }
    case 'swapSide':
      return entry.side === undefined
        ? entry
        : { ...entry, side: opposite(entry.side), price: priceOfOtherSide(entry.price) }
    case 'setMode': {
      const next = edit.mode === entry.mode ? entry : { ...entry, mode: edit.mode }
      return next === entry || edit.price === undefined || !sendsPrice(next) || !isBlankPrice(next.price)
        ? next
        : editEntry(next, { kind: 'setPrice', price: edit.price })
    }
    case 'setType':
      return edit.type === entry.type
        ? entry
        : { ...entry, type: edit.type, tif: edit.type === 'MARKET' ? 'IOC' : entry.tif }
    case 'setTif':
      return edit.tif === entry.tif || entry.type === 'MARKET' ? entry : { ...entry, tif: edit.tif }
    case 'type':
      return entry[edit.field] === edit.text ? entry : { ...entry, [edit.field]: edit.text }
    case 'setPrice':
      return { ...entry, price: priceText(edit.price, entry.side ?? 'buy', entry.legs.length === 1) }
  }
}

export type EntryFault =
  | { readonly kind: 'rule'; readonly problem: Problem }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not_a_number' }
  | { readonly kind: 'not_a_price' }
  | { readonly kind: 'ambiguous'; readonly readings: readonly [Decimal, Decimal] }
  | { readonly kind: 'not_whole_cycles' }
  | { readonly kind: 'no_legs' }
  | { readonly kind: 'not_listed'; readonly expired: readonly string[]; readonly unknown: readonly string[] }
  | { readonly kind: 'legs_cancel_out' }
  | { readonly kind: 'ratio_not_integer'; readonly symbol: string }
  | { readonly kind: 'price_not_divisible'; readonly divisor: number; readonly nearest: readonly [Decimal, Decimal] }

export interface EntryProblem {
  readonly field: EntryField
  readonly fault: EntryFault
}

/** True for a field that is still empty: shown as a hint, not as an error. */
export const isAwaited = ({ fault }: EntryProblem): boolean =>
  fault.kind === 'missing' || (fault.kind === 'rule' && fault.problem.code === 'price_missing')

export interface EntrySummary {
  readonly quantity: Decimal | undefined
  /** Per package as drafted. Undefined if blank, unreadable or not sent (RFQ, MARKET). */
  readonly price: Decimal | undefined
  /** As drafted, before conversion to the wire's form. */
  readonly meant: PackageIntent | undefined
  readonly wire: WirePackage | undefined
  readonly order: OrderBody | undefined
  readonly problems: readonly EntryProblem[]
  /** Results of the order rules, including warnings. */
  readonly rules: readonly Problem[]
  readonly unlisted: readonly string[]
  readonly sendable: boolean
}

export interface EntryInputs {
  readonly lookup: InstrumentLookup
  /** Server time. */
  readonly nowMs: number
}

/** False for an RFQ, which requests a price, and for MARKET. */
export const sendsPrice = (entry: Pick<OrderEntry, 'mode' | 'type'>): boolean =>
  entry.mode === 'firm' && entry.type === 'LIMIT'
export const hasLife = (entry: Pick<OrderEntry, 'mode' | 'type' | 'tif'>): boolean =>
  entry.mode === 'rfq' || (entry.type === 'LIMIT' && entry.tif === 'GTC')

/** Placeholder id for validation. The real id is assigned on sending. */
const unsent = clientOrderId('unsent')

export function summariseEntry(entry: OrderEntry, { lookup, nowMs }: EntryInputs): EntrySummary {
  const instruments = entry.legs.map(leg => lookup.bySymbol(leg.symbol))
  const amounts = readAmounts(entry, instruments)
  const meant = intentOf(entry, instruments, amounts)
  const normalised = meant === undefined ? undefined : normalise(meant, priceStepOf(instruments))
  const wire = normalised?.ok === true ? normalised.value : undefined
  const order = wire === undefined ? undefined : orderOf(entry, wire, amounts.cycles)
  const context = { byId: lookup.byId, bySymbol: lookup.bySymbol, nowMs }
  const rules = order === undefined ? [] : checkOrder({ ...order, client_order_id: unsent }, context)
  const unlisted = entry.legs.flatMap((leg, index) => (instruments[index] === undefined ? [leg.symbol] : []))
  const problems = [
    ...amountProblems(entry, amounts),
    ...legProblems(entry, unlisted, nowMs),
    ...(normalised?.ok === false ? [failureProblem(normalised)] : []),
    ...rules.flatMap(problem =>
      problem.severity === 'block' && meant !== undefined && wire !== undefined
        ? [ruleProblem(asTyped(problem, meant, wire, lookup))]
        : [],
    ),
  ]
  const sendable = order !== undefined && problems.length === 0
  return { quantity: amounts.quantity, price: meant?.price, meant, wire, order, problems, rules, unlisted, sendable }
}

/** Fast path for drags: reads only quantity and price. */
export function readTerms(entry: OrderEntry, lookup: InstrumentLookup): Pick<EntrySummary, 'quantity' | 'price'> {
  const instruments = entry.legs.map(leg => lookup.bySymbol(leg.symbol))
  const amounts = readAmounts(entry, instruments)
  return { quantity: amounts.quantity, price: intentOf(entry, instruments, amounts)?.price }
}

interface Amounts {
  readonly quantity: Decimal | undefined
  readonly price: Decimal | undefined
  readonly cycles: number | undefined
  readonly minimumQuantity: Decimal | undefined
  readonly ambiguous: readonly EntryProblem[]
}

type Texts = Pick<OrderEntry, 'quantity' | 'price' | 'cycles' | 'minimumQuantity' | 'side'>

export function readAmounts(
  { quantity, price, cycles, minimumQuantity, side }: Texts,
  instruments: readonly (Instrument | undefined)[],
): Amounts {
  const sizeSteps = instruments.flatMap(one => one?.quantity_step ?? [])
  const sizeStep = sizeSteps.length === 0 ? undefined : sizeSteps.reduce(min)
  const read = {
    quantity: readNumber(quantity, sizeStep),
    price: side === undefined ? undefined : readPrice(price, side, priceStepOf(instruments)),
    minimumQuantity: readNumber(minimumQuantity, sizeStep),
  }
  const valueOf = (typed: TypedNumber | undefined) => (typed?.kind === 'number' ? typed.value : undefined)
  return {
    quantity: valueOf(read.quantity),
    price: valueOf(read.price),
    cycles: /^\d{1,9}$/.test(cycles.trim()) ? Number.parseInt(cycles.trim(), 10) : undefined,
    minimumQuantity: valueOf(read.minimumQuantity),
    ambiguous: (['quantity', 'price', 'minimumQuantity'] as const).flatMap(field => {
      const typed = read[field]
      return typed?.kind === 'ambiguous' ? [{ field, fault: typed }] : []
    }),
  }
}

function intentOf(
  entry: OrderEntry,
  instruments: readonly (Instrument | undefined)[],
  amounts: Amounts,
): PackageIntent | undefined {
  const { side, legs } = entry
  if (amounts.quantity === undefined || side === undefined || legs.length === 0) return undefined
  const known: Leg[] = legs.flatMap(({ symbol, ratio }, index) => {
    const instrument = instruments[index]
    return instrument === undefined ? [] : [{ tradeable_entity_id: instrument.tradeable_entity_id, symbol, ratio }]
  })
  if (known.length !== legs.length) return undefined
  return {
    legs: known,
    side,
    quantity: amounts.quantity,
    price: sendsPrice(entry) ? amounts.price : undefined,
    minimum_quantity: known.length > 1 ? amounts.minimumQuantity : undefined,
  }
}

/** An RFQ has no type or time in force: the venue ends it by its time-out and cycles. */
function termsOf({ mode, type, tif }: OrderEntry): Pick<OrderBody, 'type' | 'time_in_force'> {
  if (mode === 'rfq') return { type: 'LIMIT', time_in_force: 'GTC' }
  return { type, time_in_force: type === 'MARKET' ? 'IOC' : tif }
}

function orderOf(entry: OrderEntry, wire: WirePackage, cycles: number | undefined): OrderBody {
  const [first] = wire.legs
  const tag = entry.userTag.trim()
  const named =
    wire.kind === 'single'
      ? { symbol: first?.symbol }
      : { legs: wire.legs.map(({ symbol, ratio }) => ({ symbol, ratio })) }
  return {
    ...named,
    market_id: entry.mode === 'firm' ? firmMarket : rfqMarket,
    side: wire.side,
    ...termsOf(entry),
    quantity: wire.quantity,
    ...(wire.minimum_quantity === undefined ? {} : { minimum_quantity: wire.minimum_quantity }),
    ...(wire.price === undefined ? {} : { price: wire.price }),
    ...(hasLife(entry) && cycles !== undefined ? { recv_window: cycles } : {}),
    ...(tag === '' ? {} : { user_tag: tag }),
  }
}

function amountProblems(entry: OrderEntry, amounts: Amounts): EntryProblem[] {
  const found: EntryProblem[] = []
  const wrong = (field: EntryField, kind: 'missing' | 'not_a_number' | 'not_a_price' | 'not_whole_cycles') =>
    found.push({ field, fault: { kind } })
  const isTwo = (field: EntryField): boolean => amounts.ambiguous.some(each => each.field === field)
  if (entry.side === undefined) wrong('side', 'missing')
  if (amounts.quantity === undefined && !isTwo('quantity'))
    wrong('quantity', entry.quantity.trim() === '' ? 'missing' : 'not_a_number')
  const isPriceUnread = entry.side !== undefined && amounts.price === undefined && !isBlankPrice(entry.price)
  if (sendsPrice(entry) && isPriceUnread && !isTwo('price')) wrong('price', 'not_a_price')
  if (hasLife(entry) && entry.cycles.trim() !== '' && amounts.cycles === undefined) wrong('cycles', 'not_whole_cycles')
  const isLeastUnread = entry.minimumQuantity.trim() !== '' && amounts.minimumQuantity === undefined
  if (isLeastUnread && !isTwo('minimumQuantity')) wrong('minimumQuantity', 'not_a_number')
  return [...found, ...amounts.ambiguous.filter(({ field }) => field !== 'price' || sendsPrice(entry))]
}

function legProblems({ legs }: OrderEntry, unlisted: readonly string[], nowMs: number): EntryProblem[] {
  if (legs.length === 0) return [{ field: 'legs', fault: { kind: 'no_legs' } }]
  if (unlisted.length === 0) return []
  const expired = unlisted.filter(symbol => isExpired(symbol, nowMs))
  return [
    {
      field: 'legs',
      fault: { kind: 'not_listed', expired, unknown: unlisted.filter(symbol => !expired.includes(symbol)) },
    },
  ]
}

function failureProblem(failure: Extract<NormaliseResult, { ok: false }>): EntryProblem {
  switch (failure.reason) {
    case 'no_legs':
      return { field: 'legs', fault: { kind: 'legs_cancel_out' } }
    case 'ratio_not_integer':
      return { field: 'legs', fault: { kind: 'ratio_not_integer', symbol: failure.symbol } }
    case 'price_not_divisible':
      return {
        field: 'price',
        fault: { kind: 'price_not_divisible', divisor: failure.divisor, nearest: failure.nearest },
      }
  }
}

const fieldOf: Readonly<Partial<Record<string, EntryField>>> = {
  quantity: 'quantity',
  price: 'price',
  recv_window: 'cycles',
  minimum_quantity: 'minimumQuantity',
  user_tag: 'userTag',
}

function typedSize({ legs, divisor }: WirePackage, lookup: InstrumentLookup): PackageSize | undefined {
  const sized = legs.flatMap(({ tradeable_entity_id: id, ratio }) => {
    const instrument = lookup.byId(id)
    return instrument === undefined ? [] : [{ ratio: ratio * divisor, instrument }]
  })
  return packageSize(sized)
}

/** Converts a rule's finding from the wire's form to the typed package: sizes, and undivided prices. */
function asTyped(problem: Problem, meant: PackageIntent, wire: WirePackage, lookup: InstrumentLookup): Problem {
  const { leg: _, ...whole } = problem
  const size =
    problem.field === 'quantity' || problem.field === 'minimum_quantity' ? typedSize(wire, lookup) : undefined
  switch (problem.code) {
    case 'quantity_off_step':
      return size === undefined ? problem : { ...whole, value: meant.quantity, limit: size.step }
    case 'quantity_below_minimum':
      return size === undefined ? problem : { ...whole, value: meant.quantity, limit: size.least }
    case 'quantity_above_maximum':
      return size === undefined ? problem : { ...whole, value: meant.quantity, limit: size.most }
    case 'minimum_quantity_off_step':
      return size === undefined ? problem : { ...whole, value: meant.minimum_quantity ?? '', limit: size.step }
    case 'minimum_quantity_above_quantity':
      return { ...problem, value: meant.minimum_quantity ?? '', limit: meant.quantity }
    case 'instrument_expired':
    case 'instrument_suspended':
      // Uses the symbol: the screen may show the legs in another order.
      return whole
    case 'price_off_step':
      return { ...problem, value: meant.price ?? '', limit: mul(dec(problem.limit ?? '0'), dec(wire.divisor)) }
    default:
      return problem
  }
}

const ruleProblem = (problem: Problem): EntryProblem => ({
  field: fieldOf[problem.field] ?? 'legs',
  fault: { kind: 'rule', problem },
})
