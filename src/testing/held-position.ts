import type { Balance, Position } from '../core/domain/account.ts'
import { dec, mul, sub, zero } from '../core/domain/decimal.ts'
import { deliverableId } from '../core/domain/ids.ts'
import { micros } from '../core/domain/time.ts'

const heldAt = micros(1_795_000_000_000_000)

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
  timestamp: heldAt,
  side: size.startsWith('-') ? 'short' : 'long',
  size: dec(size),
  average_entry_price: dec(entry),
  mark_price: dec(mark),
  upnl: mul(dec(size), sub(dec(mark), dec(entry))),
  ...more,
})

/** A balance that nothing reserves. */
export const heldBalance = (symbol: string, cash: string, more: Partial<Balance> = {}): Balance => ({
  deliverable_id: deliverableId(2),
  symbol,
  timestamp: heldAt,
  cash_balance: dec(cash),
  reserved_balance: zero,
  available_balance: dec(cash),
  withdrawable_balance: dec(cash),
  ...more,
})
