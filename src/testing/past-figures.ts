import type { AccountTotals } from '../core/account/account-model.ts'
import type { BalanceRow } from '../core/account/balance-rows.ts'
import type { DayChange } from '../core/account/day-change.ts'
import type { PositionRow } from '../core/account/position-rows.ts'
import type { SeenRealised } from '../core/account/realised-model.ts'
import { equityDefinitions, dayStarts } from '../core/account/parse-account-choices.ts'
import { canonical, type Decimal } from '../core/domain/decimal.ts'
import type { EquityDefinition } from '../core/domain/equity.ts'
import type { DayStart } from '../core/domain/thinning.ts'
import type { NetGreeks } from '../core/pricing/portfolio/net-greeks.ts'

export interface PortfolioFigures {
  readonly rows: readonly PositionRow[] | undefined
  readonly balanceRows: readonly BalanceRow[]
  readonly totals: AccountTotals
  readonly net: NetGreeks | undefined
  readonly realised: SeenRealised | undefined
  readonly changeSince: (definition: EquityDefinition, start: DayStart) => DayChange | undefined
}

const text = (value: Decimal | undefined): string | undefined => (value === undefined ? undefined : canonical(value))

const totalIds = [
  'cash',
  'collateral',
  'reserved',
  'available',
  'coins',
  'optionValue',
  'optionUpnl',
  'futuresUpnl',
  'upnl',
  'ourUpnl',
] as const

const rowFigures = (row: PositionRow) => ({
  symbol: row.symbol,
  side: row.side,
  product: row.product,
  quote: row.quote,
  size: text(row.size),
  entry: text(row.entry),
  mark: text(row.mark),
  upnl: text(row.upnl),
  percent: row.upnlFraction,
  ours: text(row.ourUpnl),
  differs: row.differs,
  value: text(row.value),
  margin: text(row.marginValue),
  greeks: row.greeks,
})

const balanceFigures = ({ symbol, cash, reserved, available, withdrawable, rate, usdValue }: BalanceRow) =>
  [symbol, ...[cash, reserved, available, withdrawable, rate?.rate, usdValue].map(text)] as const

export function figuresOf({ rows, balanceRows, totals, net, realised, changeSince }: PortfolioFigures) {
  return {
    rows: rows?.map(rowFigures),
    balances: balanceRows.map(balanceFigures),
    totals: Object.fromEntries(totalIds.map(id => [id, text(totals[id].value)])),
    equity: Object.fromEntries(equityDefinitions.map(each => [each, text(totals.equity[each].value)])),
    net: net && [
      net.deltaUsd,
      net.gammaUsd,
      net.vegaPerVolPoint,
      net.thetaPerDay,
      net.vannaUsd,
      net.charmUsd,
      net.priced,
      net.of,
    ],
    realised: realised && [text(realised.total), text(realised.funding), realised.closings.length, realised.sinceMs],
    day: equityDefinitions.flatMap(definition => dayStarts.map(start => changeSince(definition, start))),
  }
}
