import type { Ref } from 'react'
import { abs, type Decimal, eq } from '../../../../core/domain/decimal.ts'
import { exactText, payVerb } from '../../../../core/domain/effect-label.ts'
import { effectOf } from '../../../../core/domain/normalise.ts'
import type { EntrySummary } from '../../../../core/domain/package/order-entry.ts'
import type { Side } from '../../../../core/domain/order.ts'
import { EffectText } from '../effect-text.tsx'
import { DirectedPrice } from './directed-price.tsx'
import styles from './order-fields.module.css'

/** Available prices, per package, signed as bought. */
export interface PriceOffers {
  readonly bid: Decimal | undefined
  readonly mid: Decimal | undefined
  readonly ask: Decimal | undefined
}

interface PriceFieldProps {
  readonly price: string
  readonly side: Side | undefined
  readonly setPrice: (text: string) => void
  readonly take: (price: Decimal) => void
  readonly step: Decimal | undefined
  readonly error: string | undefined
  readonly offers: PriceOffers
  readonly summary: Pick<EntrySummary, 'price' | 'quantity' | 'meant'>
  readonly inputRef: Ref<HTMLInputElement> | undefined
  readonly isSingle: boolean
}

export function PriceField({
  price,
  side,
  setPrice,
  take,
  step,
  error,
  offers,
  summary,
  inputRef,
  isSingle,
}: PriceFieldProps) {
  if (side === undefined) return <p className={styles.note}>Choose buy or sell first.</p>
  const { price: read } = summary
  const names = isSingle ? singleNames : packageNames(side)
  return (
    <div className={styles.priceRow}>
      <DirectedPrice
        price={price}
        side={side}
        mid={offers.mid}
        setPrice={setPrice}
        step={step}
        isSingle={isSingle}
        label={isSingle ? 'Price' : 'Price per package'}
        error={error}
        inputRef={inputRef}
        hint={
          read === undefined || error !== undefined ? undefined : (
            <EffectText side={side} price={read} quantity={summary.quantity} legs={summary.meant?.legs} />
          )
        }
        classes={{ direction: styles.direction }}
      />
      <fieldset className={styles.offers}>
        <legend className="visually-hidden">Quotes</legend>
        {(['bid', 'mid', 'ask'] as const).map(of => (
          <Offer
            key={of}
            name={names[of]}
            taken={read}
            side={side}
            price={offers[of]}
            usual={offers.mid}
            isSingle={isSingle}
            take={take}
          />
        ))}
      </fieldset>
    </div>
  )
}

const singleNames = { bid: 'Bid', mid: 'Mid', ask: 'Ask' } as const

/** For a credit package bid and ask appear reversed. The labels name the effect of a price instead. */
const packageNames = (side: Side) =>
  side === 'buy' ? { bid: 'You join', mid: 'Mid', ask: 'Now' } : { bid: 'Now', mid: 'Mid', ask: 'You join' }

interface OfferProps extends Pick<PriceFieldProps, 'take' | 'isSingle'> {
  readonly name: string
  readonly taken: Decimal | undefined
  readonly side: Side
  readonly price: Decimal | undefined
  readonly usual: Decimal | undefined
}

function Offer({ name, taken, side, price, usual, isSingle, take }: OfferProps) {
  const verbOf = (at: Decimal | undefined) => (at === undefined || isSingle ? undefined : payVerb(effectOf(side, at)))
  const verb = verbOf(price)
  const word = verb === undefined || verb === verbOf(usual) ? '' : `, ${verb}`
  return (
    <button
      type="button"
      className={styles.offer}
      disabled={price === undefined}
      aria-pressed={price !== undefined && taken !== undefined && eq(price, taken)}
      onClick={() => price !== undefined && take(price)}
    >
      <span>
        {name}
        <span className={styles.offerLabel}>{word}</span>
      </span>
      <span>{price === undefined ? '–' : exactText(isSingle ? price : abs(price))}</span>
    </button>
  )
}
