/** Looks an order up by either id, also one that is no longer open. */
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { OrderIdSearch } from '../../../links/screen-links.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import styles from '../orders.module.css'

type IdKind = 'client' | 'order'
const kinds: readonly { readonly value: IdKind; readonly label: string }[] = [
  { value: 'client', label: 'client_order_id' },
  { value: 'order', label: 'order_id' },
]

export function OrderLookup({ onLookUp }: { readonly onLookUp: (search: OrderIdSearch) => void }) {
  const [kind, setKind] = useState<IdKind>('client')
  const [id, setId] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = id.trim()
    if (value !== '') onLookUp(kind === 'client' ? { order: value } : { order_id: value })
  }
  return (
    <form className={styles.lookup} onSubmit={submit}>
      <Select label="Kind of id" hideLabel size="sm" value={kind} options={kinds} onChange={setKind} />
      <TextInput label="Look an order up" hideLabel mono placeholder="Look up an id" value={id} onChange={setId} />
      <IconButton type="submit" size="sm" label="Look up" icon={<Search size={14} />} />
    </form>
  )
}
