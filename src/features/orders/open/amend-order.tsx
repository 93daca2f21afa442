/** Another price, size or life for a live firm order: what is typed here is reviewed like any order before anything happens. */
import { type FormEvent, useState } from 'react'
import { desk } from '../../../api/order-desk/desk.ts'
import type { Intent } from '../../../domain/intent.ts'
import { isRecvWindow } from '../../../domain/cycles.ts'
import { type Decimal, canonical, gt, lt, parseTypedDecimal, zero } from '../../../domain/decimal.ts'
import { type OrderBody, type Side, firmMarket } from '../../../domain/order.ts'
import { structurePhrase } from '../../../domain/structures/structure-phrase.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DecimalInput } from '../../../ui/controls/decimal-input.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { DirectedPrice } from '../../../ui/order/entry/directed-price.tsx'
import { PriceGuardBlock } from '../../../ui/order/entry/price-guard-block.tsx'
import styles from '../orders.module.css'
import { useGuardedPrice } from '../use-guarded-price.ts'
import type { OpenOrderRow } from './open-order-rows.ts'

/** A resting order of which side, price and what is left are known. */
export interface Amendable {
  readonly row: OpenOrderRow
  readonly side: Side
  readonly price: Decimal
  readonly remaining: Decimal
  readonly filled: Decimal
}

export function amendable(row: OpenOrderRow): Amendable | undefined {
  const { side, price, remaining, filled } = row
  if (side === undefined || price === undefined || remaining === undefined || filled === undefined) return undefined
  return row.record.type === 'LIMIT' && gt(remaining, zero) ? { row, side, price, remaining, filled } : undefined
}

/** As many cycles as an order of another program is given anew: its own are not told. */
const usualCycles = 3

/** What is traded, as it was sent, or by names where another program sent it. */
function whatIsTraded(
  { legs, record }: OpenOrderRow,
  sent: Intent | undefined,
): Pick<OrderBody, 'symbol' | 'tradeable_entity_id' | 'legs'> {
  if (sent !== undefined) {
    const { symbol, tradeable_entity_id, legs: own } = sent.order
    return own === undefined ? { symbol, tradeable_entity_id } : { legs: own }
  }
  return legs.length > 1 ? { legs: legs.map(({ symbol, ratio }) => ({ symbol, ratio })) } : { symbol: record.symbol }
}

interface Terms {
  readonly price: Decimal
  readonly quantity: Decimal
  readonly cycles: number
}

/** The order that takes the place of a live one. */
export function amendedOrder({ row, side }: Amendable, sent: Intent | undefined, { price, quantity, cycles }: Terms): OrderBody {
  const { minimum_quantity: least, user_tag: tag } = sent?.order ?? {}
  return {
    ...whatIsTraded(row, sent),
    market_id: firmMarket,
    side,
    type: 'LIMIT',
    time_in_force: 'GTC',
    quantity,
    price,
    recv_window: cycles,
    ...(least === undefined || lt(quantity, least) ? {} : { minimum_quantity: least }),
    ...(tag === undefined ? {} : { user_tag: tag }),
  }
}

interface AmendOrderProps {
  readonly order: Amendable
  /** Of an order that this browser sent. */
  readonly sent: Intent | undefined
  readonly onClose: () => void
}

export function AmendOrder({ order, sent, onClose }: AmendOrderProps) {
  const { row, side, remaining, filled } = order
  const [priceText, setPrice] = useState<string>(canonical(order.price))
  const [sizeText, setSize] = useState<string>(canonical(remaining))
  const [cyclesText, setCycles] = useState(String(sent?.order.recv_window ?? usualCycles))
  const { price, error, mid, guarded, override } = useGuardedPrice({ legs: row.legs, side, text: priceText })
  const quantity = parseTypedDecimal(sizeText)
  const cycles = /^\d{1,5}$/.test(cyclesText.trim()) ? Number.parseInt(cyclesText, 10) : undefined
  const errors = {
    size: quantity === undefined || !gt(quantity, zero) ? 'A size above 0' : undefined,
    cycles: cycles === undefined || !isRecvWindow(cycles) ? 'A whole number of cycles' : undefined,
  }
  const isWhole =
    price !== undefined && quantity !== undefined && cycles !== undefined && Object.values(errors).every(each => each === undefined)
  const isSingle = row.legs.length < 2
  const review = (event: FormEvent): void => {
    event.preventDefault()
    if (!isWhole || override.isBlocked) return
    onClose()
    const { client_order_id: clientOrderId, order_id: orderId } = row.record
    desk.draft(amendedOrder(order, sent, { price, quantity, cycles }), {
      title: structurePhrase(row.legs, side).text,
      legs: sent?.context.legs,
      amends: { clientOrderId, filled, ...(orderId === undefined ? {} : { orderId }) },
      overridden: override.overridden,
    })
  }
  return (
    <Dialog open onClose={onClose} size="sm" testId="amend-order" title={`Amend: ${shownPhrase(row)}`}>
      <form className={styles.amend} onSubmit={review}>
        <p className="muted">
          The order is cancelled and sent anew, as one step that you review: first the cancel, then, on the venue’s word, the new order for
          what is left.
        </p>
        <DirectedPrice
          price={priceText}
          side={side}
          mid={mid}
          setPrice={setPrice}
          step={undefined}
          isSingle={isSingle}
          label={isSingle ? 'Price' : 'Price per package'}
          error={error}
          hint={
            price === undefined || quantity === undefined ? undefined : (
              <EffectText side={side} price={price} quantity={quantity} legs={row.legs} />
            )
          }
        />
        <PriceGuardBlock {...guarded} override={override} mendTo={to => setPrice(canonical(to))} />
        <DecimalInput label="Size left" value={sizeText} onChange={setSize} error={errors.size} />
        <DecimalInput
          label="Time in force (10-min cycles)"
          value={cyclesText}
          onChange={setCycles}
          step={'1' as Decimal}
          error={errors.cycles}
        />
        <Button type="submit" variant={structurePhrase(row.legs, side).side ?? side} disabled={!isWhole || override.isBlocked}>
          Review
        </Button>
      </form>
    </Dialog>
  )
}
