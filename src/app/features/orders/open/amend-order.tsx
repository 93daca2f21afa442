/** Amends price, size or life of a live firm order, with the usual checks and review. */
import { useCallback, useMemo, useReducer } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { useOrderBook } from '../../../api/market/market-hooks.ts'
import { desk } from '../../../api/order-desk/desk.ts'
import { serverNowMs, useServerClock } from '../../../api/venue/clock.ts'
import { canonical, dec, type Decimal, lt } from '../../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { phraseOf, titleOf } from '../../../../core/domain/trade-story/trade-words.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { type AmendedOrder, linksOf } from '../../../../core/domain/order-context.ts'
import {
  editEntry,
  type EntryField,
  type EntrySummary,
  type OrderEntry,
  summariseEntry,
} from '../../../../core/domain/package/order-entry.ts'
import { priceStepOf } from '../../../../core/domain/package/package-leg.ts'
import { priceText } from '../../../../core/domain/price-entry.ts'
import { useEntryMarket } from '../../../model/account/use-entry-market.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { BookLevels } from '../../../ui/order/book-levels.tsx'
import { OrderForm } from '../../../ui/order/entry/order-form.tsx'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { packagePriceText } from '../../../ui/order/package-price.tsx'
import type { Amendable } from '../../../model/orders/open-order-rows.ts'

/** Default for an order of another program, since its own cycles are unknown. */
const usualCycles = 3
const bookDepth = 5
const settled: ReadonlySet<EntryField> = new Set(['side', 'mode', 'type', 'tif'])

export function amendedEntry({ row, side, price, remaining }: Amendable, sent: Intent | undefined): OrderEntry {
  const { minimum_quantity: least, user_tag: tag, recv_window: cycles } = sent?.order ?? {}
  return {
    legs: row.legs,
    side,
    mode: 'firm',
    type: 'LIMIT',
    tif: 'GTC',
    quantity: canonical(remaining),
    price: priceText(price, side, row.legs.length === 1),
    cycles: String(cycles ?? usualCycles),
    minimumQuantity: least === undefined || lt(remaining, least) ? '' : least,
    userTag: tag ?? '',
  }
}

export function replaced({ row, price, remaining, filled }: Amendable, sent: Intent | undefined): AmendedOrder {
  const { client_order_id: clientOrderId, order_id: orderId } = row.record
  const before = { price, quantity: remaining, cycles: sent?.order.recv_window ?? usualCycles }
  return { clientOrderId, filled, before, ...(orderId === undefined ? {} : { orderId }) }
}

export function reviewAmendment(
  order: Amendable,
  sent: Intent | undefined,
  summary: EntrySummary,
  isOverridden = false,
): void {
  const { order: body, wire } = summary
  if (body === undefined || wire === undefined) return
  const overridden = isOverridden ? body.price : undefined
  const amends = replaced(order, sent)
  desk.draft(body, { title: titleOf(order.row), legs: wire.legs, ...linksOf(sent?.context), amends, overridden })
}

interface AmendOrderProps {
  readonly order: Amendable
  readonly newPrice?: Decimal | undefined
  readonly sent: Intent | undefined
  readonly onClose: () => void
}

export function AmendOrder(props: AmendOrderProps) {
  const { index } = useInstruments()
  return (
    <Dialog
      open
      onClose={props.onClose}
      size="sm"
      testId="amend-order"
      title={`Amend: ${shownPhrase(props.order.row)}`}
    >
      {index === undefined ? <p className="muted">Reading the instruments…</p> : <AmendForm {...props} index={index} />}
    </Dialog>
  )
}

function AmendForm({
  order,
  newPrice = order.price,
  sent,
  onClose,
  index,
}: AmendOrderProps & { readonly index: InstrumentIndex }) {
  const { row, side } = order
  const { nowMs } = useServerClock()
  const [entry, dispatch] = useReducer(editEntry<OrderEntry>, amendedEntry({ ...order, price: newPrice }, sent))
  const inputs = useCallback(() => ({ lookup: index, nowMs: serverNowMs() }), [index])
  const summary = summariseEntry(entry, { lookup: index, nowMs: nowMs() })
  const instruments = useMemo(() => row.legs.map(leg => index.bySymbol(leg.symbol)), [row.legs, index])
  const market = useEntryMarket({
    entry,
    summary,
    instruments,
    isReducing: false,
    replaces: row.record.client_order_id,
  })
  const phrase = phraseOf(row)
  const review = (isOverridden: boolean): void => {
    if (!summary.sendable) return
    onClose()
    reviewAmendment(order, sent, summary, isOverridden)
  }
  const priced = { legs: row.legs, quantity: order.remaining, side }
  return (
    <OrderForm
      {...{ entry, edit: dispatch, inputs, summary, market, instruments, review, settled }}
      only={instruments.length === 1 ? instruments[0] : undefined}
      tone={phrase.side}
      nowMs={nowMs()}
    >
      <p className="muted">
        This venue has no amendment: this order is cancelled first, then the new one is sent for the rest. If the venue
        refuses the new one, nothing works any more; this order is then offered to you again.
      </p>
      <BookLevels
        book={useOrderBook(row.record.symbol, bookDepth)}
        depth={bookDepth}
        step={priceStepOf(instruments) ?? dec('0.01')}
        priceText={row.legs.length > 1 ? price => packagePriceText(price, priced) : undefined}
        onPrice={(_, price) => dispatch({ kind: 'setPrice', price })}
        pressTitle={(_, price) => `Use ${price} as the price; sends nothing`}
      />
    </OrderForm>
  )
}
