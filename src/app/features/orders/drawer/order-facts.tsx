import { useJournalOrders } from '../../../api/journal/journal-hooks.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { printDraftText } from '../../../../core/domain/draft-text.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { isForcedClose, outcomeWords } from '../../../../core/domain/order-outcome.ts'
import { legsOfOrder } from '../../../../core/domain/trade-story/trade-words.ts'
import { fillsOf } from '../../../../core/domain/order-state.ts'
import { isRfqMarket, type OrderRecord, parseSide, type Side } from '../../../../core/domain/order.ts'
import { useReplacements } from '../../../model/orders/replacements.ts'
import { lifeOf } from '../../../model/orders/order-life.ts'
import { sentOrderOf } from '../../../model/orders/sent-order.ts'
import { slippageOf } from '../../../../core/pricing/quality/order-quality.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { type Definition, DefinitionList } from '../../../ui/controls/definition-list.tsx'
import { LifeBar } from '../../../ui/controls/life-bar.tsx'
import { averagePriceShown, formatSize } from '../../../ui/format/amounts.ts'
import { Time } from '../../../ui/format/figures.tsx'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { EffectiveLegs } from '../../../ui/order/effective-legs.tsx'
import { PackagePrice } from '../../../ui/order/package-price.tsx'
import { shownOrder } from '../../../ui/order/order-phrase.tsx'
import styles from '../orders.module.css'

interface OrderFactsProps {
  readonly record: OrderRecord
  readonly intent: Intent | undefined
  readonly open: boolean
}

function Id({ id }: { readonly id: string }) {
  return (
    <span className={styles.id}>
      <code data-joined={id.includes('/')} title={id}>
        {id}
      </code>
      <CopyButton text={id} label="Copy" />
    </span>
  )
}

function amends(intent: Intent | undefined): Definition[] {
  const first = intent?.context.amends
  return first === undefined ? [] : [{ term: 'amends', value: <Id id={first.orderId ?? first.clientOrderId} /> }]
}

const asText = (record: OrderRecord): string =>
  printDraftText({
    legs: legsOfOrder(record),
    side: parseSide(record.side),
    quantity: record.quantity,
    price: record.price,
  })

const slippageText = (worse: number): string =>
  worse === 0 ? 'at mid' : `${formatNumber(Math.abs(worse), { places: 2 })} ${worse > 0 ? 'worse' : 'better'} than mid`

function useSlippage({ client_order_id: id }: OrderRecord): Definition[] {
  const order = useJournalOrders([id]).get(id)
  if (order === undefined || order.executions.length === 0 || isRfqMarket(order.market_id)) return []
  const worse = slippageOf(order)
  return [
    {
      term: 'Slippage',
      value: worse === undefined ? dash : slippageText(worse),
      title: 'Average price against the mid of the legs when it was sent',
    },
  ]
}

function facts(
  { record, intent, open }: OrderFactsProps,
  slippage: readonly Definition[],
  replacedBy: string | undefined,
): Definition[] {
  const side = parseSide(record.side)
  return [
    {
      term: 'State',
      value: `${outcomeWords(record, { isListed: open, replacedBy, size: value => formatSize(value) })}${intent === undefined && isForcedClose(record) ? ' Closed by the venue (liquidation).' : ''}`,
      title: `order_state ${record.order_state}, cancel_state ${record.cancel_state}`,
    },
    { term: 'Quantity', value: formatSize(record.quantity) },
    {
      term: 'Price',
      value: <PackagePrice price={record.price} legs={legsOfOrder(record)} quantity={record.quantity} side={side} />,
    },
    ...(isRfqMarket(record.market_id) ? [] : fillFacts(record, side)),
    ...slippage,
  ]
}

function fillFacts(record: OrderRecord, side: Side | undefined): Definition[] {
  const { filled, fraction, averagePrice } = fillsOf(record)
  const share = fraction === undefined ? '' : ` (${formatPercent(fraction, { places: 0 })})`
  const priced = { legs: legsOfOrder(record), quantity: filled ?? record.quantity, side }
  return [
    { term: 'Filled', value: filled === undefined ? dash : `${formatSize(filled)}${share}` },
    { term: 'Average fill', value: <PackagePrice price={averagePriceShown(averagePrice)} {...priced} /> },
  ]
}

const recordFacts = (record: OrderRecord, intent: Intent | undefined): Definition[] => [
  {
    term: 'Market',
    value: record.market_id === '' ? 'not said' : isRfqMarket(record.market_id) ? 'RFQ' : 'firm',
    title: `market_id ${record.market_id}`,
  },
  { term: 'Type', value: record.type },
  { term: 'Side on the wire', value: record.side },
  ...(record.order_id === undefined ? [] : [{ term: 'order_id', value: <Id id={record.order_id} /> }]),
  { term: 'client_order_id', value: <Id id={record.client_order_id} /> },
  { term: 'symbol', value: <Id id={record.symbol} /> },
  ...amends(intent),
]

export function OrderFacts(props: OrderFactsProps) {
  useAmountsHidden()
  const { record, intent, open } = props
  const slippage = useSlippage(record)
  const replacedBy = shownOrder(useReplacements().get(record.client_order_id))
  const legs = legsOfOrder(record)
  const side = parseSide(record.side)
  const life = open && intent !== undefined ? lifeOf(sentOrderOf(intent)) : undefined
  return (
    <section className={styles.section} aria-label="Facts">
      {legs.length > 1 && side !== undefined && <EffectiveLegs legs={legs} side={side} quantity={record.quantity} />}
      <DefinitionList columns={2} items={facts(props, slippage, replacedBy)} />
      {life !== undefined && (
        <div className={styles.life}>
          <LifeBar {...life} nowMs={serverNowMs} />
          <span className="muted">
            {life.isWithLegs ? 'ends with its legs, between' : 'ends between'}{' '}
            <Time ms={life.endEarliestMs} form="minutes" /> and <Time ms={life.endLatestMs} form="minutes" />
          </span>
        </div>
      )}
      <details>
        <summary>Ids and form at the venue</summary>
        <DefinitionList items={recordFacts(record, intent)} />
      </details>
      <span>
        <CopyButton text={asText(record)} label="Copy as text" />
      </span>
    </section>
  )
}
