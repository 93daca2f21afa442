/** P&L over time of the trades in the address (`?line=`), in a drawer over any screen. Mounted once by the app. */
import { type ReactNode, useState } from 'react'
import type { SeenTrades } from '../../../core/account/realised-model.ts'
import { boughtAt } from '../../../core/domain/trades/trade-prices.ts'
import type { Trade } from '../../../core/domain/trades/trade.ts'
import { counted } from '../../../core/domain/words.ts'
import { parseLineSearch, withoutLine } from '../../links/overlay-links.ts'
import { useTradeBook } from '../../model/account/use-realised.ts'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { heldPhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { useNavigate, useSearch } from '../../ui/router/use-router.ts'
import { TradeOverTime } from './trade-line-view.tsx'

export function TradeLineDrawer(): ReactNode {
  const asked = parseLineSearch(useSearch())
  return asked === undefined ? null : <Lines key={asked} id={asked} />
}

const nameOf = (trade: Trade): string => {
  const bought = boughtAt(trade)
  return bought === undefined ? `Custom, ${counted(trade.flows.length, 'fill')}` : heldPhrase(bought.legs).text
}

function tradesOf({ open, closed }: SeenTrades, id: string): readonly Trade[] {
  const all = [...open, ...closed]
  const own = all.find(trade => trade.id === id)
  return own === undefined ? all.filter(trade => trade.orders.includes(id)) : [own]
}

function Lines({ id }: { readonly id: string }): ReactNode {
  const navigate = useNavigate()
  const book = useTradeBook()
  const trades = book === undefined ? undefined : tradesOf(book, id)
  const [chosen, setChosen] = useState<string>()
  const trade = trades?.find(each => each.id === chosen) ?? trades?.[0]
  const close = (): void => navigate({ to: '.', search: withoutLine, replace: true })
  return (
    <Drawer
      open
      onClose={close}
      title={trade === undefined ? 'P&L over time' : `${nameOf(trade)} over time`}
      width="lg"
      testId="trade-line"
    >
      {trades === undefined ? (
        <PanelStateView state={{ kind: 'waiting', label: 'Reading the trades' }} />
      ) : trade === undefined ? (
        <PanelStateView state={noTrade} />
      ) : (
        <>
          {trades.length > 1 && (
            <Select
              label={`This order is of ${trades.length} trades`}
              compact
              hideLabel={false}
              value={trade.id}
              options={trades.map(option)}
              onChange={setChosen}
            />
          )}
          <TradeOverTime key={trade.id} trade={trade} />
        </>
      )}
    </Drawer>
  )
}

const noTrade = {
  kind: 'empty',
  title: 'No trade is known of this',
  detail: 'This browser does not have its fills, or it filled before the account was first seen.',
} as const

const option = (trade: Trade) => ({
  value: trade.id,
  label:
    trade.openedMs === undefined
      ? nameOf(trade)
      : `${nameOf(trade)}, opened ${formatZoned(trade.openedMs, 'dayMinutes')}`,
})
