import { useState } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import { countDayLossAgain, useDayLossDamaged } from '../../api/order-desk/day-loss.ts'
import { setOwnLimits, useOwnLimits } from '../../api/order-desk/own-limits.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Decimal, parseDecimal, sign } from '../../../core/domain/decimal.ts'
import { numberText, parseTypedNumber } from '../../../core/domain/typed-number.ts'
import { limitLabels, noLimits } from '../../../core/domain/own-limits.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/controls/decimal-input.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import type { Preferences } from '../../ui/theme/theme-choice.ts'
import { PreferenceChoice } from './preference-choice.tsx'
import styles from './settings.module.css'

interface LimitFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: Decimal | undefined
  readonly isWhole?: boolean | undefined
  readonly onSet: (value: Decimal | undefined) => void
}

function LimitField({ label, hint, value, isWhole = false, onSet }: LimitFieldProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (value === undefined ? '' : numberText(value))
  const parsed = parseTypedNumber(text)
  const isLimit = parsed !== undefined && sign(parsed) > 0 && (!isWhole || /^\d+$/.test(parsed))
  const isNone = text.trim() === ''
  const wrong =
    isLimit || isNone
      ? undefined
      : `Give ${isWhole ? 'a whole number' : 'an amount'} above zero, or nothing for no limit.`
  const settle = (): void => {
    if (wrong !== undefined) return
    setTyped(undefined)
    onSet(isNone ? undefined : parsed)
  }
  return (
    <DecimalInput
      label={label}
      hint={hint}
      placeholder="no limit"
      value={text}
      onChange={setTyped}
      error={wrong}
      onBlur={settle}
      onEnter={settle}
    />
  )
}

const without = (all: Readonly<Record<string, Decimal>>, name: string): Record<string, Decimal> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== name))

const mostBases = 8

const confirmations: readonly Option<Preferences['firmConfirm']>[] = [
  { value: 'hold', label: 'Holding Enter', hint: 'For 0.4 s; a click on Send confirms as well' },
  { value: 'size', label: 'Typing the size', hint: 'Then Enter, or a click; no key needs to be held' },
]

const filledRfqs: readonly Option<Preferences['filledRfq']>[] = [
  { value: 'cancel', label: 'Cancel it', hint: 'Makers stop quoting it as soon as its whole size is filled' },
  { value: 'leave', label: 'Leave it', hint: 'It stays listed until it times out or you cancel it' },
]

const answerEnds: readonly Option<Preferences['answers']>[] = [
  {
    value: 'with_rfq',
    label: 'Withdraw it',
    hint: 'It is cancelled as soon as the RFQ is over; with every tab closed, after at most 20 minutes',
  },
  { value: 'own_life', label: 'Leave it', hint: 'It works until its own life ends, at its price, for anybody' },
]

type ByBase = Readonly<Record<string, Decimal>>

interface BaseLimitsProps {
  readonly label: string
  readonly bases: readonly string[]
  readonly values: ByBase
  readonly onSet: (values: ByBase) => void
}

const BaseLimits = ({ label, bases, values, onSet }: BaseLimitsProps) => (
  <div className={styles.pairs}>
    {bases.map(base => (
      <LimitField
        key={base}
        label={`${label}, ${base}`}
        value={values[base]}
        onSet={value => onSet({ ...without(values, base), ...(value === undefined ? {} : { [base]: value }) })}
      />
    ))}
  </div>
)

interface PaceLimitProps extends Pick<LimitFieldProps, 'label' | 'hint'> {
  readonly value: number | undefined
  readonly onSet: (value: number | undefined) => void
}

const PaceLimit = ({ value, onSet, ...words }: PaceLimitProps) => (
  <LimitField
    {...words}
    isWhole
    value={value === undefined ? undefined : parseDecimal(String(value))}
    onSet={typed => onSet(typed === undefined ? undefined : Number.parseInt(typed, 10))}
  />
)

function UnreadLoss() {
  if (!useDayLossDamaged(serverNowMs)) return null
  return (
    <Banner
      tone="danger"
      title="What this browser stored of today’s loss cannot be read: nothing is opened until it is counted again."
      action={
        <Button size="sm" onClick={countDayLossAgain}>
          Count it from now
        </Button>
      }
    >
      Whether the limit was reached earlier today is not known. From now on counts what is lost since the day began, as
      equity says now.
    </Banner>
  )
}

export function LimitsSection() {
  const limits = useOwnLimits()
  const { index } = useInstruments()
  const [isSaved, setSaved] = useState(true)
  const { cash, legQuantities, dailyLoss, ordersPerMinute, answerSizes = {}, answersPerMinute, unread = [] } = limits
  const bases = [...new Set([...Object.keys(legQuantities), ...(index?.bases() ?? [])])].slice(0, mostBases).sort()
  const put = (change: Partial<typeof limits>): void =>
    setSaved(setOwnLimits({ ...limits, ...change, unread: unread.filter(name => !Object.hasOwn(change, name)) }))
  return (
    <Panel title="Own limits" padded>
      <div className={styles.stack}>
        <p className={styles.note}>
          Orders beyond these limits are not sent. They apply in this browser, whatever the venue allows.
        </p>
        {unread.map(name => (
          <Banner
            key={name}
            tone="danger"
            title={`“${limitLabels[name]}” could not be read: no position can be opened until it is set again.`}
            action={
              <Button size="sm" onClick={() => put({ [name]: noLimits[name] })}>
                Set no limit
              </Button>
            }
          />
        ))}
        {dailyLoss !== undefined && <UnreadLoss />}
        <LimitField
          label={limitLabels.cash}
          hint="Price × quantity, in its quote asset"
          value={cash}
          onSet={value => put({ cash: value })}
        />
        <BaseLimits
          label={limitLabels.legQuantities}
          bases={bases}
          values={legQuantities}
          onSet={values => put({ legQuantities: values })}
        />
        <LimitField
          label={limitLabels.dailyLoss}
          hint="Of equity since the day’s start: once it is lost, no position can be opened until the next day. Closing stays possible"
          value={dailyLoss}
          onSet={value => put({ dailyLoss: value })}
        />
        <PaceLimit
          label={limitLabels.ordersPerMinute}
          value={ordersPerMinute}
          onSet={value => put({ ordersPerMinute: value })}
        />
        <BaseLimits
          label={limitLabels.answerSizes}
          bases={bases}
          values={answerSizes}
          onSet={values => put({ answerSizes: values })}
        />
        <PaceLimit
          label={limitLabels.answersPerMinute}
          hint="Answers to the RFQs of others, on Flow"
          value={answersPerMinute}
          onSet={value => put({ answersPerMinute: value })}
        />
        <PreferenceChoice of="firmConfirm" label="Confirm firm orders by" options={confirmations} />
        <PreferenceChoice of="filledRfq" label="A filled RFQ at the venue" options={filledRfqs} />
        <PreferenceChoice of="answers" label="Your answer when its RFQ ends" options={answerEnds} />
        {!isSaved && (
          <Banner tone="warning">This browser stores nothing: the limits last until this tab is closed.</Banner>
        )}
      </div>
    </Panel>
  )
}
