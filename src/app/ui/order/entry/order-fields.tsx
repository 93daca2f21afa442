/** Order fields for an instrument or a package. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { capital } from '../../../../core/domain/words.ts'
import { canonical, type Decimal, max, parseDecimal } from '../../../../core/domain/decimal.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import type { Instrument } from '../../../../core/domain/instrument.ts'
import type { MarketEstimate } from '../../../../core/domain/market-estimate.ts'
import { earliestExpiryMs } from '../../../../core/domain/order-ends.ts'
import {
  type EntryField,
  type EntrySummary,
  type EntryTexts,
  hasLife,
  isAwaited,
  sendsPrice,
} from '../../../../core/domain/package/order-entry.ts'
import { priceStepOf } from '../../../../core/domain/package/package-leg.ts'
import { DecimalInput } from '../../controls/decimal-input.tsx'
import { Segmented } from '../../controls/segmented.tsx'
import { TextInput } from '../../controls/text-input.tsx'
import { lifeRange, lifeText } from '../life-text.ts'
import { MarketEstimateSlot } from '../market-estimate-slot.tsx'
import type { EntryForm } from './entry-form.ts'
import type { EntryErrors } from './entry-text.ts'
import styles from './order-fields.module.css'
import { PriceField, type PriceOffers } from './price-field.tsx'

export interface OrderFieldsProps {
  readonly form: EntryForm
  readonly summary: EntrySummary
  readonly errors: EntryErrors
  readonly instruments: readonly (Instrument | undefined)[]
  readonly offers: PriceOffers
  readonly nowMs: number
  readonly quantityRef?: Ref<HTMLInputElement> | undefined
  readonly priceRef?: Ref<HTMLInputElement> | undefined
  readonly only?: Instrument | undefined
  readonly settled?: ReadonlySet<EntryField> | undefined
  readonly belowPrice?: ReactNode
  readonly estimate?: MarketEstimate | undefined
}

const sides = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const
const directions = [
  { value: 'buy', label: 'As built' },
  { value: 'sell', label: 'Opposite' },
] as const
const modes = [
  { value: 'rfq', label: 'RFQ', hint: 'Makers see legs, size and side; nothing executes until you take a quote' },
  { value: 'firm', label: 'Firm order', hint: 'May execute at once' },
] as const
const types = [
  { value: 'LIMIT', label: 'LIMIT' },
  { value: 'MARKET', label: 'MARKET' },
] as const

const noFields: ReadonlySet<EntryField> = new Set()

export function OrderFields(props: OrderFieldsProps) {
  const { instruments, quantityRef, only, settled = noFields } = props
  const quantity = (
    <Amount
      {...props}
      {...(isQuantityAwaited(props)
        ? { errors: {}, hint: only === undefined ? props.errors.quantity : undefined }
        : {})}
      name="quantity"
      label="Quantity"
      step={quantityStep(instruments)}
      inputRef={quantityRef}
    />
  )
  const terms = useTerms(props)
  return (
    <div className={styles.fields}>
      {settled.has('side') ? null : <SideRow {...props} />}
      <PriceSlot {...props} />
      {props.belowPrice}
      {settled.has('minimumQuantity') ? (
        <>
          <div className={styles.row}>
            {quantity}
            <Tif {...props} />
          </div>
          <LifeField {...props} />
        </>
      ) : (
        <>
          <div className={only === undefined ? styles.priceRow : styles.row}>
            {quantity}
            {only === undefined ? terms.line : <SizeNote instrument={only} isAwaited={isQuantityAwaited(props)} />}
          </div>
          {only === undefined ? null : terms.line}
          {terms.fields}
        </>
      )}
    </div>
  )
}

function useTerms(props: OrderFieldsProps): { readonly line: ReactNode; readonly fields: ReactNode } {
  const { errors, instruments, only } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isShown = isOpen || [errors.cycles, errors.minimumQuantity, errors.userTag].some(error => error !== undefined)
  const text = useTermsText(props)
  const isPackage = instruments.length > 1
  const line = (
    <button
      type="button"
      className={styles.terms}
      aria-label={`Order terms: ${text}`}
      aria-expanded={isShown}
      aria-controls={isShown ? id : undefined}
      onClick={() => setOpen(!isOpen)}
    >
      <span>{text}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
  )
  const fields = isShown ? (
    <div id={id} className={styles.fields}>
      <TypeRow {...props} />
      <div className={styles.row}>
        <LifeField {...props} />
        <Tag {...props} />
      </div>
      {only === undefined ? (
        <Amount
          {...props}
          name="minimumQuantity"
          label="Minimum quantity"
          step={quantityStep(instruments)}
          disabled={!isPackage}
          placeholder={isPackage ? 'no minimum' : 'multi-leg only'}
        />
      ) : null}
    </div>
  ) : null
  return { line, fields }
}

function useTermsText({ form: { control }, instruments, nowMs }: OrderFieldsProps): string {
  const [mode, type, tif, cycles] = useWatch({ control, name: ['mode', 'type', 'tif', 'cycles'] })
  const [minimum, tag] = useWatch({ control, name: ['minimumQuantity', 'userTag'] })
  const kind = mode === 'rfq' ? '' : type === 'MARKET' ? 'Market' : 'Limit'
  const life = hasLife({ mode, type, tif })
    ? lifeText(cyclesOf(cycles), nowMs, legsEndMs(instruments))
    : 'immediate or cancel'
  const rare = [minimum.trim() === '' ? '' : `minimum ${minimum}`, tag.trim() === '' ? '' : `tag ${tag}`]
  return capital([kind, life, ...rare].filter(Boolean).join(', '))
}

const cyclesOf = (text: string): number => Number.parseInt(parseDecimal(text.trim()) ?? '0', 10)
const legsEndMs = (instruments: OrderFieldsProps['instruments']): number | undefined =>
  earliestExpiryMs(instruments.flatMap(one => one?.symbol ?? []))

const isFieldAwaited = ({ problems }: EntrySummary, name: EntryField): boolean =>
  problems.some(problem => problem.field === name && isAwaited(problem))
const isQuantityAwaited = ({ summary }: Pick<OrderFieldsProps, 'summary'>): boolean =>
  isFieldAwaited(summary, 'quantity')

function SideRow({ form: { control, edit }, only }: OrderFieldsProps) {
  const isPackage = only === undefined
  return (
    <div className={styles.row}>
      <Controller
        control={control}
        name="side"
        render={({ field }) => (
          <Segmented<'buy' | 'sell' | ''>
            label={isPackage ? 'Direction' : 'Side'}
            hideLabel
            tone={isPackage ? 'accent' : 'side'}
            value={field.value ?? ''}
            options={isPackage ? directions : sides}
            onChange={side => (side === '' ? undefined : edit({ kind: 'setSide', side }))}
            wide
          />
        )}
      />
      <Controller
        control={control}
        name="mode"
        render={({ field }) => (
          <Segmented
            label="Order type"
            hideLabel
            value={field.value}
            options={modes}
            onChange={mode => edit({ kind: 'setMode', mode })}
            wide
          />
        )}
      />
    </div>
  )
}

function TypeRow(props: OrderFieldsProps) {
  const { control, edit } = props.form
  const mode = useWatch({ control, name: 'mode' })
  // An RFQ has neither.
  if (mode === 'rfq') return null
  return (
    <div className={styles.row}>
      <Controller
        control={control}
        name="type"
        render={({ field }) => (
          <Segmented
            label="Type"
            value={field.value}
            options={types}
            onChange={to => edit({ kind: 'setType', type: to })}
            wide
          />
        )}
      />
      <Tif {...props} />
    </div>
  )
}

function Tif({ form: { control, edit } }: OrderFieldsProps) {
  const type = useWatch({ control, name: 'type' })
  const tifs = [
    { value: 'GTC', label: 'GTC', hint: 'Good for the given number of cycles', disabled: type === 'MARKET' },
    { value: 'IOC', label: 'IOC', hint: 'Immediate or cancel' },
  ] as const
  return (
    <Controller
      control={control}
      name="tif"
      render={({ field }) => (
        <Segmented
          label="Time in force"
          value={field.value}
          options={tifs}
          onChange={tif => edit({ kind: 'setTif', tif })}
          wide
        />
      )}
    />
  )
}

function PriceSlot({
  form: { control, edit },
  instruments,
  errors,
  offers,
  summary,
  priceRef,
  only,
  estimate,
}: OrderFieldsProps) {
  const [mode, type, side] = useWatch({ control, name: ['mode', 'type', 'side'] })
  if (mode === 'rfq') return null
  if (!sendsPrice({ mode, type }))
    return <MarketEstimateSlot side={side ?? 'buy'} estimate={estimate} isPackage={only === undefined} />
  return (
    <Controller
      control={control}
      name="price"
      render={({ field }) => (
        <PriceField
          price={field.value}
          side={side}
          setPrice={text => {
            // Updates the field immediately: a delayed value would move the caret.
            field.onChange(text)
            edit({ kind: 'type', field: 'price', text })
          }}
          take={price => edit({ kind: 'setPrice', price })}
          step={priceStepOf(instruments)}
          error={isFieldAwaited(summary, 'price') ? undefined : errors.price}
          offers={offers}
          summary={summary}
          inputRef={priceRef}
          isSingle={only !== undefined}
        />
      )}
    />
  )
}

/** Always two lines, so that typing a quantity moves nothing. */
function SizeNote({ instrument, isAwaited }: { readonly instrument: Instrument; readonly isAwaited: boolean }) {
  const { minimum_quantity, maximum_quantity, quantity_step } = instrument
  return (
    <p className={styles.note}>
      {isAwaited && 'Enter a quantity: '}
      {exactText(minimum_quantity)} to {exactText(maximum_quantity)}, step {exactText(quantity_step)}
    </p>
  )
}

