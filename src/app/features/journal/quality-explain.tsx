/** History’s Trading P&L next to what the same fills made against fair value. */
import { type ReactNode, useMemo } from 'react'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { type Decimal, neg } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { msFromMicros } from '../../../core/domain/time.ts'
import { useExplanation } from '../../model/account/use-explanation.ts'
import { useFills } from '../../model/account/use-realised.ts'
import { costOf } from '../../../core/pricing/quality/order-quality.ts'
import { counted } from '../../../core/domain/words.ts'
import { Pnl } from '../../ui/format/figures.tsx'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import styles from './journal.module.css'

/** Fills after `fromMs` until `toMs`, as History counts them; `made` is undefined if none has a fair value. */
export function fillsMade(
  orders: Iterable<JournalOrder>,
  fromMs: number,
  toMs: number,
): { made: Decimal | undefined; unpriced: number } {
  const within = [...orders].map(order => ({
    ...order,
    executions: order.executions.filter(
      ({ utc_timestamp: at }) => msFromMicros(at) > fromMs && msFromMicros(at) <= toMs,
    ),
  }))
  const { costTotal, unpricedFills } = costOf(within)
  return { made: costTotal === undefined ? undefined : neg(costTotal), unpriced: unpricedFills }
}

const noTimes: readonly number[] = []

export function QualityExplain({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): ReactNode {
  const loaded = useSamples()
  const times = useMemo(() => (loaded.status === 'ready' ? loaded.value.map(sample => sample.atMs) : noTimes), [loaded])
  const explained = useExplanation(times, fromMs, toMs)
  const orders = useFills()?.orders
  const fills = useMemo(
    () => (explained && orders ? fillsMade(orders.values(), explained.fromMs, explained.toMs) : undefined),
    [explained, orders],
  )
  if (explained === undefined) return <p className={styles.fine}>Loading History for this time.</p>
  if (explained === null)
    return <p className={styles.fine}>History has fewer than two samples of the account in this time.</p>
  return (
    <p className={styles.fine}>
      History, samples of {formatZoned(explained.fromMs, 'dateMinutes')} to {formatZoned(explained.toMs, 'dateMinutes')}{' '}
      {zoneLabel()}: Trading P&L <Pnl value={explained.lines.trades} places={2} /> USD.
      {fills?.made !== undefined && (
        <>
          {' '}
          Fills of that time against fair: <Pnl value={fills.made} places={2} />.
        </>
      )}
      {fills !== undefined &&
        fills.unpriced > 0 &&
        ` ${counted(fills.unpriced, 'fill')} without a fair value, which History values by marks.`}
    </p>
  )
}
