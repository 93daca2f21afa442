/**
 * Ids of dated instruments: a one-to-one function of the instrument, so that ids are permanent across restarts and an
 * expired instrument can be found by id alone. A keyed permutation (Feistel network) hides the order, and half of the
 * ids have two more digits, because clients must sort ids as integers.
 */
import { type EntityId, entityId } from '../../../core/domain/ids.ts'
import { mix } from './hash.ts'

export interface Code {
  readonly baseIndex: number
  readonly day: number
  readonly strikeIndex: number
  readonly isCall: boolean
}

export const maxStrikeIndex = 1_023
const maxBaseIndex = 63
/** 2020-01-01; 13 bits of days reach to 2042. */
const firstDay = 18_262
const dayCount = 8_192

const halfBits = 15
const halfMask = (1 << halfBits) - 1
const firstId = 2_000
const longIds = 10_000_000_000
const size = 2 ** (2 * halfBits)

const rounds = [0x3a1f, 0x77c5, 0x1d2b, 0x5e90]

function permute(value: number, keys: readonly number[]): number {
  let left = value >>> halfBits
  let right = value & halfMask
  for (const key of keys) [left, right] = [right, left ^ (mix(key, right) & halfMask)]
  // Halves are swapped, so that the same network with reversed keys inverts it.
  return right * 2 ** halfBits + left
}

export function idOf({ baseIndex, day, strikeIndex, isCall }: Code): EntityId | undefined {
  const age = day - firstDay
  if (age < 0 || age >= dayCount || strikeIndex > maxStrikeIndex || strikeIndex < 0 || baseIndex > maxBaseIndex)
    return undefined
  const plain = ((age * (maxBaseIndex + 1) + baseIndex) * (maxStrikeIndex + 1) + strikeIndex) * 2 + (isCall ? 1 : 0)
  const mixed = permute(plain, rounds)
  return entityId(firstId + mixed + (isLong(mixed) ? longIds : 0))
}

const isLong = (mixed: number): boolean => (mix(0x1d, mixed) & 1) === 1

export function codeOf(id: EntityId): Code | undefined {
  if (!/^[1-9]\d{3,10}$/.test(id)) return undefined
  const number = Number.parseInt(id, 10) - firstId
  const mixed = number >= longIds ? number - longIds : number
  if (mixed < 0 || mixed >= size || number >= longIds !== isLong(mixed)) return undefined
  let rest = permute(mixed, rounds.toReversed())
  const take = (count: number): number => {
    const part = rest % count
    rest = (rest - part) / count
    return part
  }
  const isCall = take(2) === 1
  const strikeIndex = take(maxStrikeIndex + 1)
  const baseIndex = take(maxBaseIndex + 1)
  return { baseIndex, day: firstDay + rest, strikeIndex, isCall }
}
