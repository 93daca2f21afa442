/** A firm order at a price of one's own on the legs of an RFQ, reviewed before it is sent. */
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Intent } from '../../../domain/intent.ts'
import { canonical } from '../../../domain/decimal.ts'
import type { Side } from '../../../domain/order.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { DirectedPrice } from '../../../ui/order/entry/directed-price.tsx'
import { PriceGuardBlock } from '../../../ui/order/entry/price-guard-block.tsx'
import { rfqHasFocus } from '../../../ui/order/rfq-focus.ts'
import { reviewFirm } from '../../../model/orders/firm-order.ts'
import styles from '../orders.module.css'
import { useGuardedPrice } from '../use-guarded-price.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'

const lives = [
  { value: 'IOC', label: 'IOC', hint: 'Takes what is there; the rest is cancelled' },
  { value: 'GTC', label: 'GTC', hint: 'Rests in the book for two cycles, 10 to 20 minutes' },
] as const
const restCycles = 2

interface FirmUpProps {
  readonly card: RfqCard
  readonly intent: Intent | undefined
  readonly disabled: boolean
  /** Its key works. */
  readonly selected: boolean
}

/** Its key, while its card is the selected one. */
function useFirmUpKey({ card, disabled, selected }: FirmUpProps, run: () => void): void {
  useCommands(
    selected
      ? [
          {
            id: 'orders.rfq.firm',
            name: 'Firm up at your price',
            group: 'Selected RFQ',
            keys: 'rfq.price',
            keyWhen: () => rfqHasFocus(card.id),
            enabled: !disabled,
            run,
          },
        ]
      : [],
  )
}

export function FirmUp(props: FirmUpProps) {
  // A side that the venue does not say is neither: nothing is priced for it.
  return props.card.side === undefined ? null : <FirmUpForm {...props} side={props.card.side} />
}

function FirmUpForm({ side, ...props }: FirmUpProps & { readonly side: Side }) {
  const { card, intent, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  useFirmUpKey(props, () => input.current?.focus())
  const id = useId()
  const [text, setText] = useState('')
  const [life, setLife] = useState<'IOC' | 'GTC'>('IOC')
  const { price, error, mid, guarded, override } = useGuardedPrice({ legs: card.legs, side, text })
  const { isBlocked, overridden } = override
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (price === undefined || disabled || isBlocked) return
    const cycles = life === 'GTC' ? restCycles : undefined
    reviewFirm(card, intent, { side, quantity: card.count.left, price, cycles, overridden })
  }
  return (
    <form className={styles.firmUp} onSubmit={submit} aria-labelledby={id}>
      <span id={id} className="visually-hidden">
        Firm up {card.phrase.text}
      </span>
      <DirectedPrice
        price={text}
        side={side}
        mid={mid}
        setPrice={setText}
        step={undefined}
        isSingle={card.legs.length < 2}
        label="Your price"
        hideLabel
        inputRef={input}
        placeholder="e.g. 3,200"
        classes={{ amount: styles.firmUpPrice }}
        error={error}
      />
      <Segmented label="Life of the firm order" hideLabel size="sm" value={life} options={lives} onChange={setLife} />
      <Button size="sm" type="submit" variant={card.phrase.side ?? side} disabled={disabled || price === undefined || isBlocked}>
        Firm up
      </Button>
      {price !== undefined && (
        <span className={styles.firmUpEffect}>
          <EffectText side={side} price={price} quantity={card.count.left} />
        </span>
      )}
      <div className={styles.firmUpGuard}>
        <PriceGuardBlock {...guarded} override={override} mendTo={to => setText(canonical(to))} />
      </div>
    </form>
  )
}
