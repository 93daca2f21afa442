/** Fewer samples that draw the same picture. */
import { cmp } from '../../domain/decimal.ts'
import { equityOf } from '../../domain/equity.ts'
import type { LightSample } from '../store/store.ts'

/** At most about `points` of `samples` (by rising time): first and last, and of each of as many stretches of time as fit the lowest and the highest equity. */
export function thinPoints(samples: readonly LightSample[], points: number): readonly LightSample[] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (samples.length <= points || first === undefined || last === undefined) return samples
  const stretches = Math.max(1, Math.floor((points - 2) / 2))
  const lengthMs = Math.max(1, (last.atMs - first.atMs) / stretches)
  const retained = new Set<LightSample>([first, last])
  const extremes = new Map<number, { low: LightSample; high: LightSample }>()
  for (const sample of samples) {
    const stretch = Math.floor((sample.atMs - first.atMs) / lengthMs)
    const known = extremes.get(stretch)
    if (known === undefined) extremes.set(stretch, { low: sample, high: sample })
    else if (isLess(sample, known.low)) known.low = sample
    else if (isLess(known.high, sample)) known.high = sample
  }
  for (const { low, high } of extremes.values()) retained.add(low).add(high)
  return samples.filter(sample => retained.has(sample))
}

function isLess(one: LightSample, other: LightSample): boolean {
  const [a, b] = [equityOf(one.equity, 'value'), equityOf(other.equity, 'value')]
  return a !== undefined && b !== undefined && cmp(a, b) < 0
}
