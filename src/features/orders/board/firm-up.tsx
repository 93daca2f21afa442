/** A firm order at a price of one's own on the legs of an RFQ, reviewed before it is sent. */
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Intent } from '../../../api/order-desk/intent.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { parsePriceEntry } from '../../../ui/order/effect-words.ts'
import { cardHasFocus } from './card-actions.ts'
import { reviewFirm } from '../../../model/orders/firm-order.ts'
import styles from '../orders.module.css'
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

export function FirmUp({ card, intent, disabled, selected }: FirmUpProps) {
  const input = useRef<HTMLInputElement>(null)
  useCommands(
    selected
      ? [
          {
            id: 'orders.rfq.firm',
            name: 'Firm up at your price',
            group: 'Selected RFQ',
            keys: 'rfq.price',
            keyWhen: () => cardHasFocus(card.id),
            enabled: !disabled,
            run: () => input.current?.focus(),
          },
        ]
      : [],
  )
  const id = useId()
  const [text, setText] = useState('')
  const [life, setLife] = useState<'IOC' | 'GTC'>('IOC')
  const side = card.side ?? 'buy'
  const price = parsePriceEntry(text, side)
  const error = text.trim() !== '' && price === undefined ? 'Write 120, -30, 80 credit or 120 debit' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (price === undefined || disabled) return
    reviewFirm(card, intent, { side, quantity: card.remaining, price, cycles: life === 'GTC' ? restCycles : undefined })
  }
  return (
    <form className={styles.firmUp} onSubmit={submit} aria-labelledby={id}>
      <span id={id} className="visually-hidden">
        Firm up {card.name}
      </span>
      <TextInput
        label="Your price"
        hideLabel
        value={text}
        onChange={setText}
        inputRef={input}
        placeholder="Your price: 120, 80 credit"
        align="right"
        error={error}
      />
      <Segmented label="Life of the firm order" hideLabel size="sm" value={life} options={lives} onChange={setLife} />
      <Button size="sm" type="submit" variant={side} disabled={disabled || price === undefined}>
        Firm up
      </Button>
      {price !== undefined && (
        <span className={styles.firmUpEffect}>
          <EffectText side={side} price={price} quantity={card.remaining} />
        </span>
      )}
    </form>
  )
}
