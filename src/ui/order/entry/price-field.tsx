/** The price of a package: an amount above zero, whether it is paid or received, and the prices at hand. */
import type { Ref } from 'react'
import { type Decimal, canonical } from '../../../domain/decimal.ts'
import { effectOf } from '../../../domain/normalise.ts'
import type { EntrySummary } from '../../../domain/order-entry.ts'
import type { Side } from '../../../domain/order.ts'
import { type Direction, readEntry, turnedPrice, typedPrice } from '../../../domain/price-entry.ts'
import { Segmented } from '../../controls/segmented.tsx'
import { TextInput } from '../../controls/text-input.tsx'
import { EffectText } from '../effect-text.tsx'
import { exactText } from '../effect-words.ts'
import styles from './order-fields.module.css'

/** Prices at hand, per package, signed as bought. */
export interface PriceOffers {
  readonly bid: Decimal | undefined
  readonly mid: Decimal | undefined
  readonly ask: Decimal | undefined
}

const directions = [
  { value: 'debit', label: 'Pay' },
  { value: 'credit', label: 'Receive' },
] as const

/** Whether a plain number is paid or received: as was said, else as the structure is at its mid, else as the side. */
export function directionOf(price: string, side: Side, mid: Decimal | undefined): Direction {
  const said = readEntry(price, side).direction
  if (said !== undefined) return said
  const atMid = mid === undefined ? 'even' : effectOf(side, mid)
  return atMid === 'even' ? (side === 'buy' ? 'debit' : 'credit') : atMid
}

interface DirectionToggleProps {
  readonly price: string
  readonly side: Side
  readonly mid: Decimal | undefined
  readonly setPrice: (text: string) => void
}

export function DirectionToggle({ price, side, mid, setPrice }: DirectionToggleProps) {
  return (
    <Segmented
      label="Pay or receive"
      hideLabel
      size="sm"
      value={directionOf(price, side, mid)}
      options={directions}
      onChange={to => setPrice(turnedPrice(price, side, to))}
    />
  )
}

interface PriceFieldProps {
  readonly price: string
  readonly side: Side | undefined
  readonly setPrice: (text: string) => void
  readonly error: string | undefined
  readonly offers: PriceOffers
  readonly summary: Pick<EntrySummary, 'price' | 'quantity' | 'meant'>
  readonly inputRef: Ref<HTMLInputElement> | undefined
  /** One instrument, and never a package. */
  readonly isSingle: boolean
}

export function PriceField({ price, side, setPrice, error, offers, summary, inputRef, isSingle }: PriceFieldProps) {
  if (side === undefined) return <p className={styles.note}>Choose buy or sell first: a price is paid or received by it.</p>
  const atHand = [
    ['Bid', offers.bid],
    ['Mid', offers.mid],
    ['Ask', offers.ask],
  ] as const
  return (
    <div className={styles.priceRow}>
      {/* What one instrument costs is paid by who buys it: there is nothing to choose, unless a price says otherwise. */}
      <div className={styles.direction} hidden={isSingle && directionOf(price, side, offers.mid) === (side === 'buy' ? 'debit' : 'credit')}>
        <DirectionToggle price={price} side={side} mid={offers.mid} setPrice={setPrice} />
      </div>
      <TextInput
        label={isSingle ? 'Price' : 'Price per package'}
        value={readEntry(price, side).amount}
        onChange={text => setPrice(typedPrice(text, side, directionOf(price, side, offers.mid)))}
        error={error}
        inputRef={inputRef}
        align="right"
        placeholder="e.g. 3,200"
        hint={
          summary.price === undefined ? undefined : (
            <EffectText side={side} price={summary.price} quantity={summary.quantity} legs={summary.meant?.legs} />
          )
        }
      />
      <fieldset className={styles.offers}>
        <legend className="visually-hidden">Prices at hand</legend>
        {atHand.map(([name, offered]) => (
          <button
            key={name}
            type="button"
            className={styles.offer}
            disabled={offered === undefined}
            title={`Take the ${name.toLowerCase()} of the legs as the price`}
            onClick={() => offered !== undefined && setPrice(canonical(offered))}
          >
            <span>{name}</span>
            <span className="tabular">{offered === undefined ? '–' : exactText(offered)}</span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}
