/** Tools of the orders table: cancel all, save, look up an order by its id. */
import { Download, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { QuotesSeen } from '../../../../core/domain/journal-order.ts'
import type { OrderIdSearch } from '../../../links/screen-links.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Popover } from '../../../ui/controls/popover.tsx'
import { RejectedRows } from '../../../ui/panel/rejected-rows.tsx'
import { saveCsv } from '../../../ui/save-file.ts'
import { rfqCsv } from './rfq-csv.ts'
import { useQuotesSeen } from './use-quotes-seen.ts'
import type { Orders } from '../open/use-orders.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import styles from '../orders.module.css'

type IdKind = 'client' | 'order'
const kinds: readonly { readonly value: IdKind; readonly label: string }[] = [
  { value: 'client', label: 'client_order_id' },
  { value: 'order', label: 'order_id' },
]

function OrderLookup({ onLookUp }: { readonly onLookUp: (search: OrderIdSearch) => void }) {
  const [kind, setKind] = useState<IdKind>('client')
  const [id, setId] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = id.trim()
    if (value !== '') onLookUp(kind === 'client' ? { order: value } : { order_id: value })
  }
  return (
    <form className={styles.lookup} onSubmit={submit}>
      <Select label="Kind of id" compact value={kind} options={kinds} onChange={setKind} />
      <TextInput label="Look an order up" hideLabel mono placeholder="Look up an id" value={id} onChange={setId} />
      <IconButton type="submit" size="sm" label="Look up" icon={<Search size={14} />} />
    </form>
  )
}

interface ToolbarProps {
  readonly orders: Orders
  readonly onLookUp: (search: OrderIdSearch) => void
  readonly cancelAll: (() => void) | undefined
}

export function Toolbar({ orders, cancelAll, onLookUp }: ToolbarProps) {
  return (
    <>
      <RejectedRows rows={orders.open.rejectedRows} />
      {cancelAll !== undefined && (orders.open.data?.length ?? 0) > 0 && (
        <Button
          size="sm"
          variant="quiet"
          title="Orders and RFQs, or those of one instrument (Shift X)"
          onClick={cancelAll}
        >
          Cancel all…
        </Button>
      )}
      <SaveRfqs cards={orders.cards} quotes={useQuotesSeen(orders.cards)} />
      <Popover label="Look up an id" icon={<Search size={14} />}>
        <OrderLookup onLookUp={onLookUp} />
      </Popover>
    </>
  )
}

function SaveRfqs({
  cards,
  quotes,
}: {
  readonly cards: readonly RfqCard[]
  readonly quotes: ReadonlyMap<string, QuotesSeen>
}) {
  return (
    <IconButton
      size="sm"
      label="Save the RFQs as CSV, with their quotes and takes"
      icon={<Download size={14} />}
      disabled={cards.length === 0}
      onClick={() => saveCsv(rfqCsv(cards, quotes), 'legwork-rfqs.csv')}
    />
  )
}
