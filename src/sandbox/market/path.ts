/**
 * A random path that can be asked at any second without walking there.
 *
 * Anchors, one every `spanSeconds`, are independent normals; between two anchors runs a Brownian bridge by Lévy's midpoint construction,
 * each midpoint's normal being a hash of its own second. Near by, the path is a Brownian motion; over many spans it
 * stays around zero with standard deviation `deviation`, so that years stay sane.
 */
import { mix, normal } from './hash.ts'

/** Value of the path at a whole second since 1970; zero on average, no unit of its own. */
export type Path = (second: number) => number

const cacheSize = 256

/** `spanSeconds` is a power of two. */
export function createPath(key: number, spanSeconds: number, deviation: number): Path {
  const perRootSecond = deviation * Math.sqrt(2 / spanSeconds)
  const seen = new Map<number, number>()
  const anchor = (index: number): number => deviation * normal(mix(mix(key, 0x5eed), index))
  const walk = (second: number): number => {
    const index = Math.floor(second / spanSeconds)
    let low = index * spanSeconds
    let left = anchor(index)
    let right = anchor(index + 1)
    for (let half = spanSeconds / 2; second !== low; half /= 2) {
      const middle = low + half
      const value = (left + right) / 2 + perRootSecond * Math.sqrt(half / 2) * normal(mix(key, middle))
      if (second < middle) right = value
      else [low, left] = [middle, value]
    }
    return left
  }
  return second => {
    const known = seen.get(second)
    if (known !== undefined) return known
    const value = walk(second)
    if (seen.size >= cacheSize) seen.clear()
    seen.set(second, value)
    return value
  }
}

/** Deviation that gives a path the yearly volatility `volatility` near by. */
export const deviationOf = (volatility: number, spanSeconds: number): number => volatility * Math.sqrt(spanSeconds / (365 * 86_400) / 2)
