import type { ExplainFlag, ExplainLine } from '../../../core/domain/explain.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { formatAmount } from '../format/amounts.ts'
import { formatZoned } from '../format/zoned-time.ts'

export const lineLabels: Readonly<Record<ExplainLine, { readonly name: string; readonly about: string }>> = {
  delta: { name: 'Delta', about: 'Price moves: options by their delta to the index, futures and coins in full' },
  gamma: { name: 'Gamma', about: 'What delta changed by while the price moved' },
  vega: { name: 'Vega', about: 'Changes of implied volatility, read off the marks' },
  theta: { name: 'Theta', about: 'Time that passed' },
  vanna: {
    name: 'Vanna',
    about: 'Price and implied volatility moved together: what vega changed by while the price moved',
  },
  volga: { name: 'Volga', about: 'What vega changed by while implied volatility moved' },
  charm: { name: 'Charm', about: 'Price moved while time passed: what delta changed by with time' },
  trades: {
    name: 'Trading P&L',
    about: 'The edge of fills: their price against the mark then. What the market did afterwards is in the greeks',
  },
  settlement: { name: 'Settlement', about: 'Instruments that expired: what they paid less their last mark' },
  funding: { name: 'Funding', about: 'What perpetuals paid or received' },
  cash: {
    name: 'Fees, transfers',
    about: 'Cash that moved and no fill, settlement, funding or unseen trade explains: deposits, withdrawals, fees',
  },
  rest: {
    name: 'Unexplained',
    about: 'What no other line explains: effects of the third order, and positions without greeks',
  },
}

export function flagText(flag: ExplainFlag): { readonly text: string; readonly isWarning: boolean } {
  switch (flag.kind) {
    case 'cash_jump': {
      const amount = formatAmount(flag.amount, { sign: 'always', places: flag.asset === 'USD' ? 2 : 8 })
      return {
        text: `${flag.asset} cash moved by ${amount} without a fill, by ${formatZoned(flag.atMs)}`,
        isWarning: true,
      }
    }
    case 'unseen_trade': {
      const size = formatAmount(flag.size, { sign: 'always' })
      return {
        text: `${shortName(flag.symbol)}: position changed by ${size} with no recorded fill; cost inferred from cash`,
        isWarning: true,
      }
    }
    case 'no_greeks':
      return {
        text: `${shortName(flag.symbol)}: its mark gives no volatility for a while; its move then is in the rest`,
        isWarning: false,
      }
    case 'left_out':
      return { text: `${shortName(flag.name)} could not be valued in USD`, isWarning: true }
    case 'no_positions':
      return { text: 'Some samples have no positions: what happened between them is in Unexplained', isWarning: true }
  }
}
