import { dec } from '../core/domain/decimal.ts'
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
