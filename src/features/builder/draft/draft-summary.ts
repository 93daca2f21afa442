/**
 * Everything derived from a draft: legs with their instruments and quotes, net prices, the wire form, the order and what is wrong
 * with it by field. Pure; the clock, the instruments and the quotes come in.
 */
import { type Decimal, canonical, min, parseDecimal, sign } from '../../../domain/decimal.ts'
import { clientOrderId } from '../../../domain/ids.ts'
import { type Instrument, parseInstrumentName } from '../../../domain/instrument.ts'
import type { MarketSummary } from '../../../domain/market-data.ts'
import { type Normalised, type PackageIntent, type WirePackage, normalise } from '../../../domain/normalise.ts'
import { type InstrumentLookup, type OrderContext, type Problem, checkOrder } from '../../../domain/order-rules.ts'
import { type Leg, type NewOrder, firmMarket, rfqMarket } from '../../../domain/order.ts'
import { exactText, parsePriceEntry } from '../../../ui/order/effect-words.ts'
import { problemText } from '../../../ui/order/problem-text.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import type { Draft, DraftField } from './draft.ts'
import { type LegQuote, type NetPrices, legQuote, netPrices } from '../../../pricing/market/leg-quotes.ts'

export type OrderBody = Omit<NewOrder, 'client_order_id'>

export interface LegView extends PackageLeg {
  readonly instrument: Instrument | undefined
  /** Settled already, by its name. */
  readonly expired: boolean
  readonly quote: LegQuote
}

export type ErrorField = DraftField | 'legs'

export interface DraftSummary {
  readonly legs: readonly LegView[]
  /** Symbols that the venue does not list; kept in the draft and shown. */
  readonly unlisted: readonly string[]
  readonly quantity: Decimal | undefined
  /** Per package as meant; undefined when blank, not understood, or not sent (RFQ, MARKET). */
  readonly price: Decimal | undefined
  readonly net: NetPrices
  readonly meant: PackageIntent | undefined
  readonly wire: WirePackage | undefined
  readonly order: OrderBody | undefined
  readonly problems: readonly Problem[]
  /** What is wrong, by field of the ticket, in plain words. */
  readonly errors: Partial<Record<ErrorField, string>>
  readonly warnings: readonly string[]
  /** May it be reviewed? */
  readonly sendable: boolean
}

export interface SummaryInputs {
  readonly lookup: InstrumentLookup
  readonly quotes: ReadonlyMap<string, MarketSummary>
  /** Server time. */
  readonly nowMs: number
}

/** Is a price part of this draft's order? An RFQ asks for one, and MARKET takes what there is. */
export const sendsPrice = (draft: Pick<Draft, 'mode' | 'type'>): boolean => draft.mode === 'firm' && draft.type === 'LIMIT'

const fieldOf: Partial<Record<keyof NewOrder, ErrorField>> = {
  quantity: 'quantity',
  price: 'price',
  recv_window: 'cycles',
  minimum_quantity: 'minimumQuantity',
  user_tag: 'userTag',
}

/** The id that a draft has for checking; the desk gives the real one. */
const unsent = clientOrderId('unsent')

export function summarise(draft: Draft, inputs: SummaryInputs): DraftSummary {
  const legs = draft.legs.map(leg => {
    const instrument = inputs.lookup.bySymbol(leg.symbol)
    return { ...leg, instrument, expired: isExpired(leg.symbol, inputs.nowMs), quote: legQuote(inputs.quotes.get(leg.symbol)) }
  })
  const entries = readEntries(draft)
  const meant = intentOf(draft, legs, entries)
  const normalised = meant === undefined ? undefined : normalise(meant, finestStep(legs))
  const wire = normalised?.ok === true ? normalised.value : undefined
  const order = wire === undefined ? undefined : orderOf(draft, wire, entries.cycles)
  const problems = order === undefined ? [] : checkOrder({ ...order, client_order_id: unsent }, contextOf(inputs))
  const unlisted = legs.filter(leg => leg.instrument === undefined).map(leg => leg.symbol)
  const errors = errorsOf(draft, entries, { normalised, problems, unlisted }, inputs.nowMs)
  return {
    legs,
    unlisted,
    quantity: entries.quantity,
    price: meant?.price,
    net: netPrices(legs),
    meant,
    wire,
    order,
    problems,
    errors,
    warnings: problems.filter(problem => problem.severity === 'warn').map(problemText),
    sendable: order !== undefined && Object.keys(errors).length === 0,
  }
}

const contextOf = ({ lookup, nowMs }: SummaryInputs): OrderContext => ({
  byId: id => lookup.byId(id),
  bySymbol: symbol => lookup.bySymbol(symbol),
  nowMs,
})

interface Entries {
  readonly quantity: Decimal | undefined
  readonly price: Decimal | undefined
  readonly cycles: number | undefined
  readonly minimumQuantity: Decimal | undefined
}

function readEntries(draft: Draft): Entries {
  const cycles = draft.cycles.trim()
  return {
    quantity: parseDecimal(draft.quantity.trim()),
    price: parsePriceEntry(draft.price, draft.side),
    cycles: /^\d{1,9}$/.test(cycles) ? Number.parseInt(cycles, 10) : undefined,
    minimumQuantity: parseDecimal(draft.minimumQuantity.trim()),
  }
}

