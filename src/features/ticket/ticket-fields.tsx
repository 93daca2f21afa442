/** The fields of the single-leg ticket; React Hook Form holds them, the rules judge them. */
import { type Control, Controller, useWatch } from 'react-hook-form'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { DecimalInput } from '../../ui/controls/decimal-input.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { lifeWords } from '../../ui/order/life-words.ts'
import { type TicketFields as Fields, hasLife, sendsPrice } from './single-leg-form.ts'
import styles from './single-leg-ticket.module.css'

interface TicketFieldsProps {
  readonly control: Control<Fields>
  readonly instrument: Instrument
  readonly nowMs: number
}

const choices = {
  side: [
    { value: 'buy', label: 'Buy' },
    { value: 'sell', label: 'Sell' },
  ],
  mode: [
    { value: 'firm', label: 'Firm order' },
    { value: 'rfq', label: 'RFQ' },
  ],
  type: [
    { value: 'LIMIT', label: 'LIMIT' },
    { value: 'MARKET', label: 'MARKET' },
  ],
  tif: [
    { value: 'GTC', label: 'GTC' },
    { value: 'IOC', label: 'IOC' },
  ],
} as const

const choiceLabels = { side: 'Side', mode: 'Kind of order', type: 'Type', tif: 'Time in force' } as const

export function TicketFields({ control, instrument, nowMs }: TicketFieldsProps) {
  const fields = useWatch({ control })
  const { type = 'LIMIT', tif = 'GTC', mode = 'firm', cycles = '' } = fields
  const priced = sendsPrice({ mode, type })
  const lives = hasLife({ type, tif })
  const whole = /^\d{1,5}$/.test(cycles) ? Number.parseInt(cycles, 10) : undefined
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <Choice control={control} name="side" />
        <Choice control={control} name="mode" />
      </div>
      <div className={styles.pair}>
        <Choice control={control} name="type" />
        {type === 'MARKET' ? <p className={styles.note}>MARKET is immediate or cancel.</p> : <Choice control={control} name="tif" />}
      </div>
      <div className={styles.pair}>
        <Amount control={control} name="quantity" label="Quantity" step={instrument.quantity_step} />
        {priced ? (
          <Amount control={control} name="price" label="Price" step={instrument.price_step} suffix={instrument.quote_asset} />
        ) : (
          <p className={styles.note}>
            {mode === 'rfq'
              ? 'Makers see size and side. You decide on their quotes.'
              : 'Fills at the best available prices; no price limit.'}
          </p>
        )}
      </div>
      <div className={styles.pair}>
        {lives ? (
          <Amount
            control={control}
            name="cycles"
            label="Life, ten-minute cycles"
            step={'1' as Decimal}
            hint={whole === undefined ? undefined : lifeWords(whole, nowMs)}
          />
        ) : (
          <p className={styles.note}>Ends at once.</p>
        )}
        <Controller
          control={control}
          name="userTag"
          render={({ field }) => <TextInput label="Tag" value={field.value} onChange={field.onChange} placeholder="optional" />}
        />
      </div>
    </div>
  )
}

function Choice({ control, name }: { readonly control: Control<Fields>; readonly name: keyof typeof choices }) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Segmented<string>
          label={choiceLabels[name]}
          wide
          tone={name === 'side' ? 'side' : 'accent'}
          value={field.value}
          options={choices[name]}
          onChange={field.onChange}
        />
      )}
    />
  )
}

interface AmountProps {
  readonly control: Control<Fields>
  readonly name: 'quantity' | 'price' | 'cycles'
  readonly label: string
  readonly step: Decimal
  readonly suffix?: string | undefined
  readonly hint?: string | undefined
}

function Amount({ control, name, label, step, suffix, hint }: AmountProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DecimalInput
          label={label}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          step={step}
          suffix={suffix}
          hint={hint}
          error={fieldState.isTouched || fieldState.isDirty || field.value !== '' ? fieldState.error?.message : undefined}
        />
      )}
    />
  )
}
