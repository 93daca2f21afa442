import type { Position } from '../core/domain/account.ts'
import { dec, mul, sub } from '../core/domain/decimal.ts'
import { deliverableId } from '../core/domain/ids.ts'
import { micros } from '../core/domain/time.ts'

function productOf(symbol: string): string {
  if (symbol.endsWith('PERPETUAL')) return 'perpetual_future'
  return /[CP]$/.test(symbol) ? 'option' : 'future'
}

export const heldPosition = (
  symbol: string,
  size: string,
  entry: string,
  mark: string,
  more: Partial<Position> = {},
): Position => ({
  symbol,
  deliverable_id: deliverableId(9),
  product_type: productOf(symbol),
  timestamp: micros(1_795_000_000_000_000),
  side: size.startsWith('-') ? 'short' : 'long',
  size: dec(size),
  average_entry_price: dec(entry),
  mark_price: dec(mark),
  upnl: mul(dec(size), sub(dec(mark), dec(entry))),
  ...more,
})
