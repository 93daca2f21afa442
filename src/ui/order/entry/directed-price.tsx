/** A price as every ticket takes it: an amount, and of a package whether it is paid or received. `price-entry` reads and writes the text. */
import type { ReactNode, Ref } from 'react'
import type { Decimal } from '../../../domain/decimal.ts'
import { effectOf } from '../../../domain/normalise.ts'
import type { Side } from '../../../domain/order.ts'
import { type Direction, parsePriceEntry, priceText, readEntry, readPrice, turnedPrice, typedPrice } from '../../../domain/price-entry.ts'
import { DecimalInput } from '../../controls/decimal-input.tsx'
import { Segmented } from '../../controls/segmented.tsx'

const directions = [
  { value: 'debit', label: 'Pay' },
  { value: 'credit', label: 'Receive' },
] as const

/** What one instrument costs is paid by who buys it and received by who sells it. */
const usualDirection = (side: Side): Direction => (side === 'buy' ? 'debit' : 'credit')

/** Whether a plain number is paid or received where nobody says it: as the structure is at its mid, else as the side. */
function plainDirection(side: Side, mid: Decimal | undefined): Direction {
  const atMid = mid === undefined ? 'even' : effectOf(side, mid)
  return atMid === 'even' ? usualDirection(side) : atMid
}

interface DirectedPriceProps {
  readonly price: string
  readonly side: Side
  /** Of the legs, per package, signed as bought. */
  readonly mid: Decimal | undefined
  readonly setPrice: (text: string) => void
  /** What prices of it are multiples of. */
  readonly step: Decimal | undefined
  /** One instrument, and never a package: its price is what is typed, and there is nothing to choose. */
  readonly isSingle?: boolean | undefined
  readonly label: string
  readonly hideLabel?: boolean | undefined
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly placeholder?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** Around the toggle and around the amount. */
  readonly classes?: { readonly direction?: string | undefined; readonly amount?: string | undefined } | undefined
}

export function DirectedPrice({ price, side, mid, setPrice, step, isSingle = false, hint, classes, ...field }: DirectedPriceProps) {
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
            hideLabel
            size="sm"
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
