/** Buttons of a review. Sending is armed first; an obstacle disables it. */
import { type RefObject, useId, useState } from 'react'
import { desk } from '../../api/order-desk/desk.ts'
import { abs, canonical, type Decimal, eq } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { phrasedIntent, phraseOf } from '../../../core/domain/trade-story/trade-words.ts'
import { readNumber } from '../../../core/domain/typed-number.ts'
import type { IgnoredReason } from '../../ui/arming/arming.ts'
import { armingText, FireButton } from '../../ui/arming/fire-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { isOverride, overrideWord } from '../../ui/order/entry/price-override.ts'
import styles from './review-dialog.module.css'
import { isFirm, sideOf } from './review-text.ts'
import { type QuoteWatch, takeAt } from './use-quote-watch.ts'

export interface ReviewFooterProps {
  readonly intent: Intent
  readonly confirm: string
  readonly quantity: Decimal
  readonly watch: QuoteWatch | undefined
  readonly hasObstacles: boolean
  readonly isBlocked: boolean
  readonly buttonRef: RefObject<HTMLButtonElement | null>
  readonly sizeRef: RefObject<HTMLInputElement | null>
  readonly typesSize: boolean
  readonly send: (options?: { readonly withoutDurability: boolean }) => void
}

/** Identifies the question: a changed price, size, side or quote is a new question and re-arms. */
const questionOf = ({ client_order_id: id, state }: Intent, watch: QuoteWatch | undefined): string =>
  [
    id,
    state.kind,
    watch?.movedTo ?? '',
    watch?.hasMoved === true ? 'moved' : '',
    watch?.isShort === true ? 'short' : '',
  ].join(' ')

export function ReviewFooter(props: ReviewFooterProps) {
  const { intent, confirm, watch, hasObstacles, buttonRef, send } = props
  const [ignored, setIgnored] = useState<IgnoredReason>()
  const typing = useTypedSize(props)
  const override = useOverride(props)
  const hint = useId()
  const { kind } = intent.state
  const movedTo = kind === 'draft' ? watch?.movedTo : undefined
  const isMoved = watch !== undefined && movedTo !== undefined
  const gesture = isFirm(intent.order) && !props.typesSize ? 'hold' : 'tap'
  const shared = { question: questionOf(intent, watch), describedBy: hint, onIgnored: setIgnored }
  const sends = { ...shared, gesture, disabled: hasObstacles || typing.isMissing || override.isMissing } as const
  return (
    <>
      {override.field === null && typing.field === null ? null : (
        <div className={styles.typed}>
          {override.field}
          {typing.field}
        </div>
      )}
      <output id={hint} className={styles.hint} data-ignored={ignored !== undefined}>
        {hasObstacles
          ? ''
          : ignored === 'too_soon' && isMoved
            ? 'The quote moved. Press again.'
            : armingText(isMoved ? 'tap' : gesture, ignored)}
      </output>
      <Button onClick={() => desk.discard(intent.client_order_id)}>Back</Button>
      {kind === 'unstored' ? (
        <FireButton {...sends} onFire={() => send({ withoutDurability: true })}>
          Send without keeping a record
        </FireButton>
      ) : null}
      {isMoved ? (
        <FireButton {...sends} onFire={() => send()}>
          {confirm} anyway
        </FireButton>
      ) : null}
      {/* One button throughout, so that it keeps focus. If the quote moved it sends nothing but opens a new review. */}
      <FireButton
        {...(isMoved ? { ...shared, gesture: 'tap' as const, disabled: hasObstacles } : sends)}
        buttonRef={buttonRef}
        variant={phraseOf(phrasedIntent(intent)).side ?? sideOf(intent.order)}
        testId="confirm-send"
        onFire={isMoved ? () => takeAt(intent, watch.quote, movedTo) : () => send()}
      >
        {isMoved ? `Review at ${exactText(abs(canonical(movedTo)))}` : usualText(kind, confirm, watch)}
      </FireButton>
    </>
  )
}

function usualText(kind: Intent['state']['kind'], confirm: string, watch: QuoteWatch | undefined): string {
  if (kind === 'unstored') return 'Try again'
  return watch?.hasMoved === true ? `${confirm} anyway` : confirm
}

function useOverride({ isBlocked }: ReviewFooterProps) {
  const [text, setText] = useState('')
  const isMissing = isBlocked && !isOverride(text)
  const field = isBlocked ? (
    <TextInput label={`Type “${overrideWord}” to send at this price`} value={text} onChange={setText} />
  ) : null
  return { isMissing, field }
}

function useTypedSize({ typesSize, quantity, buttonRef, sizeRef }: ReviewFooterProps) {
  const [text, setText] = useState('')
  const typed = readNumber(text)
  // For an ambiguous text, accept the reading that equals the size.
  const readings = typed?.kind === 'number' ? [typed.value] : typed?.kind === 'ambiguous' ? typed.readings : []
  const isMissing = typesSize && !readings.some(reading => eq(reading, quantity))
  const field = typesSize ? (
    <TextInput
      label={`Type the size to send: ${exactText(quantity)}`}
      value={text}
      onChange={setText}
      inputRef={sizeRef}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        buttonRef.current?.focus()
      }}
    />
  ) : null
  return { isMissing, field }
}
