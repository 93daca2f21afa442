/** The newest live RFQs of others in one row, for the foot of a very wide screen. Each opens in the list of all. */
import { type ReactNode, useMemo } from 'react'
import { type FlowState, useFlow } from '../../api/feed/flow.ts'
import type { RfqFlow } from '../../api/feed/rfq-flow.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { rfqSearch } from '../../links/screen-links.ts'
import { useMarket } from '../../model/market/use-market.ts'
import { Age } from '../../ui/format/figures.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { OrderPhrase } from '../../ui/order/order-phrase.tsx'
import { Link } from '../../ui/router/link.tsx'
import { orderOf } from './flow-columns.tsx'
import { type FlowRow, flowRow } from './flow-rows.ts'
import styles from './flow-tape.module.css'
import { useOwnRfq } from './use-flow-rows.ts'

const mostShown = 8

function useNewest(live: RfqFlow['live']): readonly FlowRow[] {
  const { surfaces } = useMarket()
  const isOwn = useOwnRfq()
  return useMemo(
    () =>
      [...live.values()]
        .filter(rfq => !isOwn(rfq))
        .toSorted((a, b) => b.sentMs - a.sentMs)
        .slice(0, mostShown)
        // Margin is not shown here.
        .map(rfq => flowRow(rfq, { surfaces, isOwn, account: undefined, markOf: () => undefined })),
    [live, surfaces, isOwn],
  )
}

function noneText(state: FlowState): string {
  if (state.kind === 'refused') return `The venue refused: ${stripHostile(state.why)}`
  return state.kind === 'live' ? 'None is live.' : 'Waiting for the venue.'
}

export function FlowTape(): ReactNode {
  const { flow, state } = useFlow()
  const rows = useNewest(flow.live)
  return (
    <section className={styles.tape} aria-label="Live RFQs of others" data-testid="flow-tape">
      <h2 className={styles.title}>Everybody’s RFQs</h2>
      {rows.length === 0 ? (
        <p className="muted">{noneText(state)}</p>
      ) : (
        <ol className={styles.rfqs}>
          {rows.map(row => (
            <li key={row.id}>
              <Rfq row={row} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const Rfq = ({ row }: { readonly row: FlowRow }): ReactNode => (
  <Link to="/orders" search={rfqSearch(row.id)} className={styles.rfq}>
    <OrderPhrase {...orderOf(row)} isTwoLines />
    <span className={styles.figures}>
      <span title="Fair value of one, on the surface of this page">
        {row.fair === undefined ? '–' : formatNumber(row.fair, { places: 2 })}
      </span>{' '}
      <span className="muted">
        <Age agoMs={() => serverNowMs() - row.rfq.sentMs} title="Since it was sent" />
      </span>
    </span>
  </Link>
)
