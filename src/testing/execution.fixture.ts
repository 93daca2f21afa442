import { dec } from '../core/domain/decimal.ts'
import type { Fill } from '../core/domain/fill.ts'
import { tradeId } from '../core/domain/ids.ts'
import type { Execution } from '../core/domain/order.ts'
import { type EpochMicros, micros } from '../core/domain/time.ts'

export const testExecution = (
  quantity: string | number,
  price: string | number,
  id: string,
  utc_timestamp: EpochMicros = micros(1),
): Execution => ({
  utc_timestamp,
  executed_quantity: dec(quantity),
  executed_price: dec(price),
  trade_id: tradeId(id),
  liquidity_flag: 'taken',
})

export const testFill = (
  symbol: string,
  side: Fill['side'],
  quantity: string,
  price: string,
  more: Partial<Fill> = {},
): Fill => ({
  id: `${symbol} ${side} ${quantity}`,
  order: 'o',
  trade: '1',
  symbol,
  side,
  quantity: dec(quantity),
  price: dec(price),
  atMs: 0,
  isAllotted: false,
  ...more,
})
