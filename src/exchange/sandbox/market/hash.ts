/** Stateless randomness: numbers are a function of a key, so that any moment can be recomputed. */

/** 32-bit hash of a text (FNV-1a, finished by `mix`). */
export function hashText(value: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < value.length; index += 1) hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193)
  return mix(hash, value.length)
}

/**
 * Mixes an integer (its low 32 bits) into a hash, with full avalanche (MurmurHash3's finaliser).
 * @example const hash = numbers.reduce(mix, seed)
 */
export function mix(hash: number, value: number): number {
  let h = hash ^ Math.imul(value | 0, 0xcc9e2d51)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Uniform in (0, 1), excluding both ends. */
export const uniform = (hash: number): number => ((hash >>> 0) + 0.5) / 4_294_967_296

export const normal = (hash: number): number =>
  Math.sqrt(-2 * Math.log(uniform(mix(hash, 1)))) * Math.cos(2 * Math.PI * uniform(mix(hash, 2)))
