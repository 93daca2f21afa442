import { useState } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import { setOwnLimits, useOwnLimits } from '../../api/order-desk/own-limits.ts'
import { type Decimal, parseDecimal, parseTypedDecimal, sign } from '../../domain/decimal.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { DecimalInput } from '../../ui/controls/decimal-input.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import type { Preferences } from '../../ui/theme/chosen-look.ts'
import { setPreferences, usePreferences } from '../../ui/theme/preferences.ts'
import styles from './settings.module.css'

interface LimitFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: Decimal | undefined
  readonly isWhole?: boolean | undefined
  readonly onSet: (value: Decimal | undefined) => void
}

/** Holds what is typed, and hands on what is a limit; what is none keeps the limit before it. */
function LimitField({ label, hint, value, isWhole = false, onSet }: LimitFieldProps) {
  const [typed, type] = useState<string>()
  const text = typed ?? value ?? ''
  const parsed = parseTypedDecimal(text)
  const isLimit = parsed !== undefined && sign(parsed) > 0 && (!isWhole || /^\d+$/.test(parsed))
  const isNone = text.trim() === ''
  const wrong = isLimit || isNone ? undefined : `Give ${isWhole ? 'a whole number' : 'an amount'} above zero, or nothing for no limit.`
  const settle = (): void => {
    if (wrong !== undefined) return
    type(undefined)
    onSet(isNone ? undefined : parsed)
  }
  return (
    <DecimalInput
      label={label}
      hint={hint}
      placeholder="no limit"
      value={text}
      onChange={type}
      error={wrong}
      onBlur={settle}
      onEnter={settle}
    />
  )
}

const without = (all: Readonly<Record<string, Decimal>>, name: string): Record<string, Decimal> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== name))

/** How many bases have a field of their own; the others have none to slip on. */
const mostBases = 8

const confirmations: readonly Option<Preferences['firmConfirm']>[] = [
  { value: 'hold', label: 'Holding Enter', hint: 'For 0.4 s; a click on Send confirms as well' },
  { value: 'size', label: 'Typing the size', hint: 'Then Enter, or a click; nothing needs to be held' },
]

const filledRfqs: readonly Option<Preferences['filledRfq']>[] = [
  { value: 'cancel', label: 'Cancel it', hint: 'Makers stop quoting it as soon as its whole size is filled' },
  { value: 'leave', label: 'Leave it', hint: 'It stays listed until it times out or you cancel it' },
]

/** Limits against slips of the hand. */
export function LimitsSection() {
  const limits = useOwnLimits()
  const { firmConfirm, filledRfq } = usePreferences()
  const { index } = useInstruments()
  const [isSaved, keep] = useState(true)
  const { cash, legQuantities, dailyLoss, ordersPerMinute } = limits
  const bases = [...new Set([...Object.keys(legQuantities), ...(index?.bases() ?? [])])].slice(0, mostBases)
  const put = (change: Partial<typeof limits>): void => keep(setOwnLimits({ ...limits, ...change }))
  return (
    <Panel title="Own limits" padded>
      <div className={styles.stack}>
        <p className={styles.note}>Orders beyond these limits are not sent. They apply in this browser, whatever the venue allows.</p>
        <LimitField
          label="Max order value"
          hint="Price × quantity, in its quote asset"
          value={cash}
          onSet={value => put({ cash: value })}
        />
        <div className={styles.pairs}>
          {bases.map(base => (
            <LimitField
              key={base}
              label={`Max leg size, ${base}`}
              value={legQuantities[base]}
              onSet={value =>
                put({ legQuantities: { ...without(legQuantities, base), ...(value === undefined ? {} : { [base]: value }) } })
              }
            />
          ))}
        </div>
        <LimitField
          label="Daily loss limit, USD"
          hint="Of equity since the day’s start: once it is lost nothing is opened until the next day. Closing stays free"
          value={dailyLoss}
          onSet={value => put({ dailyLoss: value })}
        />
        <LimitField
          label="Max orders per minute"
          isWhole
          value={ordersPerMinute === undefined ? undefined : parseDecimal(String(ordersPerMinute))}
          onSet={value => put({ ordersPerMinute: value === undefined ? undefined : Number.parseInt(value, 10) })}
        />
        <Segmented
          label="Confirm firm orders by"
          value={firmConfirm}
          options={confirmations}
          onChange={value => setPreferences({ firmConfirm: value })}
        />
        <Segmented
          label="A filled RFQ at the venue"
          value={filledRfq}
          options={filledRfqs}
          onChange={value => setPreferences({ filledRfq: value })}
        />
        {!isSaved && <Banner tone="warning">This browser stores nothing: the limits last until this tab is closed.</Banner>}
      </div>
    </Panel>
  )
}