const quantityStep = (instruments: OrderFieldsProps['instruments']): Decimal | undefined => {
  const steps = instruments.flatMap(one => (one === undefined ? [] : [one.quantity_step]))
  return steps.length === 0 ? undefined : canonical(steps.reduce(max))
}

interface AmountProps extends Pick<OrderFieldsProps, 'form' | 'errors'> {
  readonly name: Exclude<keyof EntryTexts, 'price'>
  readonly label: string
  readonly step?: Decimal | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  readonly disabled?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly hint?: ReactNode
}

function Amount({
  form: { control, edit },
  errors,
  name,
  label,
  step,
  inputRef,
  disabled,
  placeholder,
  hint,
}: AmountProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <DecimalInput
          label={label}
          value={disabled === true && name === 'cycles' ? '' : field.value}
          onChange={text => {
            field.onChange(text)
            edit({ kind: 'type', field: name, text })
          }}
          error={disabled === true ? undefined : errors[name]}
          step={step}
          inputRef={inputRef}
          disabled={disabled}
          placeholder={placeholder}
          hint={hint}
        />
      )}
    />
  )
}

function LifeField(props: OrderFieldsProps) {
  const { control } = props.form
  const [mode, type, tif, text] = useWatch({ control, name: ['mode', 'type', 'tif', 'cycles'] })
  const lives = hasLife({ mode, type, tif })
  const cycles = cyclesOf(text)
  const legsMs = legsEndMs(props.instruments)
  const isKnown = lives && props.errors.cycles === undefined && cycles >= 1
  return (
    <Amount
      {...props}
      name="cycles"
      label="Good for (10-min cycles)"
      step={'1' as Decimal}
      disabled={!lives}
      placeholder={lives ? undefined : 'immediate'}
      hint={
        isKnown ? (
          <span title={lifeRange(cycles)}>{lifeText(cycles, props.nowMs, legsMs)}</span>
        ) : lives ? undefined : (
          'ends at once'
        )
      }
    />
  )
}

function Tag({ form: { control, edit }, errors }: OrderFieldsProps) {
  return (
    <Controller
      control={control}
      name="userTag"
      render={({ field }) => (
        <TextInput
          label="Tag"
          value={field.value}
          onChange={text => {
            field.onChange(text)
            edit({ kind: 'type', field: 'userTag', text })
          }}
          error={errors.userTag}
          placeholder="optional"
        />
      )}
    />
  )
}
