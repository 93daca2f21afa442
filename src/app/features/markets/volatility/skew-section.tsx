/** All expiries as a table: forward, at-the-money and forward volatility, risk reversals, butterflies. */
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import type { ExpiryVolatility } from '../../../../core/pricing/volatility/surface-grid.ts'
import { cx } from '../../../ui/cx.ts'
import { numberText, percentText, pointsText } from './volatility-text.ts'
import styles from './volatility.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

interface SkewSectionProps {
  readonly base: string
  readonly rows: readonly ExpiryVolatility[]
  readonly expiryMs: number
  readonly onExpiry: (expiryMs: number) => void
}

const columns = ['Forward', 'ATM', 'Fwd vol', '25Δ RR', '25Δ BF', '10Δ RR', '10Δ BF'] as const

const titles: Readonly<Partial<Record<(typeof columns)[number], string>>> = {
  'Fwd vol': 'Volatility from the expiry before to this one',
  '25Δ RR': 'Risk reversal: call less put at a delta of 25, in points',
  '25Δ BF': 'Butterfly: mean of call and put at a delta of 25, less at the money, in points',
  '10Δ RR': 'Risk reversal at a delta of 10',
  '10Δ BF': 'Butterfly at a delta of 10',
}

export function SkewSection({ base, rows, expiryMs, onExpiry }: SkewSectionProps) {
  return (
    <section className={styles.section} aria-label="Skew">
      <h3 className={styles.title}>Skew and butterflies</h3>
      {/* Wide tables scroll, and keyboard scrolling needs focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label="Skew and butterflies">
        <table className={styles.table} aria-label={`Skew of ${base}`}>
          <Heads of={['Expiry', ...columns.map(column => ({ name: column, title: titles[column] }))]} />
          <tbody>
            {rows.map(({ expiry, skew, forwardVolatility }) => (
              <tr key={expiry.expiryMs} className={cx(expiry.expiryMs === expiryMs && styles.chosen)}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.link}
                    aria-pressed={expiry.expiryMs === expiryMs}
                    onClick={() => onExpiry(expiry.expiryMs)}
                  >
                    {shortExpiry(expiry.expiryMs)}
                  </button>
                </th>
                <td>{numberText(expiry.forward?.price, 1)}</td>
                <td>{percentText(skew?.atm)}</td>
                <td>{percentText(forwardVolatility)}</td>
                <td>{pointsText(skew?.riskReversal25)}</td>
                <td>{pointsText(skew?.butterfly25)}</td>
                <td>{pointsText(skew?.riskReversal10)}</td>
                <td>{pointsText(skew?.butterfly10)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
