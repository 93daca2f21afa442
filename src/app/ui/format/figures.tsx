/** Values as inline text: decimals, profit and loss, sides, ages and times. A missing value reads "–". */
import type { ReactNode } from 'react'
import { type Decimal, type DecimalForm, formatDecimal } from '../../../core/domain/decimal.ts'
import type { Side as OrderSide } from '../../../core/domain/order.ts'
import { cx } from '../cx.ts'
import { usePreferences } from '../theme/preferences.ts'
import { useTicking } from '../use-tick.ts'
import { formatAmount } from './amounts.ts'
import styles from './figures.module.css'
import { dash, formatPnl, signShown, signTone } from './format-decimal.ts'
import { formatAge, type TimeForm } from './format-time.ts'
import { useAmountsHidden } from './privacy.ts'
import { formatZoned, otherZone } from './zoned-time.ts'

interface FigureProps extends DecimalForm {
  readonly value: Decimal | undefined
  readonly suffix?: ReactNode
  readonly title?: string | undefined
}

function Written({
  text,
  tone,
  suffix,
  title,
}: {
  text: string | undefined
  tone?: string | undefined
  suffix?: ReactNode
  title?: string | undefined
}): ReactNode {
  return (
    <span className={cx(styles.figure, text === undefined ? styles.missing : tone)} title={title}>
      {text ?? dash}
      {suffix !== undefined && text !== undefined && <span className={styles.suffix}> {suffix}</span>}
    </span>
  )
}

export function Figure({ value, suffix, title, ...form }: FigureProps): ReactNode {
  return <Written text={value === undefined ? undefined : formatDecimal(value, form)} suffix={suffix} title={title} />
}

export const Amount = (props: FigureProps): ReactNode => <AmountView {...props} isHidden={useAmountsHidden()} />

export function AmountView({
  value,
  suffix,
  title,
  isHidden,
  ...form
}: FigureProps & { readonly isHidden: boolean }): ReactNode {
  return (
    <Written
      text={value === undefined ? undefined : formatAmount(value, form)}
      suffix={suffix}
      title={isHidden ? undefined : title}
    />
  )
}

export function Pnl({ value, suffix, title, step, places }: Omit<FigureProps, 'sign'>): ReactNode {
  const isHidden = useAmountsHidden()
  const text = value === undefined ? undefined : formatPnl(value, places === undefined ? { step } : { step, places })
  return (
    <Written
      text={text}
      tone={text === undefined ? undefined : signTone(signShown(text))}
      suffix={suffix}
      title={isHidden ? undefined : title}
    />
  )
}

export function Side({ side }: { side: OrderSide }): ReactNode {
  return <span className={side === 'buy' ? styles.buy : styles.sell}>{side === 'buy' ? 'Buy' : 'Sell'}</span>
}

interface AgeProps {
  readonly agoMs: () => number | undefined
  readonly title?: string | undefined
  /** The words around an age within a sentence: without an age there are none. */
  readonly words?: ((age: string) => string) | undefined
}

export function Age({ agoMs, title, words }: AgeProps): ReactNode {
  const text = useTicking(() => {
    const age = agoMs()
    return age === undefined ? undefined : formatAge(age)
  })
  if (words === undefined) return <Written text={text} title={title} />
  return text === undefined ? null : <Written text={words(text)} title={title} />
}

export function Time({ ms, form = 'dateTime' }: { ms: number | undefined; form?: TimeForm }): ReactNode {
  usePreferences()
  if (ms === undefined) return <Written text={undefined} />
  return <Written text={formatZoned(ms, form)} title={otherZone(ms)} />
}
