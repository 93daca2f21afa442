/** Faults planted between exchange and clients; a history must find each. */
import { isRfqMarket, type OrderRecord } from '../../core/domain/order.ts'
import { add, dec } from '../../core/domain/decimal.ts'
import { clientOrderId } from '../../core/domain/ids.ts'
import type { Exchange, ExchangeEvent } from '../../exchange/sandbox/exchange.ts'

export const plants = {
  'forgets an order': 'a look-up finds what was accepted',
  'takes a repeated order twice': 'a repeated order gets its first answer',
  'keeps an ended order in its book': 'what is in a book is a working order',
  'drops an order from its book': 'a working order is in the book',
  'keeps an order of an expired instrument': 'an expired instrument has no order',
  'never ends an RFQ': 'an RFQ ends within its life',
  'never ends an order': 'an order ends with its cycles',
  'shows a partly filled order as whole': 'a working order is in the book',
  'does not push an end': 'pushes of an account come to its open orders',
  'does not push a fill of what rests': 'pushes of an account come to its open orders',
  'does not push the end of an RFQ': 'pushes of RFQs come to those that live',
} as const
export type Plant = keyof typeof plants

export function pushed(events: readonly ExchangeEvent[], plant: Plant | undefined): readonly ExchangeEvent[] {
  return events.flatMap(event => {
    if (event.kind === 'order_ended' && isRfqMarket(event.order.market_id)) {
      // Its own account still receives the event.
      if (plant === 'does not push the end of an RFQ') return [{ ...event, order: { ...event.order, market_id: '0' } }]
    }
    const isLost =
      (plant === 'does not push an end' && event.kind === 'order_ended' && event.reason === 'timeout') ||
      (plant === 'does not push a fill of what rests' &&
        event.kind === 'execution' &&
        event.order.executions[event.index]?.liquidity_flag === 'added')
    return isLost ? [] : [event]
  })
}

/** `memory` survives kills of the exchange. */
export interface PlantMemory {
  readonly ended: { readonly account: string; readonly order: OrderRecord; readonly reason: string }[]
  readonly ids: Set<string>
}

export function planted(exchange: Exchange, plant: Plant | undefined, memory: PlantMemory): Exchange {
  if (plant === undefined) return exchange
  const stale = (account: string, reason: string): OrderRecord[] =>
    memory.ended.filter(each => each.account === account && each.reason === reason).map(each => each.order)
  const noting: Exchange = {
    ...exchange,
    apply(command, now) {
      const applied = exchange.apply(command, now)
      for (const event of applied.events) if (event.kind === 'order_ended') memory.ended.push(event)
      return applied
    },
  }
  switch (plant) {
    case 'forgets an order':
      return {
        ...noting,
        orderDetails: (account, key, now) =>
          'client_order_id' in key ? undefined : noting.orderDetails(account, key, now),
      }
    case 'takes a repeated order twice':
      return {
        ...noting,
        apply(command, now) {
          if (command.kind !== 'place') return noting.apply(command, now)
          const id = `${command.account} ${command.order.client_order_id}`
          const isRepeated = memory.ids.has(id)
          memory.ids.add(id)
          if (!isRepeated) return noting.apply(command, now)
          return noting.apply(
            { ...command, order: { ...command.order, client_order_id: clientOrderId(`again-${memory.ids.size}`) } },
            now,
          )
        },
      }
    case 'keeps an ended order in its book':
      return {
        ...noting,
        orderBook(symbol, depth, now) {
          const book = noting.orderBook(symbol, depth, now)
          const gone = memory.ended.find(
            ({ order }) => order.symbol === symbol && order.price !== undefined && order.market_id === '0',
          )
          if (book === undefined || gone?.order.price === undefined) return book
          return {
            ...book,
            sell: [...book.sell, { price: add(gone.order.price, dec('1')), quantity: gone.order.quantity }],
          }
        },
      }
    case 'drops an order from its book':
      return {
        ...noting,
        orderBook(symbol, depth, now) {
          const book = noting.orderBook(symbol, depth, now)
          return book === undefined ? undefined : { ...book, buy: book.buy.slice(1) }
        },
      }
    case 'keeps an order of an expired instrument':
      return {
        ...noting,
        openOrders: (account, now) => [...noting.openOrders(account, now), ...stale(account, 'supervisory')],
      }
    case 'never ends an RFQ':
    case 'never ends an order': {
      const isStale = (order: OrderRecord): boolean => isRfqMarket(order.market_id) === (plant === 'never ends an RFQ')
      return {
        ...noting,
        openOrders: (account, now) => [
          ...noting.openOrders(account, now),
          ...stale(account, 'timeout').filter(isStale),
        ],
      }
    }
    case 'shows a partly filled order as whole':
      return {
        ...noting,
        openOrders: (account, now) => noting.openOrders(account, now).map(order => ({ ...order, executions: [] })),
      }
    default:
      return noting
  }
}