function intentOf(draft: Draft, legs: readonly LegView[], entries: Entries): PackageIntent | undefined {
  if (entries.quantity === undefined || legs.length === 0) return undefined
  const known: Leg[] = legs.flatMap(({ instrument, symbol, ratio }) =>
    instrument === undefined ? [] : [{ tradeable_entity_id: instrument.tradeable_entity_id, symbol, ratio }],
  )
  if (known.length !== legs.length) return undefined
  return {
    legs: known,
    side: draft.side,
    quantity: entries.quantity,
    price: sendsPrice(draft) ? entries.price : undefined,
    minimum_quantity: known.length > 1 ? entries.minimumQuantity : undefined,
  }
}

const finestStep = (legs: readonly LegView[]): Decimal | undefined => {
  const steps = legs.flatMap(leg =>
    leg.instrument === undefined || sign(leg.instrument.price_step) <= 0 ? [] : [leg.instrument.price_step],
  )
  return steps.length === 0 ? undefined : steps.reduce(min)
}

function orderOf(draft: Draft, wire: WirePackage, cycles: number | undefined): OrderBody {
  const [first] = wire.legs
  const tag = draft.userTag.trim()
  const named = wire.kind === 'single' ? { symbol: first?.symbol } : { legs: wire.legs.map(({ symbol, ratio }) => ({ symbol, ratio })) }
  const withLife = draft.type === 'LIMIT' && draft.tif === 'GTC' && cycles !== undefined
  return {
    ...named,
    market_id: draft.mode === 'firm' ? firmMarket : rfqMarket,
    side: wire.side,
    type: draft.type,
    time_in_force: draft.tif,
    quantity: wire.quantity,
    ...(wire.minimum_quantity === undefined ? {} : { minimum_quantity: wire.minimum_quantity }),
    ...(wire.price === undefined ? {} : { price: wire.price }),
    ...(withLife ? { recv_window: cycles } : {}),
    ...(tag === '' ? {} : { user_tag: tag }),
  }
}

interface Findings {
  readonly normalised: Normalised | undefined
  readonly problems: readonly Problem[]
  readonly unlisted: readonly string[]
}

function errorsOf(draft: Draft, entries: Entries, { normalised, problems, unlisted }: Findings, nowMs: number): DraftSummary['errors'] {
  const errors: Partial<Record<ErrorField, string>> = {}
  for (const problem of problems) {
    if (problem.severity === 'warn') continue
    errors[fieldOf[problem.field] ?? 'legs'] ??= problemText(problem)
  }
  if (draft.legs.length === 0) errors.legs = 'No legs yet. Click a bid or an ask in the chain.'
  if (unlisted.length > 0) errors.legs = unlistedWords(unlisted, nowMs)
  if (normalised?.ok === false) Object.assign(errors, failureErrors(normalised))
  return { ...errors, ...entryErrors(draft, entries) }
}

/** Has the instrument settled, by its name? */
export function isExpired(symbol: string, nowMs: number): boolean {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name && name.expiryMs <= nowMs
}

/** What is gone is told from what never was. */
function unlistedWords(symbols: readonly string[], nowMs: number): string {
  const expired = symbols.filter(symbol => isExpired(symbol, nowMs))
  const unknown = symbols.filter(symbol => !expired.includes(symbol))
  const parts = [
    expired.length === 0 ? '' : `Expired: ${expired.join(', ')}.`,
    unknown.length === 0 ? '' : `The venue does not list ${unknown.join(', ')}.`,
  ]
  return `${parts.filter(part => part !== '').join(' ')} Remove or replace.`
}

function failureErrors(failure: Extract<Normalised, { ok: false }>): Partial<Record<ErrorField, string>> {
  switch (failure.reason) {
    case 'no_legs':
      return { legs: 'The legs cancel each other out.' }
    case 'ratio_not_integer':
      return { legs: `The ratio of ${failure.symbol} is not a whole number.` }
    case 'price_not_divisible': {
      const [below, above] = failure.nearest.map(price => exactText(canonical(price)))
      return { price: `Not divisible by the common ratio ${failure.divisor}. Nearest: ${below} or ${above}.` }
    }
  }
}

function entryErrors(draft: Draft, entries: Entries): Partial<Record<ErrorField, string>> {
  const errors: Partial<Record<ErrorField, string>> = {}
  if (entries.quantity === undefined) errors.quantity = draft.quantity.trim() === '' ? 'Enter a quantity.' : 'Not a number: type 10 or 0.5.'
  if (sendsPrice(draft) && draft.price.trim() !== '' && entries.price === undefined) {
    errors.price = 'Not a price. Write 120, -30, 120 debit or 80 credit.'
  }
  if (draft.type === 'LIMIT' && draft.tif === 'GTC' && draft.cycles.trim() !== '' && entries.cycles === undefined) {
    errors.cycles = 'Enter a whole number of cycles, 1 to 65534.'
  }
  if (draft.minimumQuantity.trim() !== '' && entries.minimumQuantity === undefined) errors.minimumQuantity = 'Not a number: type 10 or 0.5.'
  return errors
}
