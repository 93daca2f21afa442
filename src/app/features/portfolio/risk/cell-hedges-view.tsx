/** Up to three single-leg hedges of a stress cell, with cost and the worst remaining cell. */
import { decimalFromNumber } from '../../../../core/domain/decimal.ts'
import { ticketSearch } from '../../../links/overlay-links.ts'
import type { CellHedge } from '../../../../core/pricing/hedge/cell-hedges.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Heads, unseenHead } from '../../../ui/controls/heads.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { Link } from '../../../ui/router/link.tsx'
import styles from './risk.module.css'

interface CellHedgesProps {
  readonly hedges: readonly CellHedge[]
  readonly worstNow: number
  readonly previewed: string | undefined
  readonly preview: (symbol: string | undefined) => void
}

const money = (value: number, sign: 'auto' | 'always' = 'auto'): string =>
  formatAmountNumber(value, { places: 0, sign })
const sizeText = (size: number): string =>
  formatAmountNumber(size, { places: 4 })
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

export function CellHedges({ hedges, worstNow, previewed, preview }: CellHedgesProps) {
  if (hedges.length === 0)
    return <p className={styles.fine}>No single leg that is quoted on both sides makes up for this cell.</p>
  return (
    <table className={cx(styles.table, styles.hedges)} aria-label="Hedges of the cell">
      <Heads
        of={[
          'Single leg',
          { name: 'Premium + spread', title: 'Premium, and half the quoted spread on the whole size' },
          { name: 'Worst after', title: `Worst of the table, ${money(worstNow, 'always')} now` },
          unseenHead('Actions'),
        ]}
      />
      <tbody>
        {hedges.map(({ line, side, size, price, premium, spread, worstAfter }) => (
          <tr key={line.symbol}>
            <th scope="row">
              {side === 'buy' ? 'Buy' : 'Sell'} {sizeText(size)} {line.name} at {priceText(price)}
            </th>
            <td>
              {money(premium)} + {money(spread)}
            </td>
            <td className={worstAfter < worstNow ? 'loss' : undefined}>{money(worstAfter, 'always')}</td>
            <td>
              <Button
                size="sm"
                variant="quiet"
                aria-pressed={previewed === line.symbol}
                onClick={() => preview(previewed === line.symbol ? undefined : line.symbol)}
              >
                {previewed === line.symbol ? 'Table now' : 'Table after'}
              </Button>{' '}
              <Link
                to="."
                search={old => ({
                  ...old,
                  ...ticketSearch(line.symbol, { side, quantity: decimalFromNumber(Math.round(size * 1e8) / 1e8) }),
                })}
                className={buttonClass({ variant: 'secondary', size: 'sm' })}
              >
                Ticket
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
