/**
 * A price in a ticket: an amount, and for a package whether it is paid or received. `price-entry` parses and writes the
 * text.
 */
import type { ReactNode, Ref } from 'react'
import type { Decimal } from '../../../../core/domain/decimal.ts'
import { effectOf } from '../../../../core/domain/normalise.ts'
import type { Side } from '../../../../core/domain/order.ts'
import {
  type Direction,
  parsePriceEntry,
  priceText,
  readEntry,
  readPrice,
  turnedPrice,
  typedPrice,
} from '../../../../core/domain/price-entry.ts'
import { DecimalInput } from '../../controls/decimal-input.tsx'
import { Segmented } from '../../controls/segmented.tsx'

const directions = [
  { value: 'debit', label: 'Pay' },
  { value: 'credit', label: 'Receive' },
] as const

/** The buyer of one instrument pays, the seller receives. */
const usualDirection = (side: Side): Direction => (side === 'buy' ? 'debit' : 'credit')

function plainDirection(side: Side, mid: Decimal | undefined): Direction {
  const atMid = mid === undefined ? 'even' : effectOf(side, mid)
  return atMid === 'even' ? usualDirection(side) : atMid
}

interface DirectedPriceProps {
  readonly price: string
  readonly side: Side
  /** Mid of the legs, per package, signed as bought. */
  readonly mid: Decimal | undefined
  readonly setPrice: (text: string) => void
  readonly step: Decimal | undefined
  readonly isSingle: boolean
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  readonly classes?: { readonly direction?: string | undefined; readonly amount?: string | undefined } | undefined
}

export function DirectedPrice({
  price,
  side,
  mid,
  setPrice,
  step,
  isSingle,
  hint,
  classes,
  ...field
}: DirectedPriceProps) {
  const usual = isSingle ? undefined : plainDirection(side, mid)
  const entry = readEntry(price, side)
  const own = isSingle && entry.text !== price ? parsePriceEntry(price, side, step) : undefined
  const text = own === undefined ? entry.text : priceText(own, side, true)
  return (
    <>
      {usual === undefined ? null : (
        <div className={classes?.direction}>
          <Segmented
            label="Pay or receive"
            compact
            value={entry.direction ?? usual}
            options={directions}
            onChange={to => setPrice(turnedPrice(price, side, to))}
          />
        </div>
      )}
      <div className={classes?.amount}>
        <DecimalInput
          {...field}
          value={text}
          onChange={typed => setPrice(typedPrice(typed, price, usual))}
          step={step}
          read={typed => readPrice(typed, side, step)}
          allowNegative={/^\s*[-−–]/.test(text)}
          hint={hint}
        />
      </div>
    </>
  )
}
