/**
 * The ticket of one instrument: fields as text, read into an order and checked by the same rules as everything that is sent. Pure; the
 * clock and the instrument come in.
 */
import { type Decimal, parseDecimal } from '../../domain/decimal.ts'
import { clientOrderId } from '../../domain/ids.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { type Problem, checkOrder } from '../../domain/order-rules.ts'
import { type NewOrder, type Side, firmMarket, rfqMarket } from '../../domain/order.ts'
import { problemText } from '../../ui/order/problem-text.ts'

export interface TicketFields {
  readonly side: Side
  readonly mode: 'firm' | 'rfq'
  readonly type: 'LIMIT' | 'MARKET'
  readonly tif: 'GTC' | 'IOC'
  readonly quantity: string
  readonly price: string
  readonly cycles: string
  readonly userTag: string
}

export type TicketField = keyof TicketFields | 'root'
export type OrderBody = Omit<NewOrder, 'client_order_id'>

export interface TicketReading {
  /** Undefined while the quantity is not a number. */
  readonly order: OrderBody | undefined
  readonly errors: Partial<Record<TicketField, string>>
  readonly warnings: readonly string[]
}

export interface TicketInputs {
  readonly instrument: Instrument
  /** Server time. */
  readonly nowMs: number
}

/** What a link may ask for: `?trade=SYMBOL&side=sell&quantity=2&price=10`. */
export interface TicketRequest {
  readonly side?: string | undefined
  readonly quantity?: string | undefined
  readonly price?: string | undefined
}

/** Fields as the ticket opens with them. A link fills in, it never sends. */
export function openingFields(asked: TicketRequest): TicketFields {
  return {
    side: asked.side?.toLowerCase() === 'sell' ? 'sell' : 'buy',
    mode: 'firm',
    type: 'LIMIT',
    tif: 'GTC',
    quantity: asked.quantity?.slice(0, 60) ?? '',
    price: asked.price?.slice(0, 60) ?? '',
    cycles: '3',
    userTag: '',
  }
}

export const sendsPrice = (fields: Pick<TicketFields, 'mode' | 'type'>): boolean => fields.mode === 'firm' && fields.type === 'LIMIT'
export const hasLife = (fields: Pick<TicketFields, 'type' | 'tif'>): boolean => fields.type === 'LIMIT' && fields.tif === 'GTC'

const fieldOf: Partial<Record<keyof NewOrder, TicketField>> = {
  quantity: 'quantity',
  price: 'price',
  recv_window: 'cycles',
  side: 'side',
  type: 'type',
  time_in_force: 'tif',
  market_id: 'mode',
  user_tag: 'userTag',
}

const unsent = clientOrderId('unsent')
const notANumber = 'Not a number: type 10 or 0.5.'

export function readTicket(fields: TicketFields, { instrument, nowMs }: TicketInputs): TicketReading {
  const quantity = parseDecimal(fields.quantity.trim())
  const price = parseDecimal(fields.price.trim())
  const errors: Partial<Record<TicketField, string>> = {}
  if (quantity === undefined) errors.quantity = fields.quantity.trim() === '' ? 'Enter a quantity.' : notANumber
  if (sendsPrice(fields) && fields.price.trim() !== '' && price === undefined) errors.price = notANumber
  if (hasLife(fields) && fields.cycles.trim() !== '' && cyclesOf(fields) === undefined)
    errors.cycles = 'Enter a whole number of cycles, 1 to 65534.'
  if (quantity === undefined) return { order: undefined, errors, warnings: [] }

  const order = orderOf(fields, instrument, quantity, price)
  const lookup = { byId: () => instrument, bySymbol: () => instrument }
  const problems = checkOrder({ ...order, client_order_id: unsent }, { ...lookup, nowMs })
  return {
    order,
    errors: { ...errorsOf(problems), ...errors },
    warnings: problems.filter(({ severity }) => severity === 'warn').map(problemText),
  }
}

const cyclesOf = (fields: TicketFields): number | undefined =>
  /^\d{1,9}$/.test(fields.cycles.trim()) ? Number.parseInt(fields.cycles.trim(), 10) : undefined

function orderOf(fields: TicketFields, instrument: Instrument, quantity: Decimal, price: Decimal | undefined): OrderBody {
  const cycles = cyclesOf(fields)
  const tag = fields.userTag.trim()
  return {
    symbol: instrument.symbol,
    market_id: fields.mode === 'firm' ? firmMarket : rfqMarket,
    side: fields.side,
    type: fields.type,
    time_in_force: fields.type === 'MARKET' ? 'IOC' : fields.tif,
    quantity,
    ...(sendsPrice(fields) && price !== undefined ? { price } : {}),
    ...(hasLife(fields) && cycles !== undefined ? { recv_window: cycles } : {}),
    ...(tag === '' ? {} : { user_tag: tag }),
  }
}

function errorsOf(problems: readonly Problem[]): TicketReading['errors'] {
  const errors: Partial<Record<TicketField, string>> = {}
  for (const problem of problems) {
    if (problem.severity === 'block') errors[fieldOf[problem.field] ?? 'root'] ??= problemText(problem)
  }
  return errors
}
