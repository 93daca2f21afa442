/** A price as every ticket takes it: an amount above zero, and whether it is paid or received. The text is kept as `price-entry` writes it. */
import type { ReactNode, Ref } from 'react'
import type { Decimal } from '../../../domain/decimal.ts'
import { effectOf } from '../../../domain/normalise.ts'
import type { Side } from '../../../domain/order.ts'
import { type Direction, readEntry, turnedPrice, typedPrice } from '../../../domain/price-entry.ts'
import { Segmented } from '../../controls/segmented.tsx'
import { TextInput } from '../../controls/text-input.tsx'

const directions = [
  { value: 'debit', label: 'Pay' },
  { value: 'credit', label: 'Receive' },
] as const

/** What one instrument costs is paid by who buys it and received by who sells it. */
const usualDirection = (side: Side): Direction => (side === 'buy' ? 'debit' : 'credit')

/** Whether a plain number is paid or received: as was said, else as the structure is at its mid, else as the side. */
function directionOf(price: string, side: Side, mid: Decimal | undefined): Direction {
  const said = readEntry(price, side).direction
  if (said !== undefined) return said
  const atMid = mid === undefined ? 'even' : effectOf(side, mid)
  return atMid === 'even' ? usualDirection(side) : atMid
}

interface DirectedPriceProps {
  readonly price: string
  readonly side: Side
  /** Of the legs, per package, signed as bought. */
  readonly mid: Decimal | undefined
  readonly setPrice: (text: string) => void
  /** One instrument, and never a package: there is nothing to choose, unless a price says otherwise. */
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

export function DirectedPrice({ price, side, mid, setPrice, isSingle = false, hint, classes, ...field }: DirectedPriceProps) {
  const direction = directionOf(price, side, mid)
  return (
    <>
      <div className={classes?.direction} hidden={isSingle && direction === usualDirection(side)}>
        <Segmented
          label="Pay or receive"
          hideLabel
          size="sm"
          value={direction}
          options={directions}
          onChange={to => setPrice(turnedPrice(price, side, to))}
        />
      </div>
      <div className={classes?.amount}>
        <TextInput
          {...field}
          value={readEntry(price, side).amount}
          onChange={text => setPrice(typedPrice(text, side, direction))}
          align="right"
          hint={hint}
        />
      </div>
    </>
  )
}
