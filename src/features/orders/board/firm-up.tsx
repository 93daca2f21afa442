/** A firm order at a price of one's own on the legs of an RFQ, reviewed before it is sent. */
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import type { Intent } from '../../../api/order-desk/intent.ts'
import { canonical } from '../../../domain/decimal.ts'
import { priceStepOf } from '../../../domain/package/price-step.ts'
import { isBlankPrice, parsePriceEntry, readEntry, typedPrice } from '../../../domain/price-entry.ts'
import { usePackageMarket } from '../../../model/market/use-package-market.ts'
import { netOf, packageFaults } from '../../../pricing/package-guard.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { DirectionToggle, directionOf } from '../../../ui/order/entry/price-field.tsx'
import { PriceBlock } from '../../../ui/order/price-block.tsx'
import { rfqHasFocus } from '../../../ui/order/rfq-focus.ts'
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
  const { card, intent, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  useFirmUpKey(props, () => input.current?.focus())
  const id = useId()
  const [text, setText] = useState('')
  const [life, setLife] = useState<'IOC' | 'GTC'>('IOC')
  const { side } = card
  const { index } = useInstruments()
  const market = usePackageMarket()
  const price = side === undefined ? undefined : parsePriceEntry(text, side)
  const faults = useMemo(() => {
    if (side === undefined || price === undefined) return []
    const { legs } = card
    return packageFaults({ legs, side, price, step: priceStepOf(legs.map(leg => index?.bySymbol(leg.symbol))) }, market)
  }, [card, side, price, index, market])
  // A side that the venue does not say is neither: nothing is priced for it.
  if (side === undefined) return null
  const mid = netOf(card.legs, market.quotes).mid?.price
  const error = isBlankPrice(text) || price !== undefined ? undefined : 'Write 120, -30, 80 credit or 120 debit'
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
      <DirectionToggle price={text} side={side} mid={mid} setPrice={setText} />
      <TextInput
        label="Your price"
        hideLabel
        value={readEntry(text, side).amount}
        onChange={typed => setText(typedPrice(typed, side, directionOf(text, side, mid)))}
        inputRef={input}
        placeholder="Your price, e.g. 3,200"
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
      {price !== undefined && faults[0] !== undefined && (
        <div className={styles.firmUpEffect}>
          <PriceBlock fault={faults[0]} price={price} side={side} mendTo={to => setText(canonical(to))}>
            The review asks for a typed word at this price.
          </PriceBlock>
        </div>
      )}
    </form>
  )
}
