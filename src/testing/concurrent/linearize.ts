/**
 * Checks linearizability of one order book (Wing and Gong): a history passes if some order of its calls respects real
 * time (a call that returned before another began comes first) and a reference book, called in that order, gives all
 * the observed answers. The reference is the book of the engine's simulation.
 */
import type { Side } from '../../core/domain/order.ts'
import {
  ReferenceBook,
  type ReferenceFill,
  type ReferenceOrder,
} from '../../exchange/sandbox/engine/sim/reference-book.ts'
import { units } from '../../exchange/sandbox/engine/sim/units.ts'

interface Call {
  readonly order: string
  readonly invokedMs: number
  readonly returnedMs: number
  /** The venue's own sequence number, if any. Used only as a hint for the search. */
  readonly stamp?: number | undefined
}
export interface Place extends Call {
  readonly kind: 'place'
  readonly side: Side
  readonly price: string
  readonly quantity: string
  readonly isIoc: boolean
  readonly answer: 'accepted' | 'rejected' | undefined
}
export interface Cancel extends Call {
  readonly kind: 'cancel'
  readonly answer: 'cancelled' | 'refused' | undefined
}
export type Seen = 'not found' | { readonly executed: string; readonly isCancelled: boolean }
export interface Query extends Call {
  readonly kind: 'query'
  readonly answer: Seen
}
export type Operation = Place | Cancel | Query

export interface Trade {
  readonly added: string
  readonly taken: string
  readonly price: string
  readonly quantity: string
}

interface World {
  readonly book: ReferenceBook
  readonly executed: ReadonlyMap<string, bigint>
  readonly cancelled: ReadonlySet<string>
}

const keyOf = ({ added = '', taken = '', price, quantity }: ReferenceFill): string =>
  `${added} ${taken} ${price} ${quantity}`

export function linearize(
  operations: readonly Operation[],
  trades: readonly Trade[],
): readonly Operation[] | undefined {
  const expected = new Map<string, string[]>()
  for (const { price, quantity, ...parties } of trades) {
    const key = keyOf({ ...parties, price: units(price), quantity: units(quantity) })
    expected.set(parties.taken, [...(expected.get(parties.taken) ?? []), key])
  }
  const visited = new Set<string>()
  const path: Operation[] = []

  function search(world: World, left: readonly Operation[]): boolean {
    if (left.every(each => each.returnedMs === Infinity)) return true
    const key = `${left.map(each => operations.indexOf(each)).join()}|${stateOf(world)}`
    if (visited.has(key)) return false
    visited.add(key)
    const earliestReturn = Math.min(...left.map(each => each.returnedMs))
    const steps = left
      .filter(each => each.invokedMs <= earliestReturn)
      .toSorted((a, b) => (a.stamp || Infinity) - (b.stamp || Infinity) || 0)
      .map(each => ({ each, next: apply(world, each, expected.get(each.order) ?? []) }))
    // A call that changes nothing can be placed first without loss of generality.
    const still = steps.find(({ each, next }) => next === world && each.returnedMs < Infinity)
    for (const { each, next } of still === undefined ? steps : [still]) {
      // A call that changes nothing and never returned need not be placed.
      if (next === undefined || (next === world && each.returnedMs === Infinity)) continue
      path.push(each)
      if (
        search(
          next,
          left.filter(other => other !== each),
        )
      )
        return true
      path.pop()
    }
    return false
  }
  const isFound = search({ book: new ReferenceBook(), executed: new Map(), cancelled: new Set() }, operations)
  return isFound ? path : undefined
}

function stateOf({ book, executed, cancelled }: World): string {
  // The order of arrival matters only within one price.
  const levels = book.resting.toSorted((a, b) => Number((a.price ?? 0n) - (b.price ?? 0n)))
  const resting = levels.map(({ id, left, hasTraded }) => `${id}:${left}:${hasTraded}`)
  return [resting, [...executed].map(pair => pair.join(':')).toSorted(), [...cancelled].toSorted()]
    .map(part => part.join())
    .join('|')
}

/** The state after a call; undefined if the call would have been answered differently. */
function apply(world: World, operation: Operation, trades: readonly string[]): World | undefined {
  if (operation.kind === 'query') return isSeen(world, operation) ? world : undefined
  return operation.kind === 'cancel' ? applyCancel(world, operation) : applyPlace(world, operation, trades)
}

function isSeen({ executed, cancelled }: World, { order, answer }: Query): boolean {
  const done = executed.get(order)
  if (answer === 'not found') return done === undefined
  return done === units(answer.executed) && cancelled.has(order) === answer.isCancelled
}

function applyCancel(world: World, { order, answer }: Cancel): World | undefined {
  const isOpen = world.book.resting.some(each => each.id === order)
  if (!isOpen) return answer === 'cancelled' ? undefined : world
  if (answer === 'refused') return undefined
  const book = copyOf(world.book)
  book.remove(order)
  return { ...world, book, cancelled: new Set([...world.cancelled, order]) }
}

function applyPlace(world: World, place: Place, trades: readonly string[]): World | undefined {
  const { order: id, side, price, quantity, isIoc, answer } = place
  if (answer === 'rejected') return world.executed.has(id) ? undefined : world
  // A repeated id is the same order.
  if (world.executed.has(id)) return world
  const book = copyOf(world.book)
  const order: ReferenceOrder = {
    id,
    book: '',
    side,
    price: units(price),
    minimum: 0n,
    left: units(quantity),
    hasTraded: false,
  }
  const fills = book.take(order)
  if (fills.map(keyOf).toSorted().join() !== trades.toSorted().join()) return undefined
  const executed = new Map([...world.executed, [id, 0n] as const])
  for (const { added = '', quantity: filled } of fills)
    for (const each of [added, id]) executed.set(each, (executed.get(each) ?? 0n) + filled)
  const isRest = order.left > 0n
  if (!isIoc) book.rest(order)
  return { book, executed, cancelled: isIoc && isRest ? new Set([...world.cancelled, id]) : world.cancelled }
}

function copyOf(book: ReferenceBook): ReferenceBook {
  const copy = new ReferenceBook()
  copy.resting = book.resting.map(order => ({ ...order }))
  return copy
}
