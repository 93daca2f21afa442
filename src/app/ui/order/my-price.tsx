/**
 * The trader's own price for a live RFQ: an alert when the best quote reaches it or, once armed by hand, a single take.
 */
import { type FormEvent, useState } from 'react'
import { isMultipleOf } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { parsePriceEntry, priceText } from '../../../core/domain/price-entry.ts'
import type { DisarmNotice, DisarmReason, PriceWatch, PriceWatching } from '../../../core/domain/price-watch.ts'
import type { IgnoredReason } from '../arming/arming.ts'
import { armingText, FireButton } from '../arming/fire-button.tsx'
import { Banner } from '../controls/banner.tsx'
import { Button } from '../controls/button.tsx'
import { formatSize } from '../format/amounts.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { DirectedPrice } from './entry/directed-price.tsx'
import styles from './my-price.module.css'
import { packagePriceText } from './package-price.tsx'
import { PriceBlock } from './price-block.tsx'

const reasons: Readonly<Record<Exclude<DisarmReason, 'refused'>, string>> = {
  by_hand: 'you disarmed it.',
  price_edited: 'you edited the price.',
  quotes_old: 'the quotes are too old to trade by.',
  other_order: 'another order went out for this RFQ.',
  armed_elsewhere: 'another tab armed it.',
  signed_out: 'you signed out.',
  reloaded: 'the page was reloaded.',
}

export const disarmedText = ({ why, words = '' }: DisarmNotice): string =>
  `Disarmed: ${why === 'refused' ? words : reasons[why]} Nothing is taken automatically.`

export function MyPrice(props: PriceWatching) {
  const { legs, side, step, watch, best } = props
  useAmountsHidden()
  const isSingle = legs.length === 1
  const [text, setText] = useState(watch === undefined ? '' : priceText(watch.price, side, isSingle))
  const price = parsePriceEntry(text, side, step)
  const isOffStep = price !== undefined && !isMultipleOf(price, step)
  const error =
    text.trim() === ''
      ? undefined
      : price === undefined
        ? 'Not a price'
        : isOffStep
          ? `Price step is ${exactText(step)}`
          : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (price !== undefined && !isOffStep) props.set(price)
  }
  const type = (next: string): void => {
    setText(next)
    if (watch?.mode === 'armed') props.disarm('price_edited')
  }
  return (
    <details className={styles.mine} open={watch !== undefined || undefined}>
      <summary>Alert or take at my price</summary>
      <form className={styles.form} onSubmit={submit} noValidate aria-label="My price">
        <DirectedPrice
          label="My price"
          price={text}
          side={side}
          mid={watch?.price ?? best}
          setPrice={type}
          step={step}
          isSingle={isSingle}
          error={error}
        />
        <Button type="submit" size="sm" disabled={price === undefined || isOffStep}>
          Alert me
        </Button>
      </form>
      {watch !== undefined && <Standing {...props} watch={watch} />}
    </details>
  )
}

function Standing({ watch, fault, ...props }: PriceWatching & { readonly watch: PriceWatch }) {
  const { id, legs, side, left, canArm, arm, disarm, remove } = props
  const [ignored, setIgnored] = useState<IgnoredReason>()
  const at = packagePriceText(watch.price, { legs, quantity: left, side })
  const take = `takes up to ${formatSize(left)} at ${at} or better, once`
  const question = `${id} ${watch.price} ${left} ${watch.mode}`
  return (
    <div className={styles.standing} data-mode={watch.mode}>
      <output>
        {watch.mode === 'armed' ? (
          <>
            <strong>Armed</strong>: {take}, without another question, until the RFQ ends.
          </>
        ) : watch.mode === 'taken' ? (
          `Reached ${at}: the take was sent.`
        ) : (
          `Alerts when the best quote reaches ${at}.${watch.isReached ? ' It is reached now.' : ''}`
        )}
      </output>
      {watch.disarmed !== undefined && <Banner tone="warning" title={disarmedText(watch.disarmed)} />}
      {fault !== undefined && watch.mode !== 'armed' && (
        <PriceBlock fault={fault} price={watch.price} side={side} mendTo={undefined}>
          At this price it alerts, and cannot be armed.
        </PriceBlock>
      )}
      <div className={styles.ways}>
        {watch.mode === 'armed' ? (
          <Button size="sm" onClick={() => disarm('by_hand')}>
            Disarm
          </Button>
        ) : (
          <FireButton
            size="sm"
            variant={side}
            question={question}
            gesture="hold"
            disabled={!canArm}
            title={canArm ? `Once armed it ${take}` : 'It needs quotes of now, and something left to take'}
            onFire={arm}
            onIgnored={setIgnored}
          >
            Arm the take
          </FireButton>
        )}
        <Button size="sm" variant="quiet" onClick={remove}>
          Remove
        </Button>
        {watch.mode !== 'armed' && <output className="muted">{armingText('hold', ignored)}</output>}
      </div>
    </div>
  )
}
