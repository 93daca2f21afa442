/** Views of the header's amounts. */
import type { Total } from '../../../../core/account/totals.ts'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { Amount, Pnl } from '../../../ui/format/figures.tsx'
import { formatPnl } from '../../../ui/format/format-decimal.ts'
import { equityNames } from './header-choices.ts'
import { type FigureView, type HeaderData, unknownOf } from './header-stat.tsx'

const leftOutHint = ({ leftOut }: Total) =>
  leftOut.length > 0 ? <span className="warning">without {leftOut.join(', ')}</span> : null

const amountOf = (total: Total) => ({
  value: <Amount value={total.value} places={2} />,
  ...unknownOf(total, known => formatAmount(known, { places: 2 })),
})

export function equityView({ totals }: HeaderData, { equity }: AccountChoices): FigureView {
  const total = totals.equity[equity]
  return { ...amountOf(total), hint: leftOutHint(total), title: `Equity is ${equityNames[equity]}` }
}

export function upnlView({ totals: { upnl, ourUpnl, differing } }: HeaderData): FigureView {
  const unsure =
    ourUpnl.leftOut.length > 0 ? (
      <span className="warning">not recalculated: {ourUpnl.leftOut.join(', ')}</span>
    ) : differing.length === 0 ? null : (
      <>
        <Badge tone="warning" testId="upnl-differs">
          {differing.length === 1 ? '1 row differs' : `${differing.length} rows differ`}
        </Badge>{' '}
        <Pnl value={ourUpnl.value} />
      </>
    )
  return {
    value: <Pnl value={upnl.value} />,
    ...unknownOf(upnl, known => formatPnl(known, { places: 2 })),
    hint: leftOutHint(upnl) ?? unsure,
  }
}

export type BalanceFigure = 'cash' | 'reserved' | 'available' | 'coins'

export function balanceView({ totals }: HeaderData, id: BalanceFigure): FigureView {
  const total = totals[id]
  const amount = amountOf(total)
  return {
    ...amount,
    about: id === 'reserved' || id === 'available' ? ` ${totals.marginAssets.join(' + ')}` : '',
    value: (
      <>
        {amount.value}
        {total.leftOut.length > 0 && <span className="warning"> without {total.leftOut.length}</span>}
      </>
    ),
  }
}
