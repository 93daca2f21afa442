/** Volatility in the samples of an account: the fitted curves of the moment, in the first sample of each quarter of an hour. */
import type { ListedUniverse } from '../domain/instrument-index.ts'
import type { Sample } from '../domain/sample.ts'
import type { Steps } from '../domain/steps.ts'
import { minuteMs } from '../domain/time.ts'
import { surfaceSteps } from '../pricing/market/base-surface.ts'
import { packVolatility } from '../pricing/volatility/volatility-sample.ts'
import type { Summary } from './sample-of-answers.ts'

/** Hours begin with one, so thinning leaves those of hours and days. */
const everyMs = 15 * minuteMs
/** The bases with most instruments. */
const mostBases = 6

const isDue = (atMs: number, beforeMs: number | undefined): boolean =>
  beforeMs === undefined || Math.floor(atMs / everyMs) !== Math.floor(beforeMs / everyMs)

/** The sample as it is to be stored; `before` is the one taken before it. What has no quotes has no volatility. */
export function* withVolatility(
  sample: Sample,
  before: Pick<Sample, 'atMs'> | undefined,
  universe: ListedUniverse | undefined,
  quotes: Summary | undefined,
): Steps<Sample> {
  if (universe === undefined || quotes === undefined || !isDue(sample.atMs, before?.atMs)) return sample
  const volatility: Record<string, string> = {}
  const bases = universe.bases().filter(base => universe.expiries(base).length > 0)
  for (const base of bases.slice(0, mostBases)) {
    const packed = packVolatility(yield* surfaceSteps({ universe, base, quotes, atMs: sample.atMs }))
    if (packed !== undefined) volatility[base] = packed
  }
  return Object.keys(volatility).length === 0 ? sample : { ...sample, volatility }
}
