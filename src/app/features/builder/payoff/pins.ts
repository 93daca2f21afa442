/** Up to three drafts pinned for comparison, until the page is left. */
import { createStore, useStore } from '../../../api/browser/store.ts'
import { joinedSymbol } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'

export interface Pin {
  readonly title: string
  readonly legs: readonly PackageLeg[]
}

export const mostPins = 3
const pins = createStore<readonly Pin[]>([])

export const usePins = (): readonly Pin[] => useStore(pins)

/** By legs, since two drafts may have the same name. */
export const keyOf = ({ legs }: Pin): string => joinedSymbol(legs)

export const pin = (added: Pin): void =>
  pins.set([...pins.get().filter(each => keyOf(each) !== keyOf(added)), added].slice(-mostPins))

export const unpin = (gone: Pin): void => pins.set(pins.get().filter(each => each !== gone))
