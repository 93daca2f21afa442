export const wirePosition = {
  symbol: 'BTC-20261225-100000C',
  deliverable_id: '412',
  product_type: 'option',
  timestamp: '1795000000000000000',
  side: 'short',
  size: '-2.5',
  average_entry_price: '1500.0',
  mark_price: '1612.25',
  upnl: '-280.625',
  margin_value: '12.0',
} as const

export const wireBalance = (symbol: string, cash = '10.0') => ({
  deliverable_id: '2',
  symbol,
  timestamp: '1795000000000000',
  cash_balance: cash,
  reserved_balance: '0.0',
  available_balance: cash,
  withdrawable_balance: cash,
})
