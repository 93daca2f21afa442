import { canonical, zero } from '../../../../core/domain/decimal.ts'
import { fillsOf } from '../../../../core/domain/order-state.ts'
import type { OrderRecord } from '../../../../core/domain/order.ts'
import { Amount, Figure } from '../../../ui/format/figures.tsx'
import { formatZonedMicros, zoneLabel } from '../../../ui/format/zoned-time.ts'
import styles from '../orders.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

export function ExecutionsTable({ record }: { readonly record: OrderRecord }) {
  const executions = [...record.executions].sort((a, b) => b.utc_timestamp - a.utc_timestamp)
  return (
    <section className={styles.section} aria-label="Executions">
      <h3 className={styles.sectionTitle}>Executions</h3>
      {executions.length === 0 ? (
        <p className="muted">
          {fillsOf(record).filled === zero
            ? 'None yet.'
            : 'The venue lists no executions, although it reports the order as filled.'}
        </p>
      ) : (
        <table className={styles.table}>
          <Heads
            of={[
              `Time, ${zoneLabel()}`,
              { name: 'Quantity', className: styles.number },
              { name: 'Price', className: styles.number },
              'Liquidity',
              'trade_id',
            ]}
          />
          <tbody>
            {executions.map(execution => (
              <tr key={execution.trade_id}>
                <td>{formatZonedMicros(execution.utc_timestamp)}</td>
                <td className={styles.number}>
                  <Amount value={canonical(execution.executed_quantity)} />
                </td>
                <td className={styles.number}>
                  <Figure value={execution.executed_price} />
                </td>
                <td>{execution.liquidity_flag}</td>
                <td>
                  <code>{execution.trade_id}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
