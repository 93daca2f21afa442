/**
 * The amendment from the address (`?amend=`), over any screen: a dragged order. A valid price goes straight to review;
 * otherwise the form opens and explains. Mounted once by the app.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { type Decimal, parseDecimal } from '../../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { summariseEntry } from '../../../../core/domain/package/order-entry.ts'
import { parseAmendSearch, withoutAmend } from '../../../links/overlay-links.ts'
import { type Amendable, amendable, openOrderRow } from '../../../model/orders/open-order-rows.ts'
import { useOwnOrders } from '../../../model/orders/use-own-orders.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { useNavigate, useSearch } from '../../../ui/router/use-router.ts'
import { amendedEntry, AmendOrder, reviewAmendment } from './amend-order.tsx'

export function AmendAsked() {
  const search: Record<string, unknown> = useSearch()
  const asked = parseAmendSearch(search)
  return asked === undefined ? null : <Asked key={JSON.stringify(asked)} id={asked.clientOrderId} price={asked.price} />
}

function Asked({ id, price }: { readonly id: string; readonly price: string | undefined }) {
  const navigate = useNavigate()
  const { index } = useInstruments()
  const { open, sent, intents } = useOwnOrders()
  const record = open.data?.find(each => each.client_order_id === id)
  const order = record && amendable(openOrderRow(record, sent.get(id)))
  const close = (): void => navigate({ to: '.', search: withoutAmend, replace: true })
  if (order === undefined) {
    return (
      <Dialog open onClose={close} size="sm" testId="amend-order" title="Amend">
        {open.data === undefined ? (
          <p className="muted">Reading the orders…</p>
        ) : (
          <Banner tone="warning" title="This order is not open any more">
            Nothing was changed.
          </Banner>
        )}
      </Dialog>
    )
  }
  const newPrice = price === undefined ? undefined : parseDecimal(price)
  const asked = { order, sent: intents.find(each => each.client_order_id === id), onClose: close }
  return newPrice === undefined || index === undefined ? (
    <AmendOrder newPrice={newPrice} {...asked} />
  ) : (
    <AtPrice newPrice={newPrice} index={index} {...asked} />
  )
}

interface AtPriceProps {
  readonly order: Amendable
  readonly newPrice: Decimal
  readonly sent: Intent | undefined
  readonly index: InstrumentIndex
  readonly onClose: () => void
}

function AtPrice({ index, ...asked }: AtPriceProps) {
  const { order, newPrice, sent, onClose } = asked
  const [summary] = useState(() =>
    summariseEntry(amendedEntry({ ...order, price: newPrice }, sent), { lookup: index, nowMs: serverNowMs() }),
  )
  const review = useEffectEvent(() => {
    onClose()
    reviewAmendment(order, sent, summary)
  })
  useEffect(() => {
    if (summary.sendable) review()
  }, [summary])
  return summary.sendable ? null : <AmendOrder {...asked} />
}
