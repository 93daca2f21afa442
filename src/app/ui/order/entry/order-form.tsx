/** A complete order form: fields, price check, available balance, and Review. */
import { type ReactNode, type Ref, useMemo } from 'react'
import type { OrderFunds } from '../../../../core/domain/account.ts'
import type { Instrument } from '../../../../core/domain/instrument.ts'
import type { MarketEstimate } from '../../../../core/domain/market-estimate.ts'
import type {
  EntryEdit,
  EntryField,
  EntryInputs,
  EntrySummary,
  OrderEntry,
} from '../../../../core/domain/package/order-entry.ts'
import type { Side } from '../../../../core/domain/order.ts'
import type { SizingState } from '../../../../core/domain/risk-size.ts'
import { Banner } from '../../controls/banner.tsx'
import { Button } from '../../controls/button.tsx'
import { FundsLine } from '../funds-line.tsx'
import { problemText } from '../problem-text.ts'
import { SizedFunds } from '../size-from-risk.tsx'
import { useEntryForm } from './entry-form.ts'
import { type EntryErrors, entryErrors } from './entry-text.ts'
import styles from './order-fields.module.css'
import { OrderFields } from './order-fields.tsx'
import type { PriceOffers } from './price-field.tsx'
import { PriceGuardBlock } from './price-guard-block.tsx'
import { type GuardedPrice, usePriceOverride } from './price-override.ts'

interface OrderFormProps {
  readonly entry: OrderEntry
  readonly edit: (edit: EntryEdit) => void
  readonly inputs: () => EntryInputs
  readonly summary: EntrySummary
  readonly market: {
    readonly offers: PriceOffers
    readonly guarded: GuardedPrice
    readonly estimate: MarketEstimate | undefined
    readonly funds: OrderFunds | undefined
  }
  readonly sizing?: SizingState | undefined
  readonly instruments: readonly (Instrument | undefined)[]
  readonly only?: Instrument | undefined
  readonly settled?: ReadonlySet<EntryField> | undefined
  readonly warnings?: readonly string[] | undefined
  readonly refusals?: EntryErrors | undefined
  readonly nowMs: number
  readonly priceRef?: Ref<HTMLInputElement> | undefined
  readonly tone?: Side | undefined
  readonly label?: string | undefined
  readonly submitText?: string | undefined
  readonly disabled?: boolean | undefined
  readonly children?: ReactNode
  /** `isOverridden`: the trader typed the word that accepts the price. */
  readonly review: (isOverridden: boolean) => void
}

const none: EntryErrors = {}

export function OrderForm({
  entry,
  edit,
  inputs,
  summary,
  market,
  sizing,
  refusals = none,
  warnings = [],
  review,
  children,
  ...rest
}: OrderFormProps) {
  const {
    instruments,
    only,
    settled,
    nowMs,
    priceRef,
    tone = entry.side,
    label,
    submitText = 'Review',
    disabled = false,
  } = rest
  const form = useEntryForm({ entry, edit, inputs })
  const errors = useMemo(() => ({ ...refusals, ...entryErrors(summary.problems) }), [summary.problems, refusals])
  const { guarded, funds } = market
  const override = usePriceOverride(guarded)
  const isReady = summary.sendable && !override.isBlocked && !disabled && Object.keys(refusals).length === 0
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={event => {
        event.preventDefault()
        if (isReady || summary.problems.length > 0) form.submit(() => isReady && review(override.isOverridden))
      }}
      noValidate
    >
      {children}
      <OrderFields
        form={form}
        summary={summary}
        errors={errors}
        instruments={instruments}
        only={only}
        settled={settled}
        offers={market.offers}
        nowMs={nowMs}
        priceRef={priceRef}
        estimate={market.estimate}
        belowPrice={
          <PriceGuardBlock {...guarded} override={override} mendTo={price => edit({ kind: 'setPrice', price })} />
        }
      />
      {sizing === undefined ? (
        <FundsLine funds={funds} />
      ) : (
        <SizedFunds
          funds={funds}
          sizing={sizing}
          take={size => edit({ kind: 'type', field: 'quantity', text: size })}
        />
      )}
      {[errors.legs, errors.side].map(error =>
        error === undefined ? null : <Banner key={error} tone="danger" title={error} />,
      )}
      {[...warnings, ...summary.rules.flatMap(rule => (rule.severity === 'warn' ? [problemText(rule)] : []))].map(
        text => (
          <Banner key={text} tone="warning" title={text} />
        ),
      )}
      <Button type="submit" variant={tone ?? 'primary'} disabled={!isReady}>
        {submitText}
      </Button>
    </form>
  )
}
