/** The ticket of a draft: order fields, price check, and available funds. */
import { type Ref, useLayoutEffect, useMemo } from 'react'
import { canonical } from '../../../../core/domain/decimal.ts'
import type { EntryMarket } from '../../../model/account/use-entry-market.ts'
import { useSizing } from '../../../model/account/use-sizing.ts'
import { type EntryForm, type EntryFormInputs, useEntryForm } from '../../../ui/order/entry/entry-form.ts'
import { OrderFields } from '../../../ui/order/entry/order-fields.tsx'
import { PriceGuardBlock } from '../../../ui/order/entry/price-guard-block.tsx'
import type { PriceOverride } from '../../../ui/order/entry/price-override.ts'
import { SizedFunds } from '../../../ui/order/size-from-risk.tsx'
import type { DraftSummary } from '../draft/draft-summary.ts'
import type { Draft } from '../draft/draft.ts'
import styles from './ticket.module.css'

export interface TicketProps {
  readonly draft: Draft
  readonly summary: DraftSummary
  readonly nowMs: number
  readonly fields: EntryFormInputs
  readonly takeForm: (form: EntryForm | undefined) => void
  readonly market: EntryMarket
  readonly isReducing: boolean
  readonly override: PriceOverride
  readonly quantityRef: Ref<HTMLInputElement>
  readonly priceRef: Ref<HTMLInputElement>
}

export function Ticket({
  draft,
  summary,
  nowMs,
  fields,
  takeForm,
  market,
  isReducing,
  override,
  quantityRef,
  priceRef,
}: TicketProps) {
  const form = useEntryForm(fields)
  const instruments = useMemo(() => summary.legs.map(leg => leg.instrument), [summary.legs])
  const sizing = useSizing({ entry: draft, instruments, isReducing, price: market.weighed })
  useLayoutEffect(() => {
    takeForm(form)
    return () => takeForm(undefined)
  })
  return (
    <div className={styles.ticket}>
      <OrderFields
        form={form}
        summary={summary}
        errors={summary.errors}
        instruments={instruments}
        offers={market.offers}
        nowMs={nowMs}
        quantityRef={quantityRef}
        priceRef={priceRef}
        estimate={market.estimate}
        belowPrice={
          <PriceGuardBlock
            {...market.guarded}
            override={override}
            mendTo={price => form.edit({ kind: 'setPrice', price })}
          />
        }
      />
      <SizedFunds
        funds={market.funds}
        sizing={sizing}
        take={size => form.edit({ kind: 'type', field: 'quantity', text: canonical(size) })}
      />
    </div>
  )
}
