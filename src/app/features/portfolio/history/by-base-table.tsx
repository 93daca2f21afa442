import type { ReactNode } from 'react'
import { dec, type Decimal, formatDecimal, isZero, sum, visibleStep } from '../../../../core/domain/decimal.ts'
import type { Explanation, Parts } from '../../../../core/domain/explain.ts'
import type { Fill } from '../../../../core/domain/fill.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { useFills } from '../../../model/account/use-realised.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { dash } from '../../../ui/format/format-decimal.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { lineLabels } from '../../../ui/order/explain-text.ts'
import styles from './history.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

export function ByBaseTable({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const bases = [...explanation.byBase].filter(([, parts]) => Object.values(parts).some(value => !isZero(value)))
  const [first] = bases
  if (first === undefined) return null
  const names = (Object.keys(first[1]) as (keyof Parts)[]).filter(line =>
    bases.some(([, parts]) => !isZero(parts[line])),
  )
  const total = (parts: Readonly<Parts>): Decimal => sum(Object.values(parts))
  return (
    <table className={styles.byBase} aria-label="Change by underlying">
      <Heads
        of={[
          'By underlying',
          ...names.map(line => ({ name: lineLabels[line].name, title: lineLabels[line].about })),
          'Sum',
        ]}
      />
      <tbody>
        {bases.map(([base, parts]) => (
          <tr key={base}>
            <th scope="row">{base}</th>
            {names.map(line => (
              <td key={line}>
                <Pnl value={parts[line]} places={2} />
              </td>
            ))}
            <td>
              <Pnl value={total(parts)} places={2} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const mostTrades = 50

const priceTitle = ({ isAllotted, isUnknown }: Fill): string | undefined => {
  if (isUnknown === true)
    return 'The legs of this package are not known one by one: no marks of its minute are stored. Their sum is exact.'
  return isAllotted ? 'Package fill allocated to its legs pro rata to marks' : undefined
}

export function SpanTrades({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): ReactNode {
  const fills = useFills()?.fills.filter(fill => fill.atMs > fromMs && fill.atMs <= toMs) ?? []
  if (fills.length === 0) return null
  return (
    <table className={styles.byBase} aria-label="Trades of the span">
      <Heads of={['Trade', 'Size', 'Price', 'At']} />
      <tbody>
        {fills
          .toReversed()
          .slice(0, mostTrades)
          .map(fill => (
            <tr key={fill.id}>
              <th scope="row">
                {fill.side === 'buy' ? 'Bought' : 'Sold'} {shortName(fill.symbol)}
              </th>
              <td>{formatSize(fill.quantity)}</td>
              <td title={priceTitle(fill)}>
                {fill.isUnknown ? dash : formatDecimal(fill.price, { step: visibleStep(dec('0.01'), fill.price) })}
                {fill.isAllotted ? ' *' : ''}
              </td>
              <td>{formatZoned(fill.atMs, 'time')}</td>
            </tr>
          ))}
        {fills.length > mostTrades && (
          <tr>
            <th scope="row" colSpan={4}>
              and {fills.length - mostTrades} before
            </th>
          </tr>
        )}
      </tbody>
    </table>
  )
}
