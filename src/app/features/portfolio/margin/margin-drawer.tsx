/** Margin details: by underlying with liquidation prices, and by position. */
import { gapText } from '../../../../core/account/gap.ts'
import { type BaseUse, type LegMargin, legMargins } from '../../../../core/account/margin-model.ts'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { AccountMargin } from '../../../model/account/use-margin.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { Drawer } from '../../../ui/controls/drawer.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { formatAmount, formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash, formatPercent } from '../../../ui/format/format-decimal.ts'
import { usedText } from '../../../ui/order/margin-text.ts'
import styles from './margin.module.css'

interface MarginDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly margin: AccountMargin
  readonly portfolio: Portfolio
}

export const MarginDrawer = ({ open, onClose, margin, portfolio }: MarginDrawerProps) => (
  <Drawer open={open} onClose={onClose} title="Margin" width="lg" testId="margin-drawer">
    {open ? <Content margin={margin} portfolio={portfolio} /> : null}
  </Drawer>
)

const money = (value: number): string => formatAmountNumber(value, { places: 0 })

function Content({ margin, portfolio }: Pick<MarginDrawerProps, 'margin' | 'portfolio'>) {
  const { use, gap, account, model, hasRules } = margin
  const rows = portfolio.positionRows ?? []
  const legs = account === undefined ? undefined : legMargins(account, rows)
  return (
    <div className={styles.content}>
      {use === undefined ? (
        <p className="warning">Not known{gap === undefined ? '' : `: ${gapText(gap)}`}.</p>
      ) : (
        <p className={styles.sum}>
          {formatAmount(use.bound, { places: 2 })} bound of {formatAmount(use.collateral, { places: 2 })}{' '}
          {use.assets.join(' + ')}, {usedText(use.fraction)}; available {formatAmount(use.available, { places: 2 })}
        </p>
      )}
      <p>
        Bound is cash less available as the venue reports them: initial margin of positions and open orders. Coins cover
        no margin and are in neither. Amber from 60 %, red from 85 %.
      </p>
      {model === undefined ? (
        <p className={styles.fine}>
          {hasRules
            ? 'Some inputs of the margin calculation could not be read.'
            : 'This venue reports no maintenance margin, and not how it margins: no liquidation price is estimated.'}
        </p>
      ) : (
        <>
          <Bases bases={model.bases} />
          <p className={styles.fine}>
            By the sandbox’s scenario model: initial ±30 % and 3 % for each net short option, maintenance ±15 % and 1.5
            %. Recalculated initial {money(model.initial)}, reported by the venue{' '}
            {use === undefined ? dash : money(toNumber(use.bound))}. A liquidation price moves one underlying alone, at
            once; every volatility and all other underlyings stay. Futures and perpetuals move from their marks, by the
            shock of the index.
            {model.bases.some(each => each.initial < 0 || each.maintenance < 0) &&
              ' A negative figure is a profit that the shock cannot take away: a credit to the other underlyings.'}
          </p>
        </>
      )}
      {legs !== undefined && legs.length > 0 && <Legs legs={legs} rows={rows} />}
      {legs === undefined && <Reported rows={rows} />}
    </div>
  )
}

function Bases({ bases }: { readonly bases: readonly BaseUse[] }) {
  const side = (price: number | undefined, { index, liquidation }: BaseUse): string => {
    if (liquidation.isNow) return 'now'
    return price === undefined
      ? dash
      : `${priceText(price)} (${formatPercent(price / index - 1, { sign: 'always', places: 0 })})`
  }
  return (
    <table className={styles.table} aria-label="Margin by underlying">
      <Heads
        of={[
          'Underlying',
          'Initial, USD',
          'Maintenance, USD',
          { name: 'Worst at', className: styles.wide },
          'Liquidation below',
          'Liquidation above',
        ]}
      />
      <tbody>
        {bases.map(each => (
          <tr key={each.base}>
            <th scope="row">
              {each.base} {priceText(each.index)}
            </th>
            <td>{money(each.initial)}</td>
            <td>{money(each.maintenance)}</td>
            <td className={styles.wide}>{each.worstAt === undefined ? 'marks' : priceText(each.worstAt)}</td>
            <td>{side(each.liquidation.below, each)}</td>
            <td>{side(each.liquidation.above, each)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shownAtMost = 60

const reported = (row: PositionRow | undefined): string =>
  row?.marginValue === undefined ? dash : money(toNumber(row.marginValue))

function Legs({ legs, rows }: { readonly legs: readonly LegMargin[]; readonly rows: readonly PositionRow[] }) {
  const bySymbol = new Map(rows.map(row => [row.symbol, row]))
  return (
    <table className={styles.table} aria-label="Margin by position">
      <Heads of={['Position', 'Closing it frees, USD', 'Alone (venue), USD']} />
      <tbody>
        {legs.slice(0, shownAtMost).map(leg => (
          <tr key={leg.symbol}>
            <th scope="row">{leg.name}</th>
            <td>{money(leg.frees)}</td>
            <td>{reported(bySymbol.get(leg.symbol))}</td>
          </tr>
        ))}
        {legs.length > shownAtMost && (
          <tr>
            <th scope="row" colSpan={3}>
              {legs.length - shownAtMost} more positions need less
            </th>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Reported({ rows }: { readonly rows: readonly PositionRow[] }) {
  const known = rows.filter(row => row.marginValue !== undefined)
  if (known.length === 0) return null
  const margin = (row: PositionRow): number => (row.marginValue === undefined ? 0 : toNumber(row.marginValue))
  return (
    <table className={styles.table} aria-label="Margin by position">
      <Heads of={['Position', 'Reported by the venue']} />
      <tbody>
        {[...known]
          .sort((a, b) => margin(b) - margin(a))
          .slice(0, shownAtMost)
          .map(row => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>{reported(row)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
