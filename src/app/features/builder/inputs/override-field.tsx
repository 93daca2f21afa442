/** An input that can be overridden: shows the value in force, marked if typed; an empty field restores the market's. */
import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Decimal } from '../../../../core/domain/decimal.ts'
import { whyNoNumber } from '../../../../core/domain/typed-number.ts'
import type { OverrideAnswer, OverrideProblem } from '../../../../core/pricing/market/overrides.ts'
import { tidyDecimalText } from '../../../ui/controls/step-decimal.ts'
import styles from './typed.module.css'

interface OverrideLook {
  readonly label: string
  readonly shown: string
  readonly isTyped: boolean
  readonly title?: string | undefined
}

interface OverrideInputProps
  extends OverrideLook,
    Pick<ComponentPropsWithRef<'input'>, 'ref' | 'onFocus' | 'onClick' | 'onChange' | 'onKeyDown' | 'onBlur'> {
  readonly text?: string | undefined
  readonly isWrong?: boolean
}

function OverrideInput({ label, shown, isTyped, title, text = shown, isWrong = false, ...given }: OverrideInputProps) {
  const { ref, onFocus, onClick, onChange, onKeyDown, onBlur } = given
  return (
    <input
      {...{ ref, onFocus, onClick, onChange, onKeyDown, onBlur }}
      className={styles.input}
      aria-label={label}
      aria-invalid={isWrong}
      data-typed={isTyped}
      title={title}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      size={Math.max(5, text.length)}
      value={text}
    />
  )
}

const problemText: Readonly<Record<OverrideProblem, string>> = {
  not_a_number: 'Write it as 101250.5.',
  not_positive: 'It must be above zero.',
  too_large: 'At most 1000 points.',
}

interface OverrideFieldProps extends OverrideLook {
  readonly plain: string
  readonly parse: (text: string) => OverrideAnswer
  readonly take: (value: Decimal) => void
  readonly clear: () => void
  readonly onLeave?: (() => void) | undefined
}

function useTyping({ plain, parse, take, clear, onLeave }: OverrideFieldProps) {
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const left = useRef(false)
  const isFresh = useRef(false)
  const isCell = onLeave !== undefined
  useEffect(() => {
    if (isCell) field.current?.focus()
  }, [isCell])
  const isTyping = text !== undefined
  useLayoutEffect(() => {
    if (isTyping) field.current?.select()
  }, [isTyping])
  const leave = () => {
    left.current = true
    setText(undefined)
    setProblem(undefined)
    onLeave?.()
  }
  const commit = (): boolean => {
    const typed = tidyDecimalText(text ?? plain)
    if (typed === plain) return true
    if (typed === '') {
      clear()
      return true
    }
    const answer = parse(typed)
    if (answer.ok) take(answer.value)
    else
      setProblem(
        [
          answer.problem === 'not_a_number' ? whyNoNumber(typed.replace(/\s*%$/, '')) : undefined,
          problemText[answer.problem],
        ]
          .filter(Boolean)
          .join(' '),
      )
    return answer.ok
  }
  return {
    text,
    problem,
    field,
    onFocus: () => {
      left.current = false
      isFresh.current = true
      setText(plain)
    },
    onClick: () => {
      if (isFresh.current) field.current?.select()
      isFresh.current = false
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      isFresh.current = false
      setText(event.currentTarget.value)
      setProblem(undefined)
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      event.stopPropagation()
      if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
      event.preventDefault()
      if (event.key === 'Enter' && !commit()) return
      leave()
      if (!isCell) event.currentTarget.blur()
    },
    onBlur: () => {
      if (left.current) return
      // On blur invalid text is dropped; Enter reports it.
      commit()
      leave()
    },
  }
}

export function OverrideField(props: OverrideFieldProps) {
  const { text, problem, field, ...handlers } = useTyping(props)
  return (
    <span className={styles.field} data-cell={props.onLeave !== undefined}>
      <OverrideInput {...props} {...handlers} ref={field} isWrong={problem !== undefined} text={text} />
      {problem === undefined ? null : (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
