/** Drafts pinned to be drawn beside the one at work: up to three, until the page is left. */
import { createStore, useStore } from '../../../api/browser/store.ts'
import { joinedSymbol } from '../../../domain/order.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'

export interface Pin {
  readonly title: string
  /** As executed. */
  readonly legs: readonly PackageLeg[]
}

export const mostPins = 3
const pins = createStore<readonly Pin[]>([])

export const usePins = (): readonly Pin[] => useStore(pins)

/** Two drafts of one name are two. */
export const keyOf = ({ legs }: Pin): string => joinedSymbol(legs)

/** Puts it last; the oldest goes where there are too many. The same legs are pinned once. */
export const pin = (added: Pin): void => pins.set([...pins.get().filter(each => keyOf(each) !== keyOf(added)), added].slice(-mostPins))

export const unpin = (gone: Pin): void => pins.set(pins.get().filter(each => each !== gone))
