/** The word that lets a price stand which the price guard stops. */
import { useState } from 'react'
import type { Decimal } from '../../../domain/decimal.ts'
import type { Side } from '../../../domain/order.ts'
import type { PriceFault } from '../../../domain/price-entry.ts'

/** Typed by who means such a price all the same. */
export const overrideWord = 'send anyway'

export const isOverride = (text: string): boolean => text.trim().toLowerCase() === overrideWord

export interface GuardedPrice {
  readonly side: Side
  /** Per package, signed as bought; undefined where none is sent. */
  readonly price: Decimal | undefined
  readonly faults: readonly PriceFault[]
}

export interface PriceOverride {
  readonly text: string
  readonly setText: (text: string) => void
  /** The price cannot be meant, and nobody has said that it is. */
  readonly isBlocked: boolean
  /** The price stands by a typed word, in the review too. */
  readonly isOverridden: boolean
}

/** The word holds for the price it was typed at, and for no other. */
export function usePriceOverride({ side, price, faults }: GuardedPrice): PriceOverride {
  const question = `${side} ${price ?? ''}`
  const [typed, setTyped] = useState({ question, text: '' })
  const text = typed.question === question ? typed.text : ''
  const isFaulty = price !== undefined && faults.length > 0
  const isOverridden = isFaulty && isOverride(text)
  return {
    text,
    setText: next => setTyped({ question, text: next }),
    isBlocked: isFaulty && !isOverridden,
    isOverridden,
  }
}
