/**
 * Clients' part of the market summary: instruments with their orders, positions and trades, and those changed since the
 * last summary. It observes the exchange that it returns.
 */
import { add, type Decimal, max, min, mul } from '../../../core/domain/decimal.ts'
import type { EntityId } from '../../../core/domain/ids.ts'
import { firmMarket } from '../../../core/domain/order.ts'
import { dayMs, type EpochMicros, micros, microsFromMs, minuteMs, msFromMicros } from '../../../core/domain/time.ts'
import type { Exchange, ExchangeEvent, Print, InstrumentQuote } from '../exchange.ts'

/**
 * Clients' trades of the last 24 h per instrument: volume, turnover, high, low, last print. Stored in spans of a few
 * minutes, so memory does not grow with activity; the window's start is exact to one span.
 */
export interface TradeStatistics {
  readonly quantity: Decimal
  readonly value: Decimal
  readonly low: Decimal
  readonly high: Decimal
  readonly last: Decimal
  readonly lastMs: number
}

interface Tape {
  add(print: Print): void
  of(id: EntityId, nowMs: number): TradeStatistics | undefined
}

const spanMs = 5 * minuteMs

interface Span extends TradeStatistics {
  readonly from: number
}

export function createTape(): Tape {
  const spans = new Map<EntityId, Span[]>()
  return {
    add({ id, at, price, quantity }) {
      const atMs = msFromMicros(at)
      const from = Math.floor(atMs / spanMs) * spanMs
      const known = (spans.get(id) ?? []).filter(span => span.from > from - dayMs)
      const print: Span = {
        from,
        quantity,
        value: mul(quantity, price),
        low: price,
        high: price,
        last: price,
        lastMs: atMs,
      }
      const open = known.at(-1)
      if (open?.from === from) known[known.length - 1] = { ...together(open, print), from }
      else known.push(print)
      spans.set(id, known)
    },
    of(id, nowMs) {
      const [first, ...others] = (spans.get(id) ?? []).filter(span => span.from > nowMs - dayMs)
      return first === undefined ? undefined : others.reduce<TradeStatistics>(together, first)
    },
  }
}

const together = (a: TradeStatistics, b: TradeStatistics): TradeStatistics => ({
  quantity: add(a.quantity, b.quantity),
  value: add(a.value, b.value),
  low: min(a.low, b.low),
  high: max(a.high, b.high),
  last: b.last,
  lastMs: b.lastMs,
})

export interface InstrumentActivity extends InstrumentQuote {
  readonly traded: TradeStatistics | undefined
}

export interface MarketActivity {
  of(id: EntityId, now: EpochMicros): InstrumentActivity | undefined
  takeChanged(): readonly EntityId[]
}

export function followClients(exchange: Exchange): { readonly exchange: Exchange; readonly activity: MarketActivity } {
  let followed: { readonly touched: Set<EntityId>; readonly tape: Tape } | undefined
  let changed = new Set<EntityId>()
  const hear = (event: ExchangeEvent): void => {
    const ids = touchedBy(event)
    for (const id of ids) changed.add(id)
    if (followed === undefined) return
    for (const id of ids) followed.touched.add(id)
    if (event.kind !== 'trade' || event.trade.legs.length !== 1) return
    const [id] = ids
    if (id !== undefined)
      followed.tape.add({ id, at: event.at, price: event.trade.price, quantity: event.trade.quantity })
  }
  const follow = (now: EpochMicros) => {
    if (followed !== undefined) return followed
    const tape = createTape()
    const { touched, prints } = exchange.touched(micros(Math.max(0, now - microsFromMs(dayMs))))
    for (const print of prints) tape.add(print)
    followed = { touched: new Set([...touched, ...prints.map(print => print.id)]), tape }
    return followed
  }
  return {
    exchange: {
      ...exchange,
      apply(command, now) {
        const applied = exchange.apply(command, now)
        for (const event of applied.events) hear(event)
        return applied
      },
    },
    activity: {
      of(id, now) {
        const { touched, tape } = follow(now)
        return touched.has(id) ? { ...exchange.quoted(id, now), traded: tape.of(id, msFromMicros(now)) } : undefined
      },
      takeChanged() {
        const taken = [...changed]
        changed = new Set()
        return taken
      },
    },
  }
}

function touchedBy(event: ExchangeEvent): EntityId[] {
  switch (event.kind) {
    case 'trade':
      return event.trade.legs.map(leg => leg.tradeable_entity_id)
    case 'settled':
      return [event.tradeable_entity_id]
    case 'order_accepted':
    case 'order_ended': {
      const { market_id, tradeable_entity_id: id } = event.order
      return market_id === firmMarket && id !== undefined ? [id] : []
    }
    default:
      return []
  }
}
